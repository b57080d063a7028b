"""What a process did, counted by valgrind: the same each time, whatever else the machine does."""
import re
from pathlib import Path

UNITS = ("instructions", "allocations", "of ours", "system calls")
ALLOCATES = re.compile(r"(malloc|calloc|realloc|memalign|posix_memalign|aligned_alloc)(@|\Z)")
# All memory of SQLite's comes through two functions of its own.
SQLITE = ("sqlite3MemMalloc", "sqlite3MemRealloc")
# A call that may block is told of twice, the second time without its name. The time is asked without the
# kernel (vdso(7)) where there is no valgrind.
CALLED = re.compile(r"^SYSCALL\[\d+,\d+\]\( *\d+\) (?!\.\.\.|sys_clock_gettime|sys_gettimeofday)", re.MULTILINE)


def below(out):
    """The words in front of a command that have it counted into the file `out` and the one beside it."""
    return ["valgrind", "--tool=callgrind", "--quiet", f"--callgrind-out-file={out}", "--trace-syscalls=yes",
            f"--log-file={out}.calls"]


def counted(out):
    """Instructions of user space, calls for memory, those of them that are not SQLite's, and calls of the kernel.

    The file says `fn=(3) answer` before what a function does, `cfn=(7) malloc` before what it calls, and `calls=5 …`
    in the next line (valgrind.org/docs/manual/cl-format.html). A name stands only where its number comes first;
    callers are numbered together with callees.
    """
    names, caller, callee, calls, ours, total = {}, None, None, 0, 0, None
    for line in Path(out).read_text(errors="replace").splitlines():
        if line.startswith(("fn=", "cfn=")):
            number, _, name = line[line.index("=") + 1:].partition(" ")
            if name: names[number] = name
            if line[0] == "f": caller = names[number]
            else: callee = names[number]
        elif line.startswith("calls=") and ALLOCATES.match(callee):
            count = int(line[6:].split()[0])
            calls += count
            if caller not in SQLITE: ours += count
        elif line.startswith("totals:"): total = int(line.split()[1])
    return total, calls, ours, len(CALLED.findall(Path(f"{out}.calls").read_text(errors="replace")))


def each(few, many, times):
    """What one more cost, of two runs of which one did `times` more: starting and ending fall out."""
    return tuple((m - f) / times for f, m in zip(few, many))
