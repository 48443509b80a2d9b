# shellcheck shell=bash
# Secrets: random, made once, kept as files. Processes get the file's name (KEY_FILE), never the value.
#
# The folder is closed to others. The files themselves are readable, because compose mounts each one into a
# container whose user has another number; only the folder keeps others out on the host.

secret_file() { printf '%s/secrets/%s' "$MANTEL_HOME" "$1"; }

# Prints a secret; makes it at the first time.
secret() {
    local file
    file="$(secret_file "$1")"
    mkdir -p "$MANTEL_HOME/secrets"
    chmod 700 "$MANTEL_HOME/secrets"
    [ -s "$file" ] || keep_secret "$1" "$(random_word 24)"
    cat "$file"
}

# keep_secret NAME VALUE
keep_secret() {
    local file
    file="$(secret_file "$1")"
    mkdir -p "$MANTEL_HOME/secrets"
    chmod 700 "$MANTEL_HOME/secrets"
    printf '%s' "$2" >"$file.new"
    chmod 444 "$file.new"
    mv -f "$file.new" "$file"
}
