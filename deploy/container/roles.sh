#!/bin/sh
# Run once, when the database is made: the role by which the API serves. It owns no table.
psql --variable ON_ERROR_STOP=1 --variable password="$API_DATABASE_PASSWORD" --username postgres --dbname device_console <<'SQL'
create role device_console_api login password :'password';
SQL
