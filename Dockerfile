# The server in a container:
#
#   docker build -t toodoo .
#   docker run -p 127.0.0.1:8080:8080 -e TOODOO_AUTH=off -v toodoo:/data toodoo
#
# In the container the server listens on all addresses, so it requires tokens. The command above
# turns tokens off and publishes the port on 127.0.0.1 only. The image itself leaves tokens on.
#
# The server writes only to /data, so it also runs with `--read-only`. /backups is for the volume of
# the service `backup` in compose.yaml.
#
# With tokens on, `docker exec CONTAINER toodoo setup-link` prints the address that makes the first
# account.

ARG BUILD_IMAGE=swift:6.3-bookworm
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
# Before the sources are copied, so that a change to them keeps this layer.
RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends libsqlite3-dev \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /build
COPY . .
# VERSION must match the program. Without git, REVISION must be set.
ARG VERSION=
ARG REVISION=
# -s strips symbols.
RUN if [ -n "$REVISION" ]; then printf '%s\n' "$REVISION" >Sources/toodoo/Revision/revision.txt; fi \
    && swift build -c release --product toodoo --static-swift-stdlib -Xlinker -s \
    && said=$(.build/release/toodoo version) \
    && case "$said" in \
        "toodoo ${VERSION:-${said#toodoo }}"*) ;; \
        *) echo "VERSION is $VERSION, but this is $said" >&2; exit 1 ;; \
    esac

FROM ${RUN_IMAGE}
# SQLite is linked into the program; libc6 brings libcrypt.so.1. WITH_GEOCODER=1 adds libcurl for
# --geocoder, 14 MB; WITH_POSTGRESQL=1 adds libpq for --db postgres://…
ARG WITH_GEOCODER=
ARG WITH_POSTGRESQL=
RUN packages="${WITH_GEOCODER:+libcurl4 ca-certificates} ${WITH_POSTGRESQL:+libpq5}" \
    && if [ -n "${packages# }" ]; then \
        apt-get update -qq \
        && DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends $packages \
        && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/*; \
    fi \
    && useradd --uid 10001 --user-group --no-create-home --no-log-init \
        --shell /usr/sbin/nologin toodoo \
    && install -d -o toodoo -g toodoo -m 0700 /data /backups
COPY deploy/toodoo-backup /usr/local/bin/toodoo-backup
COPY --from=build /build/.build/release/toodoo /usr/local/bin/toodoo
# SQLite's temporary files (sqlite.org/tempfiles.html) go to /data, which may be the only writable
# folder.
ENV TOODOO_DB=/data/toodoo.sqlite TOODOO_HOST=0.0.0.0 SQLITE_TMPDIR=/data
VOLUME /data
EXPOSE 8080
# A number, so that Kubernetes can verify that it is not root.
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s CMD ["toodoo", "health"]
ENTRYPOINT ["toodoo"]
CMD ["serve"]
# Last, since the values change with every commit.
ARG VERSION=
ARG REVISION=
LABEL org.opencontainers.image.title="toodoo" \
    org.opencontainers.image.description="A to-do server: HTTP and JSON, kept in SQLite." \
    org.opencontainers.image.version="$VERSION" \
    org.opencontainers.image.revision="$REVISION"
