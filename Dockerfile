# The server in a container:
#
#   docker build -t toodoo .
#   docker run -p 127.0.0.1:8080:8080 -e TOODOO_AUTH=off -v toodoo:/data toodoo
#
# In here it listens on every address, where it insists on authentication unless it is told in so
# many words to do without, as above. Only this machine gets at it then, for it is published on
# 127.0.0.1 alone. That is the choice of whoever runs the image, so it is not baked in.
#
# Nothing is written outside /data, so that `--read-only` takes nothing away.

ARG BUILD_IMAGE=swift:6.3-bookworm
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
# Before the sources, so that a change of theirs downloads nothing again.
RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends libsqlite3-dev \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /build
COPY . .
# What the image says it is must be what the program says; without git the commit must be told.
ARG VERSION=
ARG REVISION=
# -s leaves the symbols out.
RUN if [ -n "$REVISION" ]; then printf '%s\n' "$REVISION" >Sources/toodoo/Revision/revision.txt; fi \
    && swift build -c release --product toodoo --static-swift-stdlib -Xlinker -s \
    && said=$(.build/release/toodoo version) \
    && case "$said" in \
        "toodoo ${VERSION:-${said#toodoo }}"*) ;; \
        *) echo "VERSION is $VERSION, but this is $said" >&2; exit 1 ;; \
    esac

FROM ${RUN_IMAGE}
# The program has SQLite inside, and libc6 brings libcrypt.so.1. With WITH_GEOCODER=1 the image has
# what --geocoder loads as well, 14 MB more.
ARG WITH_GEOCODER=
RUN if [ -n "$WITH_GEOCODER" ]; then \
        apt-get update -qq \
        && DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends libcurl4 ca-certificates \
        && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/*; \
    fi \
    && useradd --uid 10001 --user-group --no-create-home --no-log-init \
        --shell /usr/sbin/nologin toodoo \
    && install -d -o toodoo -g toodoo -m 0700 /data
COPY --from=build /build/.build/release/toodoo /usr/local/bin/toodoo
# SQLite writes what does not fit into memory to a file (sqlite.org/tempfiles.html), and /data may
# be the only place that can be written to.
ENV TOODOO_DB=/data/toodoo.sqlite TOODOO_HOST=0.0.0.0 SQLITE_TMPDIR=/data
VOLUME /data
EXPOSE 8080
# By number, so that a cluster can see that it is not root.
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s CMD ["toodoo", "health"]
ENTRYPOINT ["toodoo"]
CMD ["serve"]
# At the end, since they are others for every commit.
ARG VERSION=
ARG REVISION=
LABEL org.opencontainers.image.title="toodoo" \
    org.opencontainers.image.description="A to-do server: HTTP and JSON, kept in SQLite." \
    org.opencontainers.image.version="$VERSION" \
    org.opencontainers.image.revision="$REVISION"
