# shellcheck shell=bash
# A PostgreSQL server of our own: its folder, its port on the loopback, durable or (for tests) fast.
#
# It never touches the system's cluster. PostgreSQL refuses to run as root; when we are root it runs as the
# user `postgres` of Debian's package.

POSTGRES_BIN=/usr/lib/postgresql/15/bin

# Runs a command as the user the server belongs to.
as_postgres() {
    if is_root; then
        setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"
    else
        "$@"
    fi
}

# Where the data is, below the given home. A root's folder that `postgres` cannot enter (as /root) gets a
# folder in /var/lib instead, and a link to it.
postgres_folder() {
    local link="$1/postgres" place
    if is_root && [ ! -e "$link" ]; then
        mkdir -p "$link"
        chown postgres:postgres "$link"
        chmod 700 "$link"
        if ! (cd / && as_postgres test -w "$link"); then
            rmdir "$link"
            place="/var/lib/mantel/$(printf '%s' "$link" | sha256sum | cut -c 1-16)/postgres"
            mkdir -p "$place"
            chown postgres:postgres "$place"
            chmod 700 "$place"
            ln -s "$place" "$link"
        fi
    fi
    mkdir -p "$link"
    as_postgres test -w "$link/." ||
        fail "$link belongs to another user. Run this as that user, or remove the folder (and the data in it)."
    readlink -f "$link"
}

# create_postgres FOLDER MODE: MODE is `durable` (password, fsync) or `test` (trust, no fsync).
create_postgres() {
    local folder="$1" mode="$2" auth=scram-sha-256 password
    [ "$mode" = durable ] || auth=trust
    password="$(mktemp)"
    if [ "$mode" = durable ]; then secret postgres; else printf 'test'; fi >"$password"
    ! is_root || chown postgres:postgres "$password"
    (cd / && as_postgres "$POSTGRES_BIN/initdb" -D "$folder" -U postgres --auth="$auth" --pwfile="$password" \
        --encoding=UTF8 --locale=C.UTF-8 --no-instructions) >"$MANTEL_HOME/initdb.log" 2>&1 ||
        fail "PostgreSQL's folder could not be made:" "$(tail -n 5 "$MANTEL_HOME/initdb.log")"
    rm -f "$password"
}

# start_postgres HOME MODE [PORT]: leaves POSTGRES_PORT set; nothing to do where it already runs.
start_postgres() {
    local home="$1" mode="$2" folder settings=()
    if running_pid "$home/run/postgres.pid" >/dev/null; then
        POSTGRES_PORT="$(<"$home/run/postgres.port")"
        return 0
    fi
    folder="$(postgres_folder "$home")" || exit 1
    as_postgres test -e "$folder/PG_VERSION" || create_postgres "$folder" "$mode"
    [ "$mode" = durable ] || settings=(-c fsync=off -c synchronous_commit=off -c full_page_writes=off)
    POSTGRES_PORT="${3:-$(free_port)}"
    # The server opens its log by itself only when told to: its output is our file, opened by us.
    (
        cd /
        if is_root; then set -- setpriv --reuid=postgres --regid=postgres --init-groups --; else set --; fi
        start_process "$home/run/postgres.pid" "$home/log/postgres.log" "$@" "$POSTGRES_BIN/postgres" -D "$folder" \
            -c listen_addresses=127.0.0.1 -c port="$POSTGRES_PORT" -c unix_socket_directories= \
            -c max_connections=200 -c timezone=UTC "${settings[@]}"
    )
    printf '%s' "$POSTGRES_PORT" >"$home/run/postgres.port"
    wait_for_postgres "$home"
}

wait_for_postgres() {
    local tries
    for ((tries = 600; tries > 0; tries--)); do
        "$POSTGRES_BIN/pg_isready" -q -h 127.0.0.1 -p "$POSTGRES_PORT" && return 0
        running_pid "$1/run/postgres.pid" >/dev/null ||
            fail "PostgreSQL did not start; the last lines of $1/log/postgres.log:" "$(tail -n 5 "$1/log/postgres.log")"
        sleep 0.05
    done
    fail "PostgreSQL does not answer; see $1/log/postgres.log"
}

# INT is PostgreSQL's "fast" stop: it ends the sessions and writes a checkpoint.
stop_postgres() { stop_process "$1/run/postgres.pid" 60 INT; }
