# Runs an image's root file system as a container and verifies it. scripts/container calls it in
# namespaces of its own: container-run.sh ROOT VOLUME SETTINGS
#
# SETTINGS is the image's configuration: the user, the environment, the words of the entry point and
# the command, and the words of the health check. Each value has a line; an empty line ends each
# list.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

image=$1 volume=$2
exec 5<"$3"
read -r user <&5
list() {
    local line
    lines=()
    while IFS= read -r line <&5 && [ -n "$line" ]; do lines+=("$line"); done
}
list && environment=("${lines[@]}")
list && entry=("${lines[@]}")
list && health=("${lines[@]}")
exec 5<&-

first='' outer='' starts=()
url=http://127.0.0.1:8080
# As process 1 of a PID namespace with its own /proc, from which a Swift program reads its
# arguments.
as_image=(unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$0/proc" && exec "$@"'
    "$image" chroot --userspec="$user" "$image" env -i "${environment[@]}")
trap '[ -z "$outer" ] || kill -KILL "$outer" 2>/dev/null || true' EXIT

# Makes everything but the volume read-only.
set_up_root() {
    mount --make-rprivate /
    mount --bind "$image" "$image"
    mount -o remount,bind,ro "$image"
    mount --bind "$volume" "$image/data"
    ip link set lo up
}

# Prints the children of a process that have not been reaped (proc(5)).
children() { sed 's/ .*//' "/proc/$1/task/$1/children"; }

start() {
    local begin=$EPOCHREALTIME end
    mkfifo "$volume.ready"
    exec 4<>"$volume.ready"
    "${as_image[@]}" "${entry[@]}" --ready-fd 3 3>&4 4>&- &
    outer=$!
    read -r -t 30 <&4 || fail "The server does not become ready."
    end=$EPOCHREALTIME
    exec 4>&-
    rm "$volume.ready"
    first=$(children "$outer")
    starts+=($(((${end/./} - ${begin/./}) / 1000)))
}

stop() {
    local code=0
    kill -TERM "$first"
    wait "$outer" || code=$?
    outer=''
    [ $code = 0 ] || fail "SIGTERM ended the server with $code."
}

# Follows a user's first steps: without a token the answer is 401; then an account and a token.
make_account() {
    local status
    status=$(curl -s -o /dev/null -w '%{http_code}' "$url/items")
    [ "$status" = 401 ] || fail "Without a token the answer is $status."
    echo 'a crumbling lighthouse' |
        "${as_image[@]}" "${entry[0]}" user add --email you@example.org >&2 ||
        fail "An account cannot be made."
    token=$("${as_image[@]}" "${entry[0]}" token create --user you@example.org) ||
        fail "A token cannot be made."
}

ask() { curl -sf -H "Authorization: Bearer $token" "$@"; }

# Operations that need temporary files elsewhere: staged rows of an import, and a rollback journal.
prove_read_only() {
    local count
    "${as_image[@]}" sh -c ': >/usr/local/bin/new' 2>/dev/null &&
        fail "The root file system can be written to."
    for number in {1..20000}; do echo "{\"title\":\"Item $number\",\"itemDescription\":\"$RANDOM\"}"; done |
        "${as_image[@]}" "${entry[0]}" import --user you@example.org - 2>/dev/null || fail "An import fails."
    ask -o /dev/null -X DELETE "$url/items" || fail "Deleting 20,000 items fails."
    ask -o /dev/null -X POST "$url/undo/3" || fail "Undoing that fails."
    count=$(ask "$url/items" | grep -o '"id"' | wc -l)
    [ "$count" = 20001 ] || fail "Of 20,001 items there are $count."
}

# An orphan becomes a child of process 1, which must reap it.
prove_reaping() {
    local tries
    mkfifo "$volume.orphan"
    nsenter --target "$first" --pid sh -c "read word <'$volume.orphan' &"
    [ -n "$(children "$first")" ] || fail "There is no orphan to be reaped."
    echo >"$volume.orphan"
    for tries in {1..100}; do
        [ -z "$(children "$first")" ] && return
        sleep 0.05
    done
    fail "An ended orphan remains as a zombie."
}

set_up_root
start
make_account
stored=$(ask -H 'Content-Type: application/json' -d '{"title":"Buy milk"}' "$url/items") ||
    fail "A POST fails."
[[ $(ask "$url/items") == "[$stored]" ]] || fail "The stored item is not returned."
id=$(cut -d '"' -f 4 <<<"$stored")
"${as_image[@]}" "${health[@]}" >&2 || fail "The health check fails."
prove_read_only
prove_reaping
memory=$(awk '/^VmRSS/ { print $2 / 1000 " MB" }' "/proc/$first/status")
stop
"${as_image[@]}" "${health[@]}" 2>/dev/null && fail "The health check passes without a server."
for _ in {1..4}; do
    start
    [[ $(ask "$url/items/$id") == *'"title":"Buy milk"'* ]] ||
        fail "The item is missing after a restart."
    stop
done
echo "ready after ${starts[*]} ms, with the time to make a process namespace; $memory of memory"
