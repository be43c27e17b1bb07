from django.db import migrations

from competitions.formats.names import name_key


def fill(apps, _schema_editor):
    for alias in apps.get_model('competitions', 'PersonAlias').objects.filter(name_key=''):
        alias.name_key = name_key(alias.name)
        alias.save(update_fields=['name_key'])


class Migration(migrations.Migration):

    dependencies = [
        ('competitions', '0012_what_the_merged_were'),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
