"""The log is append-only: the database itself refuses UPDATE and DELETE, on both engines."""

from django.db import migrations

TABLE = "competitions_auditentry"
CREATE_SQLITE = [
    f"CREATE TRIGGER {TABLE}_no_{verb.lower()} BEFORE {verb} ON {TABLE} "
    "BEGIN SELECT RAISE(ABORT, 'append-only'); END"
    for verb in ("UPDATE", "DELETE")
]
DROP_SQLITE = [f"DROP TRIGGER IF EXISTS {TABLE}_no_{verb}" for verb in ("update", "delete")]
CREATE_POSTGRES = [
    f"CREATE OR REPLACE FUNCTION {TABLE}_append_only() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'append-only'; END $$",
    f"CREATE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE ON {TABLE} "
    f"FOR EACH ROW EXECUTE FUNCTION {TABLE}_append_only()",
]
DROP_POSTGRES = [
    f"DROP TRIGGER IF EXISTS {TABLE}_append_only ON {TABLE}",
    f"DROP FUNCTION IF EXISTS {TABLE}_append_only()",
]


def _run(schema_editor, sqlite, postgres):
    for line in postgres if schema_editor.connection.vendor == "postgresql" else sqlite:
        schema_editor.execute(line)


def create(apps, schema_editor):
    _run(schema_editor, CREATE_SQLITE, CREATE_POSTGRES)


def drop(apps, schema_editor):
    _run(schema_editor, DROP_SQLITE, DROP_POSTGRES)


class Migration(migrations.Migration):
    dependencies = [("competitions", "0001_initial")]
    operations = [migrations.RunPython(create, drop)]
