# shellcheck shell=bash
# The Swift toolchain: that it is there and new enough, and building with it.

SWIFT_NEEDED=6.2

need_swift() {
    local found
    command -v swift >/dev/null || fail \
        "Swift $SWIFT_NEEDED or newer is needed, and no \`swift\` is on the PATH." \
        "Get it for Debian 12 from https://www.swift.org/install/linux/"
    found="$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+(\.[0-9]+)*).*/\1/p' | head -n 1)"
    [ -n "$found" ] || fail "\`swift --version\` does not answer: $(swift --version 2>&1 | head -n 3)"
    # The older of both, by version order, has to be the needed one.
    [ "$(printf '%s\n%s\n' "$SWIFT_NEEDED" "$found" | sort -V | head -n 1)" = "$SWIFT_NEEDED" ] || fail \
        "Swift $SWIFT_NEEDED or newer is needed; this is Swift $found ($(command -v swift))." \
        "Get a newer one from https://www.swift.org/install/linux/"
}

# Builds all executables unless nothing changed since the last build: build_mantel debug|release
# Folders are compared too, so that a removed file counts as a change.
build_mantel() {
    local configuration="$1" stamp="$MANTEL_ROOT/.build/mantel-$1.stamp" started
    if [ -e "$stamp" ] && [ -x "$(binary_path "$configuration")/mantel-api" ] &&
        [ -z "$(cd "$MANTEL_ROOT" && find Package.swift Sources -newer "$stamp" -print -quit)" ]; then
        return 0
    fi
    say "Building ($configuration). The first time takes a few minutes."
    started="$(now)"
    mkdir -p "$MANTEL_ROOT/.build"
    touch "$stamp.new"
    (cd "$MANTEL_ROOT" && swift build -c "$configuration") || fail "The build failed; its messages are above."
    mv "$stamp.new" "$stamp"
    say "Built in $(since "$started") s."
}

# Where the executables of a configuration are.
binary_path() { printf '%s/.build/%s' "$MANTEL_ROOT" "$1"; }
