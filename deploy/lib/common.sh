# shellcheck shell=bash
# What every script of this folder starts from: the place of the sources, the place of our data, and words.

MANTEL_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
# Everything a script makes goes into one folder, ignored by git. `deploy/services` and tests use a part of it.
MANTEL_HOME="${MANTEL_HOME:-$MANTEL_ROOT/.mantel}"

say() { printf '%s\n' "$*"; }
warn() { printf 'warning: %s\n' "$*" >&2; }
fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

is_root() { [ "$(id -u)" -eq 0 ]; }

# Seconds since the epoch, with fractions; for figures that we print.
now() { date +%s.%N; }
since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.1f", b - a }'; }

# A random word of hexadecimal digits, safe in a URL and in a shell: random_word BYTES
random_word() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
