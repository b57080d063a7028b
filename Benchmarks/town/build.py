"""The programs of the town: the load generator, the counter of syncs, and the reference server in Rust."""

import os
import shutil
import subprocess
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


def is_older(made, *sources):
    return not made.exists() or made.stat().st_mtime < max(s.stat().st_mtime for s in sources)


def build(with_reference):
    """Builds what is older than its sources."""
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
