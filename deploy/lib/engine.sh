# shellcheck shell=bash
# A container engine of our own for one test: Debian's dockerd, below ENGINE, which leaves the host's network
# as it is. It builds without a bridge on the host's network, and runs in a network namespace with bridges.
#
# No registry is asked: the base image is made by debootstrap, the Swift image from the toolchain on the PATH.

ENGINE="${ENGINE:-$MANTEL_HOME/engine}"
ENGINE_NAMESPACE="mantel-test"

# start_engine build|run
start_engine() {
    local purpose="$1" tries inside=() bridge=(--bridge=none --iptables=false --ip6tables=false)
    mkdir -p "$ENGINE/config"
    export DOCKER_HOST="unix://$ENGINE/socket" DOCKER_CONFIG="$ENGINE/config" DOCKER_BUILDKIT=0
    # The client of another vendor may come first on the PATH, without what Debian's has.
    export PATH="/usr/bin:$PATH"
    if [ "$purpose" = run ]; then
        ip netns add "$ENGINE_NAMESPACE"
        nsenter --net="/run/netns/$ENGINE_NAMESPACE" ip link set lo up
        inside=(nsenter --net="/run/netns/$ENGINE_NAMESPACE") bridge=()
    fi
    start_process "$ENGINE/engine.pid" "$ENGINE/engine.log" "${inside[@]}" /usr/sbin/dockerd --host "$DOCKER_HOST" \
        --data-root "$ENGINE/data" --exec-root "$ENGINE/exec" --pidfile "$ENGINE/dockerd.pid" "${bridge[@]}"
    for ((tries = 300; tries > 0; tries--)); do
        ! docker info >/dev/null 2>&1 || return 0
        running_pid "$ENGINE/engine.pid" >/dev/null ||
            fail "dockerd did not start; the last lines of $ENGINE/engine.log:" "$(tail -n 5 "$ENGINE/engine.log")"
        sleep 0.1
    done
    fail "dockerd does not answer; see $ENGINE/engine.log"
}

stop_engine() {
    stop_process "$ENGINE/engine.pid" 60
    [ ! -e "/run/netns/$ENGINE_NAMESPACE" ] || ip netns delete "$ENGINE_NAMESPACE"
}

has_image() { docker image inspect "$1" >/dev/null 2>&1; }

make_base_images() {
    local toolchain
    if ! has_image debian:bookworm-slim; then
        say "Making debian:bookworm-slim."
        rm -rf "$ENGINE/root"
        debootstrap --variant=minbase bookworm "$ENGINE/root" >"$ENGINE/debootstrap.log"
        chroot "$ENGINE/root" apt-get clean
        tar -C "$ENGINE/root" -c . | docker import --change 'CMD ["bash"]' - debian:bookworm-slim
        rm -rf "$ENGINE/root"
    fi
    if ! has_image swift:6.3-bookworm; then
        say "Making swift:6.3-bookworm."
        toolchain="$(cd "$(dirname "$(readlink -f "$(command -v swift)")")/.." && pwd)"
        docker build -q --network=host -t mantel-test/swift-needs - <"$MANTEL_ROOT/deploy/images/swift-needs.Dockerfile"
        docker rm -f mantel-test-swift >/dev/null 2>&1 || true
        docker run --name mantel-test-swift --network=host -v "$toolchain:/toolchain:ro" mantel-test/swift-needs \
            cp -a /toolchain/. /usr/
        docker commit --change 'CMD ["bash"]' mantel-test-swift swift:6.3-bookworm
        docker rm mantel-test-swift >/dev/null
    fi
}
