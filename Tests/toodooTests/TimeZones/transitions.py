#!/usr/bin/env python3
"""Prints all time zones of a folder with their offsets from 1970 to 2100, as Python computes them.

transitions.py /usr/share/zoneinfo

zone offset instant:offset instant:offset ...      the offset in 1970, and each transition
"""

import sys
import zoneinfo
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import _zoneinfo

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
END = int(datetime(2100, 1, 1, tzinfo=timezone.utc).timestamp())


def offset(zone, instant):
    time = (EPOCH + timedelta(seconds=instant)).astimezone(zone)
    return int(time.utcoffset().total_seconds())


def candidates(name):
    """The instants at which an offset may change, by the file's table and by its last rule."""
    zone = _zoneinfo.ZoneInfo.no_cache(name)
    instants = set(zone._trans_utc)
    if not zone._fixed_offset and isinstance(zone._tz_after, _zoneinfo._TZStr):
        rule = zone._tz_after
        for year in range(1970, 2101):
            start, end = rule.transitions(year)
            instants.add(start - int(rule.std.utcoff.total_seconds()))
            instants.add(end - int(rule.dst.utcoff.total_seconds()))
    # More instants, in case those are not all.
    instants.update(range(0, END, 2_000_003))
    return sorted(instant for instant in instants if 0 < instant < END)


def transitions(name):
    zone = zoneinfo.ZoneInfo(name)
    last = offset(zone, 0)
    words = [str(last)]
    for instant in candidates(name):
        before, after = offset(zone, instant - 1), offset(zone, instant)
        assert before == last, (name, instant)
        if after != last:
            words.append(f"{instant}:{after}")
            last = after
    return words


def main():
    zoneinfo.reset_tzpath([sys.argv[1]])
    known = {}  # Many names are of the same file.
    for name in sorted(zoneinfo.available_timezones() - {"localtime", "Factory"}):
        file = Path(sys.argv[1], name).read_bytes()
        if file not in known:
            known[file] = transitions(name)
        print(name, *known[file])


main()
