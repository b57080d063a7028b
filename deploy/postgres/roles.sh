#!/usr/bin/env bash
# Prepares a new primary of compose.postgres.yaml: roles, database, access, the synchronous standby.
set -euo pipefail

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres \
    --set=password="$DB_PASSWORD" --set=replication="$REPLICATION_PASSWORD" <<'END'
SET password_encryption = 'scram-sha-256';
CREATE ROLE toodoo LOGIN PASSWORD :'password';
CREATE ROLE standby LOGIN REPLICATION PASSWORD :'replication';
CREATE DATABASE toodoo OWNER toodoo;
-- From the next start on: until then no standby could acknowledge the commits here.
ALTER SYSTEM SET synchronous_standby_names = 'standby';
END
cat >"$PGDATA/pg_hba.conf" <<'END'
local all         all     peer map=own
host  toodoo      toodoo  all scram-sha-256
host  replication standby all scram-sha-256
END
# Root and the server's own user are `postgres` on the socket.
printf 'own root postgres\nown postgres postgres\n' >"$PGDATA/pg_ident.conf"
