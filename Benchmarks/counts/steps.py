"""What each step on a request's way costs: instructions and calls for memory."""
import shutil, subprocess

from attacks.server import BINARY
from counts import callgrind

STEPS = BINARY.parent / "Steps"
# Pages of SQLite's log go back into the database every few batches, so it takes some dozens for a fair share.
TURNS = {"write": (32, 96), "page": (50, 250), "list": (50, 250)}


def all_steps():
    """The names of the steps, and what they are called in the table."""
    lines = subprocess.run([STEPS, "list"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split("\t") for line in lines]


def measure(name, seed, folder):
    """What one turn of the step costs."""
    few, many = TURNS.get(name, (500, 2_500))
    return callgrind.each(run(name, few, seed, folder), run(name, many, seed, folder), many - few)


def run(name, count, seed, folder):
    database, out = folder / f"{name}-{count}.sqlite", folder / f"{name}-{count}.out"
    shutil.copy(seed, database)
    subprocess.run([*callgrind.below(out), STEPS, database, name, str(count)], check=True, stdout=subprocess.DEVNULL)
    database.unlink()
    return callgrind.counted(out)


def ratios(seed, folder):
    """How long each step takes, in thousands of multiplications."""
    database = folder / "ratios.sqlite"
    shutil.copy(seed, database)
    lines = subprocess.run([STEPS, database, "ratios"], capture_output=True, text=True, check=True).stdout.splitlines()
    return {name: float(ratio) for name, ratio in (line.split("\t") for line in lines)}
