# Sourced by scripts that need a fresh Debian.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

release=bookworm

# Unpacks a minimal Debian, which is made once and kept: debian_tree FOLDER
debian_tree() {
    local archive=$root/.build/debian-$release.tar made mirror
    if [ ! -f "$archive" ]; then
        command -v debootstrap >/dev/null || install debootstrap "debootstrap"
        # The mirror that this machine uses; without one, debootstrap uses its default.
        mirror=$(apt-get indextargets --format '$(REPO_URI)' "Release: $release" 'Created-By: Packages' |
            head -n 1)
        made=$(mktemp -d)
        debootstrap --variant=minbase "$release" "$made/tree" ${mirror:+"$mirror"} >/dev/null
        mkdir -p "$root/.build"
        tar -C "$made/tree" -c --exclude='./var/cache/apt/*' --exclude='./var/lib/apt/lists/*' . \
            >"$archive.new"
        mv "$archive.new" "$archive"
        rm -rf "$made"
    fi
    tar -C "$1" -x <"$archive"
}
