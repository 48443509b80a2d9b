# shellcheck shell=bash
# The application's database in the private server, its owner, and the addresses that processes use.

# Runs psql as the superuser of the private server; nothing of the password is on a command line.
superuser_psql() {
    PGPASSWORD="$(secret postgres)" psql -X -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$POSTGRES_PORT" -U postgres "$@"
}

# The owner migrates and may make roles, and is no superuser; the API and the workers own nothing.
create_database() {
    [ -z "$(superuser_psql -At -d postgres -c "SELECT 1 FROM pg_database WHERE datname = 'mantel'")" ] || return 0
    say "CREATE ROLE mantel_owner LOGIN CREATEROLE PASSWORD '$(secret postgres_owner)';" |
        superuser_psql -d postgres
    superuser_psql -d postgres -c 'CREATE DATABASE mantel OWNER mantel_owner'
}

# Writes the address of the database for each role into a secret of its own; the port changes between runs.
write_database_addresses() {
    local role
    for role in owner api worker; do
        keep_secret "local_database_url_$role" \
            "postgresql://mantel_$role:$(secret "postgres_$role")@127.0.0.1:$POSTGRES_PORT/mantel"
    done
}
