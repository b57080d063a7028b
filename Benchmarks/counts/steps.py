"""The costs of each step of a request: instructions and allocations."""

import shutil, subprocess

from load.server import BINARY
from counts import callgrind

STEPS = BINARY.parent / "Steps"
# A checkpoint happens every few batches, so dozens of batches are needed for its average cost.
TURNS = {"write": (32, 96), "page": (50, 250), "list": (50, 250)}


def all_steps():
    """The names of the steps and their titles in the table."""
    lines = subprocess.run(
        [STEPS, "list"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return [line.split("\t") for line in lines]


def measure(name, seed, folder):
    """The cost of one run of the step."""
    few, many = TURNS.get(name, (500, 2_500))
    return callgrind.each(run(name, few, seed, folder), run(name, many, seed, folder), many - few)


def run(name, count, seed, folder):
    database, out = folder / f"{name}-{count}.sqlite", folder / f"{name}-{count}.out"
    shutil.copy(seed, database)
    subprocess.run(
        [*callgrind.below(out), STEPS, database, name, str(count)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    database.unlink()
    return callgrind.counted(out)


def ratios(seed, folder):
    """The time of each step, in thousands of multiplications."""
    database = folder / "ratios.sqlite"
    shutil.copy(seed, database)
    lines = subprocess.run(
        [STEPS, database, "ratios"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return {name: float(ratio) for name, ratio in (line.split("\t") for line in lines)}
