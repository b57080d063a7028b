# The server in a container:
#
#   docker build -t toodoo .
#   docker run -p 127.0.0.1:8080:8080 -e TOODOO_AUTH=off -v toodoo:/data toodoo
#
# In here it listens on every address, where it insists on authentication unless it is told in so
# many words to do without, as above. Only this machine gets at it then, for it is published on
# 127.0.0.1 alone. That is the choice of whoever runs the image, so it is not baked in.

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
# -s leaves the symbols out.
RUN swift build -c release --product toodoo --static-swift-stdlib -Xlinker -s

FROM ${RUN_IMAGE}
RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends libsqlite3-0 \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
    && useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin toodoo \
    && install -d -o toodoo -g toodoo /data
COPY --from=build /build/.build/release/toodoo /usr/local/bin/toodoo
ENV TOODOO_DB=/data/toodoo.sqlite TOODOO_HOST=0.0.0.0
VOLUME /data
EXPOSE 8080
# By number, so that a cluster can see that it is not root.
USER 10001:10001
STOPSIGNAL SIGTERM
ENTRYPOINT ["toodoo"]
CMD ["serve"]
