# shellcheck shell=bash
# Starting a process in the background and ending exactly that one later.
#
# A pid file holds the pid and the start time of the process (field 22 of /proc/PID/stat). A pid that was
# given to another process since then has another start time, so it is never signalled by mistake.

# process_field PID NUMBER: a field of /proc/PID/stat, from the third on; fails where there is no such process.
process_field() {
    local line number="$2"
    { line="$(<"/proc/$1/stat")"; } 2>/dev/null || return 1
    # The second field, the name in brackets, may hold spaces and brackets: cut after the last one.
    line="${line##*) }"
    # shellcheck disable=SC2086 # splitting into fields is the purpose
    set -- $line
    # A zombie has ended; only its parent has not looked yet.
    [ "$1" != Z ] || return 1
    shift "$((number - 3))"
    printf '%s' "$1"
}

# The start time of a pid in clock ticks since boot; fails where there is no such process.
start_time() { process_field "$1" 22; }

# Prints the pid of a running process by its pid file; fails where it is not running.
running_pid() {
    local pid time
    [ -r "$1" ] || return 1
    read -r pid time <"$1" || return 1
    [ -n "$pid" ] && [ "$(start_time "$pid")" = "$time" ] || return 1
    printf '%s' "$pid"
}

record_process() { printf '%s %s\n' "$2" "$(start_time "$2")" >"$1"; }

# Waits until a child leads a session of its own. Before that it is still this shell, and a signal to it is lost.
await_session() {
    local tries
    for ((tries = 0; tries < 1000; tries++)); do
        [ "$(process_field "$1" 6)" != "$1" ] || return 0
        start_time "$1" >/dev/null || return 0
        sleep 0.01
    done
}

# start_process PIDFILE LOG COMMAND… : in a session of its own, so that Ctrl-C reaches only the script.
start_process() {
    local pid_file="$1" log="$2"
    shift 2
    mkdir -p "$(dirname "$pid_file")" "$(dirname "$log")"
    setsid -- "$@" </dev/null >>"$log" 2>&1 &
    await_session "$!"
    record_process "$pid_file" "$!"
    # The shell would report the end of its child in words of its own.
    disown "$!"
}

# stop_process PIDFILE SECONDS [SIGNAL]: asks, waits up to the given seconds, then kills.
stop_process() {
    local pid_file="$1" seconds="$2" signal="${3:-TERM}" pid tries
    pid="$(running_pid "$pid_file")" || {
        rm -f "$pid_file"
        return 0
    }
    kill -s "$signal" "$pid" 2>/dev/null || true
    for ((tries = seconds * 20; tries > 0; tries--)); do
        running_pid "$pid_file" >/dev/null || break
        sleep 0.05
    done
    if running_pid "$pid_file" >/dev/null; then
        warn "$(basename "$pid_file" .pid) did not end within $seconds s and was killed"
        kill -s KILL "$pid" 2>/dev/null || true
        for ((tries = 200; tries > 0; tries--)); do
            running_pid "$pid_file" >/dev/null || break
            sleep 0.05
        done
    fi
    rm -f "$pid_file"
}

# Whether something answers on a TCP port of 127.0.0.1.
port_in_use() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# A free TCP port below the range that the kernel gives to clients.
free_port() {
    local port tries
    for ((tries = 0; tries < 200; tries++)); do
        port=$((20000 + RANDOM % 10000))
        port_in_use "$port" || {
            printf '%s' "$port"
            return 0
        }
    done
    fail "No free port was found on 127.0.0.1."
}
