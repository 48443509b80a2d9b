# shellcheck shell=bash
# The parts that `deploy/test` consists of. Each prints its result as its last line and fails if it failed.
# A part runs where the shell ignores `set -e`, so steps are joined with &&.

build_tests() { swift build --build-tests; }

# swift_tests [FILTER…] : without a filter, one test target after the other. Each has a process of its own, so
# that a test with a clock in it is not slowed by the load of a hundred others.
swift_tests() {
    local arguments=() filter target failed=0
    if [ $# -gt 0 ]; then
        for filter in "$@"; do arguments+=(--filter "$filter"); done
        swift test --skip-build --disable-xctest "${arguments[@]}"
        return
    fi
    for target in Tests/*Tests; do
        compgen -G "$target/*.swift" >/dev/null || continue
        say "-- ${target#Tests/}"
        swift test --skip-build --disable-xctest --filter "^${target#Tests/}\\." || failed=1
    done
    return "$failed"
}

# Every shell script of ours, found by its first line.
scripts() {
    local files
    mapfile -t files < <(grep -rlE '^#!.*bash$|^# shellcheck shell=bash$' deploy .ci)
    shellcheck "${files[@]}" && say "${#files[@]} scripts are clean."
}

compose_file() {
    local file arguments=()
    for file in "" deploy/compose.*.yml; do
        arguments=(-f docker-compose.yml)
        [ -z "$file" ] || arguments+=(-f "$file")
        docker-compose "${arguments[@]}" config --quiet || return 1
    done
    say "docker-compose.yml is valid, alone and with each file that changes it."
}

schema() { deploy/schema --check; }

# python_tests FOLDER [ARGUMENT…] : pytest in a virtual environment of the folder's pinned packages, made again when
# its list changes.
python_tests() {
    local folder="Tests/$1" venv="$MANTEL_HOME/venv/$1"
    shift
    if ! cmp -s "$folder/requirements.txt" "$venv/requirements.txt"; then
        rm -rf "$venv" && /usr/bin/python3 -m venv "$venv" &&
            "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r "$folder/requirements.txt" &&
            cp "$folder/requirements.txt" "$venv/requirements.txt" || return 1
    fi
    "$venv/bin/python" -m pytest -v "$folder" "$@"
}

browser() { python_tests BrowserTests; }

build_executables() { swift build; }

# On servers of their own, which they stop, kill and fill.
faults() { python_tests FaultTests "$@"; }
