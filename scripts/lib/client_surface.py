"""Compares the public declarations in symbol graphs with a file: client_surface.py GRAPHS FILE [--update]"""

import json, sys
from pathlib import Path

HEADING = "What apps can use, as scripts/client-surface --update wrote it.\n"


def declarations(graphs):
    """The lines of the file, and the declarations without a comment."""
    lines, bare = set(), set()
    for path in sorted(Path(graphs).glob("*.symbols.json")):
        graph = json.loads(path.read_text())
        module = graph["module"]["name"]
        # Requirements of a protocol are documented in the protocol.
        implied = {
            relation["source"]
            for relation in graph["relationships"]
            if relation["kind"] == "requirementOf" or "sourceOrigin" in relation
        }
        for relation in graph["relationships"]:
            if relation["kind"] == "conformsTo":
                name = relation.get("targetFallback", relation["target"]).split(".")[-1]
                # Names that the compiler adds to all types depend on its version.
                if name not in ("SendableMetatype", "Copyable", "Escapable"):
                    lines.add((module, owner(graph, relation["source"]), f": {name}"))
        for symbol in graph["symbols"]:
            text = "".join(part["spelling"] for part in symbol["declarationFragments"])
            line = (module, ".".join(symbol["pathComponents"]), " ".join(text.split()))
            lines.add(line)
            if "docComment" not in symbol and symbol["identifier"]["precise"] not in implied:
                bare.add(" ".join(line))
    return [f"{module} {name} | {text}" for module, name, text in sorted(lines)], sorted(bare)


def owner(graph, identifier):
    for symbol in graph["symbols"]:
        if symbol["identifier"]["precise"] == identifier:
            return ".".join(symbol["pathComponents"])
    return identifier


def main():
    graphs, file, *options = sys.argv[1:]
    lines, bare = declarations(graphs)
    text = HEADING + "\n" + "\n".join(lines) + "\n"
    if options:
        Path(file).write_text(text)
    committed = Path(file).read_text().splitlines() if Path(file).exists() else []
    for line in sorted(set(committed) - set(text.splitlines())):
        print("gone: " + line)
    for line in sorted(set(text.splitlines()) - set(committed)):
        print("new: " + line)
    for line in bare:
        print("without a comment: " + line)
    sys.exit(1 if bare or committed != text.splitlines() else 0)


main()
