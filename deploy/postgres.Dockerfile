# Debian's PostgreSQL 15, with the start script that makes the database at the first start.
FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends postgresql-common \
    && sed -i 's/^#*create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf \
    && apt-get install -y --no-install-recommends postgresql-15 \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o postgres -g postgres -m 700 /var/lib/postgresql/data
COPY deploy/images/postgres-start /usr/local/bin/
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin
USER postgres
VOLUME /var/lib/postgresql/data
# PostgreSQL's "fast" stop: it ends the sessions and writes a checkpoint.
STOPSIGNAL SIGINT
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s CMD ["pg_isready", "-q", "-h", "127.0.0.1", "-d", "mantel"]
CMD ["postgres-start"]
