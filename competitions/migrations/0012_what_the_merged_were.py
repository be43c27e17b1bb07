from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('competitions', '0011_pairs_that_wait'),
    ]

    operations = [
        migrations.AddField(
            model_name='personalias', name='name_key',
            field=models.CharField(default='', max_length=200), preserve_default=False),
        migrations.AddField(
            model_name='personalias', name='born',
            field=models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField(
            model_name='personalias', name='licence',
            field=models.CharField(blank=True, max_length=40, default=''), preserve_default=False),
        migrations.AddIndex(
            model_name='personalias',
            index=models.Index(fields=['name_key'], name='personalias_name_key')),
        migrations.AddIndex(
            model_name='personalias',
            index=models.Index(fields=['licence'], name='personalias_licence')),
    ]
