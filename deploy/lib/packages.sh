# shellcheck shell=bash
# Debian packages: which ones each task needs, and installing those that are missing.
# shellcheck disable=SC2034 # the lists are read by the scripts that source this file

# One system library target of Package.swift each, in its order.
PACKAGES_BUILD=(
    pkg-config libmicrohttpd-dev libpq-dev libhiredis-dev libsodium-dev libssl-dev libcurl4-openssl-dev
    libical-dev libxml2-dev libtesseract-dev libleptonica-dev libvips-dev libzbar-dev libqrencode-dev
)
PACKAGES_RUN=(
    postgresql-15 redis-server ca-certificates tzdata tesseract-ocr-eng tesseract-ocr-deu tesseract-ocr-fra
    tesseract-ocr-spa python3-pip python3-fonttools python3-brotli
)
PACKAGES_DEMO=(python3-aiosmtpd)
PACKAGES_TEST=(
    shellcheck docker-compose chromium fonts-dejavu-core python3-venv python3-aiosmtpd python3-jsonschema
    python3-dateutil python3-icalendar
)

# Prints those of the named packages that are not installed.
missing_packages() {
    local installed
    installed="$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | sed -n 's/ installed$//p' || true)"
    printf '%s\n' "$@" | grep -vxF -f <(printf '%s\n' "$installed") || true
}

# Installs what is missing of the named packages, or says exactly what to install and ends.
need_packages() {
    local missing=() as_root=()
    command -v dpkg-query >/dev/null || fail "This needs Debian 12 (or a system with its packages)."
    mapfile -t missing < <(missing_packages "$@")
    [ "${#missing[@]}" -gt 0 ] || return 0
    if ! is_root; then
        if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
            as_root=(sudo)
        else
            fail "These Debian packages are missing, and this user may not install them:" "    ${missing[*]}" \
                "As root:  apt-get install --no-install-recommends ${missing[*]}"
        fi
    fi
    say "Installing from Debian: ${missing[*]}"
    install_quietly "${missing[@]}" || fail \
        "Debian's packages could not be installed; the last lines of $MANTEL_HOME/apt.log:" \
        "$(tail -n 5 "$MANTEL_HOME/apt.log")" \
        "As root:  apt-get update && apt-get install --no-install-recommends ${missing[*]}"
}

# Uses the caller's `as_root`. Servers are installed to be run by us, not by the system: they are not started.
install_quietly() {
    local policy=/usr/sbin/policy-rc.d made=no result=0
    mkdir -p "$MANTEL_HOME"
    if [ ! -e "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
        "${as_root[@]}" chmod 755 "$policy"
        made=yes
    fi
    {
        "${as_root[@]}" apt-get update -q &&
            "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
    } >"$MANTEL_HOME/apt.log" 2>&1 </dev/null || result=1
    [ "$made" = no ] || "${as_root[@]}" rm -f "$policy"
    return "$result"
}
