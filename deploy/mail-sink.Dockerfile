# A mail server for development that keeps each message as a file in /mail. Never part of a real installation.
FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3-aiosmtpd \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10003 --no-create-home --shell /usr/sbin/nologin sink \
    && install -d -o sink -g sink -m 700 /mail
COPY deploy/mail-sink /usr/local/bin/
USER sink
VOLUME /mail
HEALTHCHECK --interval=10s --timeout=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/1025"]
CMD ["mail-sink", "/mail", "0.0.0.0:1025"]
