"""Counts a process's work by valgrind, independently of other load."""

import re
from pathlib import Path

UNITS = ("instructions", "allocations", "of ours", "system calls")
ALLOCATES = re.compile(r"(malloc|calloc|realloc|memalign|posix_memalign|aligned_alloc)(@|\Z)")
# SQLite allocates all its memory through two functions.
SQLITE = ("sqlite3MemMalloc", "sqlite3MemRealloc")
# A call that may block is listed twice, the second time without its name. Without valgrind, reading the time
# is no system call (vdso(7)).
CALLED = re.compile(
    r"^SYSCALL\[\d+,\d+\]\( *\d+\) (?!\.\.\.|sys_clock_gettime|sys_gettimeofday)", re.MULTILINE
)


def below(out):
    """The prefix of a command that counts it into the file `out` and the one beside it."""
    return [
        "valgrind",
        "--tool=callgrind",
        "--quiet",
        f"--callgrind-out-file={out}",
        "--trace-syscalls=yes",
        f"--log-file={out}.calls",
    ]


def counted(out):
    """Instructions in user space, allocations, those of them that are not SQLite's, and system calls.

    The file has `fn=(3) answer` before a function's costs, `cfn=(7) malloc` before a call, and `calls=5 …` in the
    next line (valgrind.org/docs/manual/cl-format.html). A name is given only with the first use of its number;
    callers and callees share the numbers.
    """
    names, caller, callee, calls, ours, total = {}, None, None, 0, 0, None
    for line in Path(out).read_text(errors="replace").splitlines():
        if line.startswith(("fn=", "cfn=")):
            number, _, name = line[line.index("=") + 1 :].partition(" ")
            if name:
                names[number] = name
            if line[0] == "f":
                caller = names[number]
            else:
                callee = names[number]
        elif line.startswith("calls=") and ALLOCATES.match(callee):
            count = int(line[6:].split()[0])
            calls += count
            if caller not in SQLITE:
                ours += count
        elif line.startswith("totals:"):
            total = int(line.split()[1])
    return total, calls, ours, len(CALLED.findall(Path(f"{out}.calls").read_text(errors="replace")))


def each(few, many, times):
    """The cost of one unit, from two runs that differ by `times` units, so that start and end cancel out."""
    return tuple((m - f) / times for f, m in zip(few, many))
