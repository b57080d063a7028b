"""The counted costs as a table for diffs, and their growth since the committed one."""

import ctypes, os, platform, re, subprocess
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "results.txt"
HEAD = "What toodoo costs, as scripts/bench --update wrote it; Benchmarks/README.md tells how to read it."
WIDTH = 50

# A budget is the committed figure plus a tolerance: a share, and an absolute amount for rounding.
UNITS = {
    "instructions": (0.1, 0),
    "allocations": (0.05, 0.5),
    "of ours": (0.05, 0.05),
    "system calls": (0.1, 0.5),
    "bytes": (0.2, 0),
}
# With other versions only gross changes are detected.
STRANGE = 3


def versions():
    """The versions that change the figures besides our own code."""
    says = lambda *words: re.search(
        r"\d+\.[\d.]+\d", subprocess.run(words, capture_output=True, text=True, check=True).stdout
    )[0]
    sqlite = ctypes.CDLL("libsqlite3.so.0").sqlite3_libversion
    sqlite.restype = ctypes.c_char_p
    return ", ".join(
        [
            f"swift {says('swift', '--version')}",
            os.confstr("CS_GNU_LIBC_VERSION"),
            f"sqlite {sqlite().decode()}",
            f"valgrind {says('valgrind', '--version')}",
            platform.machine(),
        ]
    )


def shown(number, unit):
    """Three significant digits, since the others vary."""
    if unit in ("allocations", "of ours", "system calls") and number < 100:
        return f"{round(number, 1) + 0:,.1f}"
    return f"{int(float(f'{number:.3g}')):,}"


def text(rows):
    """The file: rows are {name: {unit: number}}."""
    lines, before = [HEAD, "", versions()], None
    for name, figures in rows.items():
        if list(figures) != before:
            before = list(figures)
            lines += ["", " " * WIDTH + "".join(f"{unit:>15}" for unit in figures)]
        lines.append(
            f"{name:{WIDTH}}"
            + "".join(f"{shown(number, unit):>15}" for unit, number in figures.items())
        )
    return "\n".join(lines) + "\n"


def committed():
    """The versions and the rows of the file."""
    lines, rows, units = FILE.read_text().splitlines(), {}, []
    for line in filter(None, lines[3:]):
        name, *values = re.split(r"\s{2,}", line)
        if name:
            rows[name] = {unit: float(value.replace(",", "")) for unit, value in zip(units, values)}
        else:
            units = values
    return lines[2], rows


def growth(unit, number, was, is_strange):
    """What to say of a figure that is over the budget for it; else nothing."""
    if was is None:
        return "  is not in the file"
    share, room = UNITS[unit]
    if is_strange:
        share *= STRANGE
    return f"  GREW by more than {share:.0%}" if number > was * (1 + share) + room else ""


def grown(rows):
    """The names of the rows that are over a budget."""
    theirs, old = committed()
    is_strange = theirs != versions()
    return {
        name
        for name, figures in rows.items()
        for unit, number in figures.items()
        if unit in old.get(name, {}) and growth(unit, number, old[name][unit], is_strange)
    }


def compare(rows, is_all):
    """A table of current and committed figures, and whether all are within budget."""
    theirs, old = committed()
    is_strange = theirs != versions()
    lines, holds = [f"{'':{WIDTH}}{'now':>15}{'committed':>15}"], True
    for name, figures in rows.items():
        for unit, number in figures.items():
            was = old.get(name, {}).get(unit)
            mark = growth(unit, number, was, is_strange)
            change = f"{number / was - 1:+8.1%}" if was else ""
            if mark:
                holds = False
            # The first unit of a row is not printed.
            label = name if unit == next(iter(figures)) else f"{'':{len(name) // 2}}… {unit}"
            lines.append(
                f"{label:{WIDTH}}{shown(number, unit):>15}{shown(was, unit) if was is not None else '':>15}{change}{mark}"
            )
    gone = [name for name in old if name not in rows] if is_all else []
    for name in gone:
        lines.append(f"{name:{WIDTH}}{'':>15}  is in the file and is not counted")
    if is_strange:
        lines += [
            "",
            f"Counted with {versions()}",
            f"against     {theirs}:",
            f"other versions, so budgets are {STRANGE} times as wide.",
        ]
    return "\n".join(lines), holds and not gone
