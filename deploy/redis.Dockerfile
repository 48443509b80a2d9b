# Debian's Redis, set for jobs: all on disk, none ever evicted. No password: it is on the backend network only.
FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends redis-server \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o redis -g redis -m 700 /data
USER redis
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s CMD ["redis-cli", "ping"]
CMD ["redis-server", "--bind", "0.0.0.0", "--protected-mode", "no", "--dir", "/data", "--save", "", \
    "--appendonly", "yes", "--maxmemory", "200mb", "--maxmemory-policy", "noeviction"]
