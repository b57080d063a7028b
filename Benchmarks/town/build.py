"""The programs of the town: the load generator, the counter of syncs, and the reference server in Rust."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / ".build/town"
GENERATOR, SHIM, REFERENCE = BUILD / "town", BUILD / "countsync.so", BUILD / "town-reference"
# Debian's crates; nothing is downloaded.
CARGO_CONFIG = """
[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "/usr/share/cargo/registry"
[net]
offline = true
"""


CRATES = ("hyper", "rusqlite", "serde", "serde-json", "sha2", "tokio", "uuid")


def missing_packages(with_reference):
    """The Debian packages without which something cannot be built."""
    if not shutil.which("cc"):
        yield "gcc"
    if not Path("/usr/include/sqlite3.h").exists():
        yield "libsqlite3-dev"
    if with_reference:
        if not Path("/usr/bin/cargo").exists():
            yield "cargo"
        registry = Path("/usr/share/cargo/registry")
        for crate in CRATES:
            if not any(registry.glob(f"{crate.replace('-', '_')}-[0-9]*")) and not any(
                registry.glob(f"{crate}-[0-9]*")
            ):
                yield f"librust-{crate}-dev"


def is_older(made, *sources):
    return not made.exists() or made.stat().st_mtime < max(s.stat().st_mtime for s in sources)


def build(with_reference):
    """Builds what is older than its sources; ends with a sentence if packages are missing."""
    missing = list(missing_packages(with_reference))
    if missing:
        packages = " ".join(missing)
        sys.exit(f"Packages are missing: apt-get install {packages}")
    BUILD.mkdir(parents=True, exist_ok=True)
    cc = ["cc", "-O2", "-Wall"]
    if is_older(GENERATOR, HERE / "town.c"):
        subprocess.run([*cc, "-o", GENERATOR, HERE / "town.c", "-lsqlite3", "-lm"], check=True)
    if is_older(SHIM, HERE / "countsync.c"):
        subprocess.run([*cc, "-shared", "-fPIC", "-o", SHIM, HERE / "countsync.c"], check=True)
    if with_reference and is_older(REFERENCE, HERE / "Cargo.toml", HERE / "main.rs"):
        build_reference()


def build_reference():
    folder = BUILD / "cargo"
    (folder / ".cargo").mkdir(parents=True, exist_ok=True)
    (folder / ".cargo/config.toml").write_text(CARGO_CONFIG)
    for name in ("Cargo.toml", "main.rs"):
        shutil.copy2(HERE / name, folder)
    # Debian's compiler fits its crates; another one may come first in PATH.
    cargo = "/usr/bin/cargo" if Path("/usr/bin/cargo").exists() else "cargo"
    environment = os.environ | {
        "PATH": f"/usr/bin:{os.environ['PATH']}",
        "CARGO_TARGET_DIR": "target",
    }
    subprocess.run(
        [cargo, "build", "--release", "--quiet"],
        cwd=folder,
        check=True,
        env=environment,
    )
    shutil.copy2(folder / "target/release/town-reference", REFERENCE)
