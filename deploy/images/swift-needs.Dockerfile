# What a Swift toolchain needs of Debian 12; used only to make swift:6.3-bookworm where no registry is reached.
FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        binutils ca-certificates git gnupg libc6-dev libcurl4-openssl-dev libedit2 libgcc-12-dev libncurses6 \
        libpython3-dev libsqlite3-0 libstdc++-12-dev libxml2-dev libz3-dev pkg-config tzdata unzip zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
