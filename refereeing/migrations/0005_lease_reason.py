from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("refereeing", "0004_disputes_append_only")]

    operations = [
        migrations.AddField(
            model_name="lease", name="reason", field=models.CharField(blank=True, default="", max_length=200),
            preserve_default=False),
    ]
