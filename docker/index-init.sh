#!/bin/sh
# Runs once, when the database of compose.yaml is made: the schema of Index, and the engine's login in role carbon_engine.
set -eu
in_index() { psql --set ON_ERROR_STOP=1 --single-transaction --quiet --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" "$@"; }

in_index --command 'CREATE SCHEMA carbon_index' --file /schema/V1__carbon_index.sql --file /schema/V2__history.sql
in_index --set password="$(cat /run/secrets/index_engine_password)" <<'SQL'
CREATE ROLE engine LOGIN PASSWORD :'password' IN ROLE carbon_engine;
SQL
