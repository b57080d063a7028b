#!/usr/bin/env bash
# Starts the primary of compose.postgres.yaml in the image postgres.
set -euo pipefail

# The superuser uses the socket only; nothing knows its password.
POSTGRES_PASSWORD=$(head -c 24 /dev/urandom | base64)
export POSTGRES_PASSWORD POSTGRES_INITDB_ARGS="--data-checksums --locale=C.UTF-8"
exec docker-entrypoint.sh postgres -c max_connections=100 -c wal_keep_size=1GB
