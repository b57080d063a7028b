# Sourced by the scripts: common functions, and the checks of the machine's prerequisites.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# Ensures that Swift, SQLite and crypt are available; takes 0.3 s if they are.
set_up() {
    require_swift
    require_library libsqlite3-dev "SQLite's development package" compiles_sqlite
    # libc6-dev of Debian and Ubuntu includes it; other systems may have a separate package.
    require_library libcrypt-dev "libxcrypt's development package" compiles_crypt
}

# Ensures that a release of `todo` can be linked, too.
set_up_todo() { require_library libcurl4-openssl-dev "libcurl's development package" compiles_curl; }

# Installs a package unless a program that uses it can be built: NAME DESCRIPTION TEST
require_library() {
    "$3" 2>/dev/null && return
    install "$1" "$2"
    "$3" >&2 || fail "$1 is installed, but the toolchain cannot use it yet."
}

require_swift() {
    local wanted="toodoo needs Swift 6.2 or newer (https://www.swift.org/install/linux)"
    local says major minor
    command -v swift >/dev/null || fail "$wanted, and there is no 'swift' in the PATH."
    says=$(swift --version 2>&1 | head -n 3) ||
        fail "$wanted, and the 'swift' in the PATH does not start: $says"
    read -r major minor < <(sed -nE 's/.*Swift version ([0-9]+)\.([0-9]+).*/\1 \2/p' <<<"$says") ||
        fail "$wanted, and the 'swift' in the PATH is something else: $says"
    ((major > 6 || (major == 6 && minor >= 2))) || fail "$wanted, and this one is $major.$minor."
}

# Prints the folder of the toolchain's tools, even if `swift` is a link or a proxy (as with
# swiftly).
toolchain_bin() {
    swift -print-target-info |
        sed -nE 's|.*"runtimeResourcePath": *"(.*)/lib/swift[^/]*".*|\1/bin|p'
}

# Tests whether the toolchain finds the library, not where its files are.
compiles_sqlite() {
    local clang library
    clang=$(toolchain_bin)/clang
    # A release links the archive, all other builds the shared library.
    for library in -lsqlite3 -l:libsqlite3.a; do
        printf '#include <sqlite3.h>\nint main(void) { return !sqlite3_libversion_number(); }\n' |
            "$clang" -x c - -o /dev/null "$library" -lm || return
    done
}

compiles_crypt() {
    printf '#include <crypt.h>\nint main(void) { return !crypt_preferred_method(); }\n' |
        "$(toolchain_bin)/clang" -x c - -o /dev/null -lcrypt
}

# A static Foundation, as `todo` has it in a release, leaves libcurl to the system.
compiles_curl() {
    printf 'int curl_free(void); int main(void) { return curl_free(); }\n' |
        "$(toolchain_bin)/clang" -x c - -o /dev/null -lcurl
}

# Installs a package of Debian or Ubuntu: install NAME DESCRIPTION
install() {
    local package=$1 as_root=() missing="$2 ($1) is missing"
    command -v apt-get >/dev/null ||
        fail "$missing, and without apt-get it cannot be installed here: please install it."
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null && sudo true ||
            fail "$missing: please run 'apt-get install $package' as root."
        as_root=(sudo)
    fi
    say "Installing $2: ${as_root[*]:+sudo }apt-get install $package"
    # Old package lists, or lists without one broken source, may be enough. apt waits for the lock,
    # because a new machine is often installing updates. Scripts that run at the same time install in
    # turn.
    local apt=(flock --close "$root/scripts/lib/setup.sh" "${as_root[@]}"
        env DEBIAN_FRONTEND=noninteractive apt-get -y -qq -o DPkg::Lock::Timeout=120)
    "${apt[@]}" update >/dev/null ||
        say "The package lists could not be renewed; trying the old ones."
    "${apt[@]}" install "$package" </dev/null >/dev/null ||
        fail "$missing and could not be installed."
}

# Builds a program for its use without Swift: build_release [PROGRAM [options of `swift build`]]
#
# scripts/release ships what this builds, without its symbols. .ci/run sets RELEASE_IS_BUILT for the
# server, because even a build of what is built waits for all other builds.
build_release() {
    [ -z "${RELEASE_IS_BUILT-}" ] || [ $# != 0 ] || return 0
    swift build --package-path "$root" -c release --product "${1:-toodoo}" --static-swift-stdlib \
        --disable-local-rpath "${@:2}"
}

# Installs packages from PyPI into an environment of their own, once: FOLDER NAME==VERSION…
install_python_packages() {
    local folder=$1
    shift
    [ "$(cat "$folder/installed" 2>/dev/null)" = "$*" ] && return
    say "Installing $* into ${folder#"$root/"}"
    python3 -m venv "$folder" 2>/dev/null ||
        { install python3-venv "Python's venv" && python3 -m venv "$folder"; }
    "$folder/bin/pip" install --quiet --disable-pip-version-check "$@" >&2
    echo "$*" >"$folder/installed"
}

# Ensures that there is a Deno, which checks and runs JavaScript and TypeScript.
deno_is_there() {
    command -v deno >/dev/null && return
    install_python_packages "$root/.build/deno" deno==2.9.8
    PATH=$root/.build/deno/bin:$PATH
}
