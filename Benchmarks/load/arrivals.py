"""The load generator, Benchmarks/arrivals.c: built when it is older than its source, and run."""

import json, subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE, BINARY = ROOT / "Benchmarks/arrivals.c", ROOT / ".build/arrivals"
# Missing or wrong responses, and a rate that was not reached: these are results as well.
RESULTS = (0, 1, 2)


def write(path, requests):
    """Writes requests in the generator's format."""
    with open(path, "wb") as file:
        for request in requests:
            file.write(b"%d\n%b" % (len(request), request))
    return path


class Load:
    """A running generator, with its options as keywords: `warm_up=1` is --warm-up 1."""

    def __init__(self, port, *, once=False, **options):
        if not BINARY.exists() or BINARY.stat().st_mtime < SOURCE.stat().st_mtime:
            build()
        words = [BINARY, "--port", port, *(["--once"] if once else [])]
        for name, value in options.items():
            words += ["--" + name.replace("_", "-"), value]
        self.process = subprocess.Popen(
            list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def result(self):
        """Its results; `complaint` is their fault, if any."""
        out, complaint = self.process.communicate()
        if self.process.returncode not in RESULTS:
            raise SystemExit(complaint)
        return json.loads(out) | {"complaint": complaint.strip()}


def build():
    BINARY.parent.mkdir(exist_ok=True)
    subprocess.run(
        ["cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-pthread", "-o", BINARY, SOURCE, "-lm"],
        check=True,
    )


def run(port, **options):
    return Load(port, **options).result()


def fill(port, path, requests):
    """Sends each request once; all must succeed."""
    result = run(port, once=True, writes=write(path, requests), patience=60)
    if result["complaint"]:
        raise SystemExit(f"filling the server: {result['complaint']}")
