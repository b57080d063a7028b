"""The tables of the results."""

import statistics

KINDS = ["open 304", "open 200", "changes", "get", "patch", "post", "delete"]
QUANTILES = "p50", "p99", "p999"


class Results:
    """What was measured in the rounds, by server and phase."""

    def __init__(self, lives, rounds, phases):
        self.lives = [life for life in lives if rounds.get(life.kind.name)]
        self.rounds, self.phases = rounds, phases

    def values(self, name, *path):
        for value in self.rounds[name]:
            for part in path:
                value = value and value.get(part)
            if value is not None:
                yield value

    def median(self, *path):
        return statistics.median(self.values(*path))

    def names(self, phase):
        for life in self.lives:
            if any(self.values(life.kind.name, phase)):
                yield life.kind.name


def report(options, lives, rounds):
    results = Results(lives, rounds, options.phases)
    print(f"{options.accounts} accounts, {lives[0].items} items\n")
    print_loads(results)
    print_times(results)
    print(f"{'server':12}{'start ms':>10}{'database MB':>13}{'bytes/item':>12}")
    for life in results.lives:
        start, size = results.median(life.kind.name, "start"), life.size
        print(f"{life.kind.name:12}{start:10.1f}{size / 2**20:13.0f}{size / life.items:12.0f}")


def print_loads(results):
    print(
        f"{'':8}{'server':12}{'rps':>8}{'CPU us/request':>16}{'best':>8}{'p50 ms':>9}{'p99':>9}"
        f"{'p99.9':>9}{'RSS MB':>8}{'anon':>7}{'WAL MB':>8}{'syncs/write':>13}{'wrong':>6}"
    )
    for phase in results.phases:
        for name in results.names(phase):
            cpu = min(results.values(name, phase, "cpu"))
            times = [results.median(name, phase, "kinds", "all", q) for q in QUANTILES]
            m = lambda key: results.median(name, phase, key)
            print(
                f"{phase:8}{name:12}{m('rps'):8.0f}{m('cpu'):16.1f}{cpu:8.1f}"
                f"{times[0]:9.2f}{times[1]:9.2f}{times[2]:9.2f}{m('rss'):8.0f}{m('anon'):7.0f}"
                f"{m('wal'):8.1f}{m('syncs_per_write'):13.3f}"
                f"{sum(results.values(name, phase, 'wrong')):6.0f}"
            )
        print()


def print_times(results):
    for phase in results.phases:
        if not any(results.names(phase)):
            continue
        print(f"{phase}: p50/p99/p99.9 ms" + "".join(f"{kind:>23}" for kind in KINDS))
        for name in results.names(phase):
            cells = (
                "/".join(f"{results.median(name, phase, 'kinds', kind, q):.2f}" for q in QUANTILES)
                for kind in KINDS
            )
            print(f"{name:20}" + "".join(f"{cell:>23}" for cell in cells))
        print()
