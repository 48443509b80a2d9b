# shellcheck shell=bash
# The processes of Mantel itself: their settings, starting them, waiting for their health, watching them.

WORKERS=(mantel-ocr-worker mantel-notification-worker mantel-exchange-worker)
# Seconds: what ends sooner after its start waits longer before the next, up to the longest pause.
SOON=60 LONGEST_PAUSE=30

# The settings that all processes share. Reads BIN, PORT, ORIGIN, POSTGRES_PORT, REDIS_PORT and SINK_PORT.
export_settings() {
    export REDIS_URL="redis://127.0.0.1:$REDIS_PORT/0"
    export MANTEL_LISTEN="127.0.0.1:$PORT" MANTEL_ORIGIN="$ORIGIN"
    export MANTEL_ASSETS="$MANTEL_ROOT/Sources/Web/Assets:$MANTEL_HOME/vendor"
    export MANTEL_MIGRATIONS="$MANTEL_ROOT/db/migrations"
    secret mantel_secret >/dev/null
    MANTEL_SECRET_FILE="$(secret_file mantel_secret)"
    export MANTEL_SECRET_FILE OMP_THREAD_LIMIT=1
    if [ -n "$SINK_PORT" ]; then
        export SMTP_URL="smtp://127.0.0.1:$SINK_PORT" MAIL_FROM="${MAIL_FROM:-Mantel <mantel@localhost>}"
    fi
}

migrate() {
    DATABASE_URL_FILE="$(secret_file local_database_url_owner)" \
        MANTEL_API_PASSWORD_FILE="$(secret_file postgres_api)" \
        MANTEL_WORKER_PASSWORD_FILE="$(secret_file postgres_worker)" \
        "$BIN/mantel" migrate || fail "The database could not be migrated; the reason is above."
}

# with_role NAME COMMAND… : a command under the role of the database, and the health file, of a process.
with_role() {
    local name="$1" role=worker
    shift
    [ "$name" != mantel-api ] || role=api
    DATABASE_URL_FILE="$(secret_file "local_database_url_$role")" MANTEL_HEALTH_FILE="$MANTEL_HOME/run/$name.health" "$@"
}

start_mantel() {
    rm -f "$MANTEL_HOME/run/$1.health"
    with_role "$1" start_process "$MANTEL_HOME/run/$1.pid" "$MANTEL_HOME/log/$1.log" "$BIN/$1"
}

is_healthy() { with_role "$1" "$BIN/$1" --health >/dev/null 2>&1; }

# Waits until each named process answers that it is well; at most 30 s for all of them.
wait_for_health() {
    local name deadline=$((SECONDS + 30))
    for name in "$@"; do
        until is_healthy "$name"; do
            running_pid "$MANTEL_HOME/run/$name.pid" >/dev/null ||
                fail "$name did not start; the last lines of $MANTEL_HOME/log/$name.log:" \
                    "$(tail -n 5 "$MANTEL_HOME/log/$name.log")"
            [ "$SECONDS" -lt "$deadline" ] || fail "$name is not well after 30 s; see $MANTEL_HOME/log/$name.log"
            sleep 0.1
        done
    done
}

# start_again NAME: PostgreSQL and Redis on the ports that everything else knows. One that does not start says why.
start_again() {
    case "$1" in
    postgres) (start_postgres "$MANTEL_HOME" durable "$POSTGRES_PORT") ;;
    redis) (start_redis "$MANTEL_HOME" durable "$REDIS_PORT") ;;
    *) start_mantel "$1" ;;
    esac
}

# Starts again, for ever, what ended by itself: each of the named processes, and the two servers that they stand on.
watch_processes() {
    local name
    declare -A started=() pause=() due=()
    while true; do
        for name in postgres redis "$@"; do
            running_pid "$MANTEL_HOME/run/$name.pid" >/dev/null && continue
            if [ -z "${due[$name]:-}" ]; then
                if [ -z "${started[$name]:-}" ] || [ $((SECONDS - ${started[$name]})) -ge "$SOON" ]; then
                    pause[$name]=0
                else
                    pause[$name]=$((pause[$name] * 2 + 1))
                    [ "${pause[$name]}" -le "$LONGEST_PAUSE" ] || pause[$name]="$LONGEST_PAUSE"
                fi
                due[$name]=$((SECONDS + pause[$name]))
                warn "$name ended and is started again in ${pause[$name]} s; see $MANTEL_HOME/log/$name.log"
            fi
            [ "$SECONDS" -ge "${due[$name]}" ] || continue
            due[$name]="" started[$name]="$SECONDS"
            start_again "$name" || true
        done
        # In the background, so that a signal ends the wait at once.
        sleep 1 &
        wait "$!" || true
    done
}

# Mantel first, so that what it accepted is answered and stored; then what it stores in.
stop_everything() {
    local name
    for name in mantel-api "${WORKERS[@]}"; do
        kill -s TERM "$(running_pid "$MANTEL_HOME/run/$name.pid")" 2>/dev/null || true
    done
    for name in mantel-api "${WORKERS[@]}"; do stop_process "$MANTEL_HOME/run/$name.pid" 20; done
    stop_process "$MANTEL_HOME/run/mail-sink.pid" 5
    stop_redis "$MANTEL_HOME"
    stop_postgres "$MANTEL_HOME"
}
