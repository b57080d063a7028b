#!/usr/bin/env python3
"""Tests of the page in real browsers: run.py BINARY [--browser chromium|firefox|both] [--filter TEXT]

It drives the page by roles and names alone. Exit code 0: all passed; 1: some failed; 2: it could not
run. A failure leaves a screenshot in the folder of --shots.
"""

import argparse
import importlib
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from harness import Server, World  # noqa: E402

PARTS = ["items", "keyboard", "finding", "sync", "tabs", "conflicts", "accounts", "installed",
         "files", "hostile", "access", "large", "places"]


def launch(playwright, engine, *arguments):
    if engine == "firefox":
        return playwright.firefox.launch(
            channel="moz-firefox", executable_path="/usr/bin/firefox-esr")
    return playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox", *arguments])


def collect(pattern, engine):
    for part in PARTS:
        module = importlib.import_module(f"test_{part}")
        for name, function in vars(module).items():
            if not name.startswith("test_") or not callable(function):
                continue
            sentence = name.removeprefix("test_").replace("_", " ")
            engines = getattr(function, "engines", ("chromium", "firefox"))
            if engine in engines and pattern in f"{part}: {sentence}":
                yield f"{part}: {sentence}", function


def run_one(browser, engine, function, shots, name):
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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--browser", choices=["chromium", "firefox", "both"], default="chromium")
    parser.add_argument("--filter", default="")
    parser.add_argument("--front", help="a Python file that serves the page before the server")
    parser.add_argument("--shots", default="browser-failures", type=Path)
    options = parser.parse_args()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("playwright is missing: pip install playwright==1.64.1 axe-playwright-python")
        return 2
    Server.binary, Server.front = options.binary, options.front
    options.shots.mkdir(parents=True, exist_ok=True)
    failed, count = [], 0
    engines = ["chromium", "firefox"] if options.browser == "both" else [options.browser]
    with sync_playwright() as playwright:
        for engine in engines:
            browser = launch(playwright, engine)
            browser.launch_more = lambda *a, e=engine: launch(playwright, e, *a)
            for name, function in collect(options.filter, engine):
                start = time.monotonic()
                failure = run_one(browser, engine, function, options.shots, name)
                count += 1
                mark = "✘" if failure else "✔"
                print(f"{mark} {engine} {name} ({time.monotonic() - start:.1f} s)", flush=True)
                if failure:
                    failed.append(f"{engine} {name}")
                    print(failure, flush=True)
            browser.close()
    print(f"{count - len(failed)} of {count} passed.")
    for name in failed:
        print(f"✘ {name}")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
