from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0002_append_only")]

    operations = [
        migrations.RemoveConstraint(model_name="match", name="match_first_once_a_round"),
        migrations.RemoveConstraint(model_name="match", name="match_second_once_a_round"),
        migrations.AddField(
            model_name="match", name="bracket_key", field=models.CharField(blank=True, max_length=24, default=""),
            preserve_default=False),
        migrations.AddField(model_name="round", name="figures", field=models.JSONField(default=dict)),
        migrations.AddField(
            model_name="round", name="kind", field=models.CharField(blank=True, max_length=20, default=""),
            preserve_default=False),
        migrations.AlterField(
            model_name="stage", name="system",
            field=models.CharField(max_length=20, verbose_name="system", choices=[
                ("round_robin", "round robin"), ("groups", "groups"), ("swiss", "Swiss system"),
                ("single_elimination", "single elimination"), ("double_elimination", "double elimination"),
            ])),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=["round", "first"], condition=~models.Q(outcome="void"), name="match_first_once_a_round")),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=["round", "second"], condition=models.Q(second__isnull=False) & ~models.Q(outcome="void"),
                name="match_second_once_a_round")),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=["stage", "bracket_key"], condition=~models.Q(bracket_key=""), name="match_once_in_bracket")),
    ]
