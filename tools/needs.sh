# Sourced by the scripts beside it: installs what is missing, says what it does, starts servers.

step() {
    printf '\n== %s (after %d s)\n' "$*" "$SECONDS"
}

# need_command COMMAND PACKAGE…: the Debian packages, unless the command is there.
need_command() {
    local command=$1
    shift
    command -v "$command" >/dev/null && return
    step "installing $*"
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" apt-get install -y --no-install-recommends "$@"
}

# need_postgresql: a PostgreSQL server, unless there is one. Debian has its programs out of the way.
need_postgresql() {
    compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null || need_command /usr/lib/postgresql/initdb postgresql
}

# need_cargo_tool CRATE VERSION: a Rust program from its registry, unless it is there in that version.
need_cargo_tool() {
    local crate=$1 version=$2
    if "$crate" --version 2>/dev/null | grep -qF "$version"; then
        return
    fi
    step "installing $crate $version (once; takes some minutes)"
    cargo install --locked "$crate@$version"
}

# start_server PROGRAM: serves the page from a store of its own until the script ends; sets address and server (its
# process).
start_server() {
    store=$(mktemp -d)
    coproc SERVER { exec "$1" serve --port 0 --store "$store/store.db" 2>/dev/null; }
    server=$SERVER_PID
    trap 'kill "$server" 2>/dev/null || true; rm -rf "$store"' EXIT
    local line
    read -r -u "${SERVER[0]}" line
    address=${line##* }
}
