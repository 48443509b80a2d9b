# All images of our own, from one build: docker build -f deploy/mantel.Dockerfile --target api .
#
# Targets: api, ocr-worker, notification-worker, exchange-worker, mantel (the command-line tool; migrates).

# htmx and the fonts, each pinned by hash; from the wheels that deploy/run has fetched already, where it has.
FROM debian:bookworm-slim AS vendor
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates python3-pip python3-fonttools python3-brotli \
    && rm -rf /var/lib/apt/lists/*
COPY deploy/vendor deploy/vendor.txt .mantel*/cache/*.whl /deploy/
RUN /deploy/vendor /deploy /vendor

# What every process needs: time zones, certificates, the clients of PostgreSQL and Redis; and a user of no rights.
FROM debian:bookworm-slim AS runtime
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates tzdata libpq5 libhiredis0.14 libsodium23 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin mantel
COPY db/migrations /usr/share/mantel/migrations
ENV MANTEL_MIGRATIONS=/usr/share/mantel/migrations
USER mantel

FROM swift:6.3-bookworm AS builder
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        pkg-config libmicrohttpd-dev libpq-dev libhiredis-dev libsodium-dev libssl-dev libcurl4-openssl-dev \
        libical-dev libxml2-dev libtesseract-dev libleptonica-dev libvips-dev libzbar-dev libqrencode-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
# `release`, or `debug` for a quicker build.
ARG CONFIGURATION=release
COPY Package.swift ./
COPY Sources Sources
COPY db db
COPY Tests Tests
COPY Benchmarks Benchmarks
# One by one: what supports the tests cannot be linked this way.
RUN mkdir -p /built \
    && for name in mantel mantel-api mantel-ocr-worker mantel-notification-worker mantel-exchange-worker; do \
        swift build -c "$CONFIGURATION" --static-swift-stdlib --product "$name" \
        && install -m 755 ".build/$CONFIGURATION/$name" /built/ \
        && strip --strip-debug "/built/$name" || exit 1; \
    done

FROM runtime AS api
USER root
RUN apt-get update \
    && apt-get install -y --no-install-recommends libmicrohttpd12 libical3 libqrencode4 libxml2 libssl3 libcurl4 \
    && rm -rf /var/lib/apt/lists/*
COPY Sources/Web/Assets /usr/share/mantel/assets
COPY --from=vendor /vendor /usr/share/mantel/vendor
COPY --from=builder /built/mantel-api /usr/bin/
RUN ! ldd /usr/bin/mantel-api | grep 'not found'
ENV MANTEL_ASSETS=/usr/share/mantel/assets:/usr/share/mantel/vendor MANTEL_LISTEN=0.0.0.0:8080
USER mantel
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["mantel-api", "--health"]
CMD ["mantel-api"]

FROM runtime AS notification-worker
USER root
RUN apt-get update \
    && apt-get install -y --no-install-recommends libcurl4 libssl3 libical3 libqrencode4 libxml2 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=builder /built/mantel-notification-worker /usr/bin/
RUN ! ldd /usr/bin/mantel-notification-worker | grep 'not found'
USER mantel
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["mantel-notification-worker", "--health"]
CMD ["mantel-notification-worker"]

FROM runtime AS exchange-worker
USER root
RUN apt-get update \
    && apt-get install -y --no-install-recommends libcurl4 libssl3 libical3 libqrencode4 libxml2 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=builder /built/mantel-exchange-worker /usr/bin/
RUN ! ldd /usr/bin/mantel-exchange-worker | grep 'not found'
USER mantel
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["mantel-exchange-worker", "--health"]
CMD ["mantel-exchange-worker"]

# The decoders of pictures and the reader of words: in no image that answers to the network.
FROM runtime AS decoders
USER root
RUN apt-get update \
    && apt-get install -y --no-install-recommends libvips42 libtesseract5 liblept5 libzbar0 \
        tesseract-ocr-eng tesseract-ocr-deu tesseract-ocr-fra tesseract-ocr-spa \
    && rm -rf /var/lib/apt/lists/*
# One thread a picture: more of them fight for the cores and take many times longer.
ENV OMP_THREAD_LIMIT=1
USER mantel

FROM decoders AS ocr-worker
USER root
COPY --from=builder /built/mantel-ocr-worker /usr/bin/
RUN ! ldd /usr/bin/mantel-ocr-worker | grep 'not found'
USER mantel
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["mantel-ocr-worker", "--health"]
CMD ["mantel-ocr-worker"]

FROM decoders AS mantel
USER root
RUN apt-get update \
    && apt-get install -y --no-install-recommends libcurl4 libssl3 libical3 libqrencode4 libxml2 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=builder /built/mantel /usr/bin/
RUN ! ldd /usr/bin/mantel | grep 'not found'
USER mantel
ENTRYPOINT ["mantel"]
