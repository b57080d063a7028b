# Installs, upgrades, removes and purges a package in a fresh Debian, and verifies what is there
# after each step. scripts/debian calls it in namespaces of its own: debian-try.sh ROOT PACKAGE
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

tree=$1 package=$2
units=(toodoo.service toodoo.socket toodoo-backup.timer)
database=/var/lib/toodoo/toodoo.sqlite

in_debian() {
    chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        DEBIAN_FRONTEND=noninteractive "$@"
}
as_toodoo() { in_debian setpriv --reuid toodoo --regid toodoo --clear-groups "$@"; }
apt() { in_debian apt-get -qq -y -o APT::Install-Recommends=false "$@" 2>&1; }
exported() { as_toodoo toodoo export - --db "$database"; }
packages() { in_debian dpkg-query -W | wc -l; }
links() { find "$tree/etc/systemd/system" -name 'toodoo*' | wc -l; }

# Fails unless the output of a step contains a text: says STEP OUTPUT TEXT
says() { [[ $2 == *"$3"* ]] || fail "$1 does not say '$3', but: $2"; }
states() { in_debian systemctl --root=/ is-enabled "${units[@]}" | sort -u; }

set_up_tree() {
    mount -t proc proc "$tree/proc"
    apt-config dump | grep -E '^Acquire::.*(Proxy|CaInfo)' >"$tree/etc/apt/apt.conf.d/99-host" || true
    cp /etc/resolv.conf "$tree/etc/resolv.conf"
    # No syncs: the tree is deleted.
    echo force-unsafe-io >"$tree/etc/dpkg/dpkg.cfg.d/unsafe-io"
    apt update >/dev/null || fail "The package lists cannot be read."
    cp "$package" "$tree/first.deb"
    # The same with a higher version.
    dpkg-deb -R "$package" "$tree/next"
    sed -i 's/^Version: .*/&+1/' "$tree/next/DEBIAN/control"
    dpkg-deb --root-owner-group -Znone -b "$tree/next" "$tree/next.deb" >/dev/null
    rm -r "$tree/next"
}

install_first() {
    local before said
    before=$(packages)
    said=$(apt install /first.deb) || fail "The package cannot be installed: $said"
    echo "installed with $(($(packages) - before - 1)) packages that a minimal Debian lacks"
    says "An installation" "$said" "systemctl enable --now toodoo.socket toodoo.service"
    [ "$(states || true)" = disabled ] || fail "The units are not off: $(states || true)"
    said=$(in_debian systemd-analyze verify --man=no toodoo.service toodoo-backup.timer 2>&1) ||
        fail "systemd rejects the units: $said"
    for file in man/man1/todo.1.gz man/man1/toodoo.1.gz bash-completion/completions/todo \
        zsh/vendor-completions/_todo fish/vendor_completions.d/todo.fish; do
        [ -s "$tree/usr/share/$file" ] || fail "There is no $file."
    done
    says "todo" "$(in_debian sh -c 'todo add Buy milk && todo')" "Buy milk"
}

# Does an administrator's first steps. systemd does not run here, so its folder is made by hand.
use_it() {
    in_debian systemctl --root=/ enable --quiet "${units[@]}"
    in_debian install -d -o toodoo -g toodoo -m 700 "${database%/*}"
    echo '[{"title":"Buy milk"}]' | as_toodoo toodoo import - --db "$database" >/dev/null 2>&1
    items=$(exported)
    says "The database" "$items" "Buy milk"
}

upgrade() {
    local said
    said=$(apt install /next.deb) || fail "The package cannot be upgraded: $said"
    [[ $said != *"enable --now"* ]] || fail "An upgrade speaks of a new service."
    [ "$(exported)" = "$items" ] || fail "An upgrade changes the database."
    [ "$(states)" = enabled ] || fail "An upgrade turns the service off."
}

remove() {
    apt remove toodoo >/dev/null || fail "The package cannot be removed."
    [ ! -e "$tree/usr/bin/toodoo" ] || fail "The program stays."
    [ -s "$tree$database" ] || fail "A removal deletes the database."
    says "A purge" "$(apt purge toodoo)" "rm -r ${database%/*}"
    [ -s "$tree$database" ] || fail "A purge deletes the database."
    [ "$(links)" = 0 ] || fail "A purge leaves links to units."
}

set_up_tree
install_first
use_it
upgrade
remove
