# shellcheck shell=bash
# A Redis server of our own for the jobs: it keeps every job on disk and never evicts one.

# start_redis HOME MODE [PORT]: leaves REDIS_PORT set; nothing to do where it already runs.
start_redis() {
    local home="$1" mode="$2" settings=(--appendonly yes)
    if running_pid "$home/run/redis.pid" >/dev/null; then
        REDIS_PORT="$(<"$home/run/redis.port")"
        return 0
    fi
    [ "$mode" = durable ] || settings=(--appendonly no)
    mkdir -p "$home/redis"
    REDIS_PORT="${3:-$(free_port)}"
    start_process "$home/run/redis.pid" "$home/log/redis.log" /usr/bin/redis-server --bind 127.0.0.1 \
        --port "$REDIS_PORT" --dir "$home/redis" --save "" --maxmemory-policy noeviction "${settings[@]}"
    printf '%s' "$REDIS_PORT" >"$home/run/redis.port"
    wait_for_redis "$home"
}

wait_for_redis() {
    local tries
    for ((tries = 300; tries > 0; tries--)); do
        [ "$(redis-cli -h 127.0.0.1 -p "$REDIS_PORT" ping 2>/dev/null)" != PONG ] || return 0
        running_pid "$1/run/redis.pid" >/dev/null ||
            fail "Redis did not start; the last lines of $1/log/redis.log:" "$(tail -n 5 "$1/log/redis.log")"
        sleep 0.05
    done
    fail "Redis does not answer; see $1/log/redis.log"
}

stop_redis() { stop_process "$1/run/redis.pid" 30; }
