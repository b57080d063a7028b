#!/usr/bin/env python3
"""Tests of the page in real browsers: run.py BINARY [--browser chromium|firefox|both] [--filter TEXT]

It drives the page by roles and names alone. A test runs beside as many others as --jobs says; with
--budgets, only what measures times runs, alone. Exit code 0: all passed; 1: some failed; 2: it could
not run. A failure leaves a screenshot in the folder of --shots.
"""

import argparse
import importlib
import multiprocessing
import os
import queue
import shutil
import signal
import sys
import time
import traceback
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), *(str(folder) for folder in HERE.iterdir() if folder.is_dir())]

from harness import World  # noqa: E402
from server import Server  # noqa: E402

# The longest first, so that no long one runs alone at the end.
PARTS = [
    "large",
    "access",
    "looks",
    "sessions",
    "unsent",
    "hostile",
    "accounts",
    "foreign",
    "items",
    "rows",
    "moving",
    "tags",
    "selecting",
    "adding",
    "details",
    "fields",
    "quiet",
    "typed",
    "presses",
    "repeats",
    "keyboard",
    "finding",
    "sync",
    "tabs",
    "conflicts",
    "history",
    "installed",
    "reminders",
    "notifications",
    "files",
    "imports",
    "calendar",
    "places",
]
# These compare times with a loop. They run in the browser that people have.
BUDGETS = ["budgets"]
# Seconds after which a test hangs.
LONGEST = 300


def launch(playwright, engine, *arguments, with_windows=False):
    """A browser; Chromium without its windows, if that is installed, costs half of the time."""
    if engine == "firefox":
        return playwright.firefox.launch(
            channel="moz-firefox", executable_path="/usr/bin/firefox-esr"
        )
    shell = None if with_windows else shutil.which("chromium-headless-shell")
    return playwright.chromium.launch(
        executable_path=shell or "/usr/bin/chromium", args=["--no-sandbox", *arguments]
    )


def collect(parts, pattern, engine):
    """The tests as their engine, part and function."""
    for part in parts:
        for name, function in vars(importlib.import_module(f"test_{part}")).items():
            engines = getattr(function, "engines", ("chromium", "firefox"))
            if (
                name.startswith("test_")
                and callable(function)
                and engine in engines
                and pattern in f"{part}: {sentence(name)}"
            ):
                yield engine, part, name


def sentence(name):
    return name.removeprefix("test_").replace("_", " ")


def run_one(browser, engine, function, shots, name):
    """The failure as text, or None."""
    world = World(browser, engine)
    try:
        function(world)
        world.close()
        return None
    except Exception:
        failure = traceback.format_exc()
        for context in world.contexts:
            for index, page in enumerate(context.pages):
                try:
                    page.screenshot(path=shots / f"{engine} {name} {index}.png".replace("/", "-"))
                except Exception as error:
                    failure += f"\nno screenshot: {error}"
        try:
            world.close()
        except Exception as error:
            failure += f"\n{error}"
        return failure


def work(binary, shots, tests, results):
    """Runs tests from one queue, in browsers of its own, and puts the results into another."""
    from playwright.sync_api import sync_playwright

    os.setsid()  # So that it can be killed with the servers that it has started.
    Server.binary = binary
    browsers = {}
    with sync_playwright() as playwright:
        while test := tests.get():
            engine, part, name = test
            function = getattr(importlib.import_module(f"test_{part}"), name)
            with_windows = part in BUDGETS or getattr(function, "with_windows", False)
            kind = engine, with_windows
            if kind not in browsers:
                browsers[kind] = launch(playwright, engine, with_windows=with_windows)
                browsers[kind].launch_more = lambda *a, e=engine: launch(playwright, e, *a)
            label = f"{part}: {sentence(name)}"
            results.put((os.getpid(), f"{engine} {label}", None, None))
            start = time.monotonic()
            failure = run_one(browsers[kind], engine, function, shots, label)
            seconds = time.monotonic() - start
            results.put((os.getpid(), f"{engine} {label}", seconds, failure))
        for browser in browsers.values():
            browser.close()


def run(options, tests, jobs, failed):
    """Runs the tests in as many processes, prints the results, and adds the names that failed."""
    context = multiprocessing.get_context("spawn")
    waiting, results = context.Queue(), context.Queue()
    jobs = min(jobs, len(tests))
    for test in tests + [None] * jobs:
        waiting.put(test)

    def start():
        worker = context.Process(
            target=work, args=(options.binary, options.shots, waiting, results)
        )
        worker.start()
        return worker.pid, worker

    workers = dict(start() for _ in range(jobs))
    # The test of each worker, and when it has hung.
    running, count = {}, 0

    def end(name, seconds, failure):
        print(f"{'✘' if failure else '✔'} {name} ({seconds:.1f} s)", flush=True)
        if failure:
            failed.append(name)
            print(failure, flush=True)

    while count < len(tests):
        try:
            pid, name, seconds, failure = results.get(timeout=1)
            if seconds is None:
                running[pid] = name, time.monotonic() + LONGEST
            else:
                del running[pid]
                count += 1
                end(name, seconds, failure)
        except queue.Empty:
            # A promise of the page may never be settled, and Playwright waits for ever.
            for pid in [p for p, (_, due) in running.items() if time.monotonic() > due]:
                os.killpg(pid, signal.SIGKILL)
                name, _ = running.pop(pid)
                count += 1
                end(name, LONGEST, "It did not end, and was killed.")
                workers.update([start()])
            if not any(worker.is_alive() for worker in workers.values()):
                failed.append(f"{len(tests) - count} tests that did not run")
                break
    for worker in workers.values():
        worker.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--browser", choices=["chromium", "firefox", "both"], default="chromium")
    parser.add_argument("--filter", default="")
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 4))
    parser.add_argument("--budgets", action="store_true")
    parser.add_argument("--shots", default="browser-failures", type=Path)
    options = parser.parse_args()
    try:
        import playwright  # noqa: F401
    except ImportError:
        print("playwright is missing: scripts/test --browser installs it")
        return 2
    options.shots.mkdir(parents=True, exist_ok=True)
    engines = ["chromium", "firefox"] if options.browser == "both" else [options.browser]
    start, failed = time.monotonic(), []
    parts, jobs = (BUDGETS, 1) if options.budgets else (PARTS, options.jobs)
    tests = [test for engine in engines for test in collect(parts, options.filter, engine)]
    run(options, tests, jobs, failed)
    count = len(tests)
    print(f"{count - len(failed)} of {count} passed in {time.monotonic() - start:.0f} s.")
    for name in failed:
        print(f"✘ {name}")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
