#!/usr/bin/env bash
# Starts the standby of compose.postgres.yaml in the image postgres: copies the primary at first.
set -euo pipefail

# libpq reads it only if no other user can.
export PGPASSFILE=/tmp/pgpass
(umask 077 && printf '*:*:*:standby:%s\n' "$REPLICATION_PASSWORD" >"$PGPASSFILE")
as_server=()
if [ "$(id -u)" = 0 ]; then
    chown postgres "$PGPASSFILE"
    mkdir -p "$PGDATA"
    chown postgres "$PGDATA"
    chmod 700 "$PGDATA"
    as_server=(gosu postgres)
fi
primary="host=${PRIMARY:-primary} user=standby application_name=standby passfile=$PGPASSFILE"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    # What an interrupted copy has left.
    find "$PGDATA" -mindepth 1 -delete
    "${as_server[@]}" pg_basebackup --dbname="$primary" --no-password --pgdata="$PGDATA" \
        --checkpoint=fast --write-recovery-conf
fi
# Its own copy of synchronous_standby_names would make it wait for itself once it is promoted.
exec docker-entrypoint.sh postgres -c max_connections=100 -c wal_keep_size=1GB \
    -c synchronous_standby_names= -c primary_conninfo="$primary"
