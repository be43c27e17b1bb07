"""Rulings and evidence are append-only: the database itself refuses UPDATE and DELETE, on both engines."""

from django.db import migrations

TABLES = ("refereeing_ruling", "refereeing_disputeposition", "refereeing_disputephoto", "refereeing_calibration")
CREATE_SQLITE = [
    f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
    "BEGIN SELECT RAISE(ABORT, 'append-only'); END"
    for table in TABLES for verb in ("UPDATE", "DELETE")
]
DROP_SQLITE = [f"DROP TRIGGER IF EXISTS {table}_no_{verb}" for table in TABLES for verb in ("update", "delete")]
CREATE_POSTGRES = [
    line for table in TABLES for line in (
        f"CREATE OR REPLACE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'append-only'; END $$",
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {table}_append_only()",
    )
]
DROP_POSTGRES = [
    line for table in TABLES for line in (
        f"DROP TRIGGER IF EXISTS {table}_append_only ON {table}",
        f"DROP FUNCTION IF EXISTS {table}_append_only()",
    )
]


def _run(schema_editor, sqlite, postgres):
    for line in postgres if schema_editor.connection.vendor == "postgresql" else sqlite:
        schema_editor.execute(line)


def create(apps, schema_editor):
    _run(schema_editor, CREATE_SQLITE, CREATE_POSTGRES)


def drop(apps, schema_editor):
    _run(schema_editor, DROP_SQLITE, DROP_POSTGRES)


class Migration(migrations.Migration):
    dependencies = [("refereeing", "0003_disputes")]
    operations = [migrations.RunPython(create, drop)]
