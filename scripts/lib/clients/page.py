"""Runs a section of a document in the current folder: page.py DOCUMENT SECTION URL

The blocks of commands and programs are run in order, with URL as the server's address. A `text`
block contains the output that the program before it must print.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[3]
SERVER = "http://127.0.0.1:8080"
PROGRAMS = {
    "sh": ["bash", "-euo", "pipefail", "todo.sh"],
    "python": ["python", "todo.py"],
    "ts": ["deno", "run", "--check", "--config", "deno.json", "--allow-net", "todo.ts"],
    "js": ["deno", "run", "--check", "--config", "deno.json", "--allow-net", "live.js"],
}
FILES = {"sh": "todo.sh", "python": "todo.py", "ts": "todo.ts", "js": "live.js"}
# Only shown: a page of a browser.
SHOWN = "html"


def blocks(document, section):
    sections = re.split(r"(?m)^## ", (ROOT / document).read_text())
    found = [text for text in sections if text.startswith(section + "\n")]
    if len(found) != 1:
        sys.exit(f"{document} has {len(found)} sections {section}.")
    return re.findall(r"(?ms)^```(\w+)\n(.*?)^```$", found[0])


def run(document, section, url):
    printed = None
    languages = set()
    for language, text in blocks(document, section):
        if language == "text":
            if printed != text:
                sys.exit(f"{section}: the page shows\n{text}and the program prints\n{printed}")
            printed = None
            continue
        if language == SHOWN:
            continue
        if language not in PROGRAMS:
            sys.exit(f"{section}: a block of {language} cannot be run.")
        pathlib.Path(FILES[language]).write_text(text.replace(SERVER, url))
        # The output of a command is shown only if it fails.
        told = subprocess.STDOUT if language == "sh" else None
        done = subprocess.run(
            PROGRAMS[language], stdout=subprocess.PIPE, stderr=told, text=True, check=False
        )
        if done.returncode != 0:
            sys.exit(f"{section}: the {language} block fails ({done.returncode}).\n{done.stdout}")
        printed = None if language == "sh" else done.stdout
        languages.add(language)
    if not languages - {"sh"} or printed is not None:
        sys.exit(f"{section} needs a program, and what it prints.")
    print("its commands and programs print what it shows")


if __name__ == "__main__":
    run(*sys.argv[1:])
