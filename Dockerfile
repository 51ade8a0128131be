# The examples as an image: one statically linked executable on Debian's slim base. An app's own image needs no more
# than its own product's name in place of `examples`.
ARG SWIFT_VERSION=6.3

FROM docker.io/library/swift:${SWIFT_VERSION}-bookworm AS build
RUN apt-get update -qq \
    && apt-get install -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends libcmark-gfm-dev libcmark-gfm-extensions-dev \
        libmicrohttpd-dev libpq-dev libsodium-dev libsqlite3-dev pkg-config zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
# Another product of the package, and what it needs of Debian's libraries besides, such as libpq5.
ARG PRODUCT=examples
# What Package.swift adds for that product: postgresql for conduit and cluster-examples.
ARG ELMWOOD_TARGETS=
# The linker folds functions that are the same and packs relocations: more than a megabyte less.
ARG BUILD="-c release --static-swift-stdlib --product ${PRODUCT} -Xswiftc -use-ld=lld \
    -Xlinker --icf=all -Xlinker -z -Xlinker pack-relative-relocs"
RUN swift build $BUILD \
    && install -D "$(swift build $BUILD --show-bin-path)/${PRODUCT}" /app/examples \
    && strip /app/examples
COPY Public /app/Public

FROM docker.io/library/debian:bookworm-slim
ARG LIBRARIES=
RUN apt-get update -qq \
    && apt-get install -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends libmicrohttpd12 libsodium23 libsqlite3-0 tzdata zlib1g $LIBRARIES \
    && apt-get clean \
    && rm -rf /var/lib/apt/lists/* /var/log/apt /var/log/dpkg.log \
    && install -d -o 10001 -g 10001 /data
COPY --from=build /app /app
WORKDIR /app
ENV HOST=0.0.0.0 PORT=8080 ELMWOOD_DATA=/data ELMWOOD_SUPERVISOR=on ELMWOOD_SESSIONS=sqlite
USER 10001:10001
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s CMD ["/app/examples", "health"]
ENTRYPOINT ["/app/examples"]
