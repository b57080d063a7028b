"""Makes packages of clients from openapi.yaml: packages.py OPENAPI.JSON FOLDER

    FOLDER/python    the sources of a wheel, which needs the standard library alone
    FOLDER/npm       a package for Node, Deno and bundlers without dependencies

Types and calls are generated from the description. What is the same for all calls, the sync and the
live changes are files beside this one, and the texts of both READMEs sections of docs/clients.md.
"""

import json
import keyword
import pathlib
import re
import shutil
import sys
import textwrap

HERE = pathlib.Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "clients.md"
# Calls of programs; the others are for browsers and assistants.
TAGS = {"items", "exchange", "places", "accounts", "reminders", "service"}
# Fields of requests that calls have as options, by the words of their names.
FIELDS = {"If-Match": "if match", "If-None-Match": "if none match"}
FIELDS |= {"Idempotency-Key": "idempotency key"}


def name_of(reference):
    return reference.rsplit("/", 1)[1]


class Description:
    """The parts of openapi.yaml that calls need."""

    def __init__(self, document):
        self.document = document
        self.schemas = document["components"]["schemas"]
        self.calls = [
            Call(self, path, method, operation, shared.get("parameters", []))
            for path, shared in document["paths"].items()
            for method, operation in shared.items()
            if method in ("get", "post", "put", "patch", "delete")
        ]
        self.calls = [call for call in self.calls if call.is_for_programs]

    def resolve(self, part):
        while "$ref" in part:
            _, *keys = part["$ref"].split("/")
            part = self.document
            for key in keys:
                part = part[key]
        return part

    def used_schemas(self):
        """The names of the schemas that calls use, in their order in the description."""
        used, left = set(), [{"$ref": "/Problem"}, {"$ref": "/Change"}]
        left += [schema for call in self.calls for schema in [call.body, *call.results] if schema]
        while left:
            part = left.pop()
            if isinstance(part, dict):
                if "$ref" in part and (name := name_of(part["$ref"])) not in used:
                    used.add(name)
                    left.append(self.schemas[name])
                left += [value for key, value in part.items() if key != "discriminator"]
            elif isinstance(part, list):
                left += part
        return [name for name in self.schemas if name in used]


class Call:
    def __init__(self, description, path, method, operation, shared):
        self.path, self.method = path, method.upper()
        self.name, self.summary = operation["operationId"], operation["summary"]
        self.tags = operation["tags"]
        parameters = [
            description.resolve(part) for part in operation.get("parameters", []) + shared
        ]
        self.in_path = [part for part in parameters if part["in"] == "path"]
        self.in_query = [part for part in parameters if part["in"] == "query"]
        # A read with a condition has no content if it fails, so it is left to `send`.
        self.fields = [
            part["name"]
            for part in parameters
            if part["name"] in FIELDS and (self.method != "GET" or part["name"] == "If-Match")
        ]
        contents = description.resolve(operation.get("requestBody", {})).get("content", {})
        # What has several types is a file.
        self.is_file = "text/csv" in contents
        self.body = None if self.is_file else contents.get("application/json", {}).get("schema")
        successes = [
            description.resolve(response).get("content", {})
            for status, response in operation["responses"].items()
            if status.startswith("2")
        ]
        self.has_other_content = any(
            content and "application/json" not in content for content in successes
        )
        self.results = []
        for content in successes:
            # Other kinds of content are not for programs.
            schema = content.get("application/json", {}).get("schema", {}) if content else None
            if schema not in self.results:
                self.results.append(schema)
        self.has_pages = any(part["name"] == "cursor" for part in self.in_query)

    @property
    def is_for_programs(self):
        is_document = self.path.startswith("/openapi.")
        return self.tags[0] in TAGS and not self.has_other_content and not is_document


def check_supported(schema):
    """A keyword that no type here expresses must not be passed over."""
    if "allOf" in schema and len(schema["allOf"]) > 1:
        sys.exit(f"a schema of several parts has no type here: {schema}")


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Python:
    NAMES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
    NAMES |= {"null": "None", "object": "dict[str, Any]"}

    def type(self, schema):
        check_supported(schema)
        if "$ref" in schema:
            return name_of(schema["$ref"])
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(map(repr, schema['enum']))}]"
        for key in ("oneOf", "anyOf", "allOf"):
            if key in schema:
                return self.union(map(self.type, schema[key]))
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        return self.union(self.kind(kind, schema) for kind in kinds) or "Any"

    def kind(self, kind, schema):
        if kind == "array":
            return f"list[{self.type(schema.get('items', {}))}]"
        return self.NAMES[kind]

    @staticmethod
    def union(types):
        return " | ".join(dict.fromkeys(types))

    def schema(self, name, schema):
        if "properties" not in schema:
            return f"{name}: TypeAlias = {json.dumps(self.type(schema))}\n"
        members = {
            key: value if key in schema.get("required", []) else f"NotRequired[{value}]"
            for key, value in ((k, self.type(v)) for k, v in schema["properties"].items())
        }
        if any(keyword.iskeyword(key) for key in members):
            lines = [f"    {key!r}: {value!r}," for key, value in members.items()]
            return f'{name} = TypedDict(\n"{name}", {{\n' + "\n".join(lines) + "\n})\n"
        lines = [f"    {key}: {value}" for key, value in members.items()]
        # A type checker tells a union's parts apart by their members if each has no others.
        final = "@final\n" if schema.get("additionalProperties") is False else ""
        return f"{final}class {name}(TypedDict):\n" + self.text(schema, 4) + "\n".join(lines) + "\n"

    @staticmethod
    def text(schema, indent):
        first = schema.get("description", "").split("\n\n")[0].replace("\n", " ").strip()
        if not first:
            return ""
        space = " " * indent
        lines = textwrap.wrap(first, 92 - indent)
        if len(lines) == 1:
            return f'{space}"""{lines[0]}"""\n\n'
        return f'{space}"""' + f"\n{space}".join(lines) + f'\n{space}"""\n\n'

    def types(self, description):
        parts = [
            self.schema(name, description.schemas[name]) for name in description.used_schemas()
        ]
        head = '"""The objects of the API, made from openapi.yaml."""\n\n'
        head += "from __future__ import annotations\n\n"
        head += "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, final\n\n"
        return head + "\n\n".join(parts)

    def options(self, call):
        options = [
            (snake(part["name"]), self.type(part["schema"]))
            for part in call.in_query
            if not part.get("required")
        ]
        options += [(FIELDS[name].replace(" ", "_"), "str") for name in call.fields]
        return options

    def method(self, call, description):
        needed = [*call.in_path, *(part for part in call.in_query if part.get("required"))]
        arguments = [f"{snake(p['name'])}: {self.type(p['schema'])}" for p in needed]
        if call.body:
            arguments.append(f"body: {self.type(call.body)}")
        options = [f"{name}: {kind} | None = None" for name, kind in self.options(call)]
        if call.is_file:
            arguments.append("content: bytes")
            options.insert(0, 'content_type: str = "application/octet-stream"')
        result = self.union(self.type(r) if r is not None else "None" for r in call.results)
        path = re.sub(r"\{(\w+)\}", lambda m: "{_path(" + snake(m[1]) + ")}", call.path)
        path = f'f"{path}"' if call.in_path else f'"{path}"'
        query = ", ".join(f'"{p["name"]}": {snake(p["name"])}' for p in call.in_query)
        fields = [f'"{name}": {FIELDS[name].replace(" ", "_")}' for name in call.fields]
        body = "body" if call.body else "None"
        if call.is_file:
            body = "content"
            fields.insert(0, '"Content-Type": content_type')
        name = snake(call.name)
        head = lambda name, result: (
            f"def {name}({', '.join(['self', *arguments, *(['*'] if options else []), *options])}, )"
            f" -> {result}:\n"
        )
        lines = head(name, result) + f'    """{call.summary}"""\n'
        send = f'self.send("{call.method}", {path}, {{{query}}}, {{{", ".join(fields)}}}, {body})'
        if result == "None":
            lines += f"    {send}\n"
        else:
            lines += f"    found: {result} = {send}.json()\n    return found\n"
        overloads = self.overloads(call, description, head, name)
        if call.has_pages:
            lines += "\n" + head(f"{name}_pages", f"Iterator[{result}]")
            lines += f'    """{call.summary} One page after the other."""\n    while True:\n'
            lines += f"        response = {send}\n        page: {result} = response.json()\n"
            lines += "        yield page\n        cursor = response.next_cursor\n"
            lines += "        if cursor is None:\n            return\n"
        return textwrap.indent(overloads + lines, "    ")

    def overloads(self, call, description, head, name):
        """A body that is one thing or several has the response of its kind."""
        kinds = [
            description.resolve(schema).get("oneOf")
            for schema in [call.body or {}, *call.results[:1]]
            if schema is not None
        ]
        if len(kinds) != 2 or None in kinds or len(kinds[0]) != 2 or len(kinds[1]) != 2:
            return ""
        text = ""
        for body, result in zip(*kinds):
            one = head(name, self.type(result)).replace(self.type(call.body), self.type(body), 1)
            text += "@overload\n" + one.rstrip() + " ...\n"
        return text

    def client(self, description):
        names = ", ".join(description.used_schemas())
        head = '"""The calls of the API, made from openapi.yaml."""\n\n'
        head += "from __future__ import annotations\n\nimport urllib.parse\n"
        head += "from collections.abc import Iterator\nfrom typing import Literal, overload\n\n"
        head += f"from .transport import Transport\nfrom .types import ({names})\n\n\n"
        head += "def _path(value: object) -> str:\n"
        head += '    return urllib.parse.quote(str(value), safe="")\n\n\n'
        head += (
            'class Client(Transport):\n    """Calls of one server; a refusal is a ToDoError."""\n\n'
        )
        return head + "\n".join(self.method(call, description) for call in description.calls)


class TypeScript:
    NAMES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    NAMES |= {"null": "null", "object": "Record<string, unknown>"}

    def type(self, schema):
        check_supported(schema)
        if "$ref" in schema:
            return name_of(schema["$ref"])
        if "const" in schema:
            return json.dumps(schema["const"])
        if "enum" in schema:
            return " | ".join(map(json.dumps, schema["enum"]))
        for key in ("oneOf", "anyOf", "allOf"):
            if key in schema:
                return Python.union(map(self.type, schema[key]))
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        return Python.union(self.kind(kind, schema) for kind in kinds) or "unknown"

    def kind(self, kind, schema):
        if kind == "array":
            return f"Array<{self.type(schema.get('items', {}))}>"
        return self.NAMES[kind]

    def schema(self, name, schema):
        text = self.text(schema.get("description", ""), "")
        if "properties" not in schema:
            return f"{text}export type {name} = {self.type(schema)};\n"
        members = ""
        for key, value in schema["properties"].items():
            mark = "" if key in schema.get("required", []) else "?"
            members += self.text(value.get("description", ""), "  ")
            members += f"  {key}{mark}: {self.type(value)};\n"
        return f"{text}export interface {name} {{\n{members}}}\n"

    @staticmethod
    def text(description, space):
        first = description.split("\n\n")[0].replace("\n", " ").strip().replace("*/", "*\\/")
        return f"{space}/** {first} */\n" if first else ""

    @staticmethod
    def option(words):
        first, *rest = words.split(" ")
        return first + "".join(map(str.capitalize, rest))

    def signatures(self, call, description):
        result = Python.union(self.type(r) if r is not None else "void" for r in call.results)
        arguments = [f"{p['name']}: {self.type(p['schema'])}" for p in call.in_path]
        if call.is_file:
            arguments.append("content: Uint8Array | Blob")
        needed = any(part.get("required") for part in call.in_query)
        options = [
            f"{p['name']}{'' if p.get('required') else '?'}: {self.type(p['schema'])}"
            for p in call.in_query
        ]
        options += [f"{self.option(FIELDS[name])}?: string" for name in call.fields]
        options += ["contentType?: string"] * call.is_file + ["signal?: AbortSignal"]
        options = f"options{'' if needed else '?'}: {{ {'; '.join(options)} }}"
        kinds = [(self.type(call.body) if call.body else None, result)]
        parts = [description.resolve(s or {}).get("oneOf") for s in [call.body, call.results[0]]]
        if all(part and len(part) == 2 for part in parts):
            kinds = [(self.type(body), self.type(made)) for body, made in zip(*parts)]
        text = ""
        for body, made in kinds:
            words = [*arguments, *([f"body: {body}"] if body else []), options]
            text += (
                f"  /** {call.summary} */\n  {call.name}({', '.join(words)}): Promise<{made}>;\n"
            )
        if call.has_pages:
            words = ", ".join([*arguments, options])
            text += f"  /** {call.summary} One page after the other. */\n"
            text += f"  {call.name}Pages({words}): AsyncGenerator<{result}, void>;\n"
        return text

    def types(self, description):
        head = "// The objects and calls of the API, made from openapi.yaml.\n\n"
        types = [
            self.schema(name, description.schemas[name]) for name in description.used_schemas()
        ]
        calls = [self.signatures(call, description) for call in description.calls]
        fixed = (HERE / "npm" / "fixed.d.ts").read_text()
        return head + "\n".join(types) + "\n" + fixed.replace("  // CALLS\n", "".join(calls))

    def client(self, description):
        text = 'import { Transport } from "./transport.js";\n\n'
        text += "/** The calls of the API, made from openapi.yaml. */\n"
        text += "export class Client extends Transport {\n"
        for call in description.calls:
            names = [part["name"] for part in call.in_path]
            path = re.sub(r"\{(\w+)\}", r"${encodeURIComponent(\1)}", call.path)
            path = f"`{path}`" if names else f'"{path}"'
            body = ["content"] if call.is_file else ["body"] if call.body else []
            words = ", ".join([*names, *body, "options"])
            sent = ", ".join([f'"{call.method}"', path, "options", *body])
            text += f"  {call.name}({words}) {{\n    return this.call({sent});\n  }}\n\n"
            if call.has_pages:
                words = ", ".join([*names, "options"])
                text += f"  {call.name}Pages({words}) {{\n"
                text += f"    return this.pages({path}, options);\n  }}\n\n"
        return text.rstrip() + "\n}\n"


def readme(section):
    """A section of docs/clients.md as a page of its own."""
    sections = re.split(r"(?m)^## ", PAGE.read_text())
    (text,) = [part for part in sections if part.startswith(section + "\n")]
    return "# toodoo-client\n" + text.removeprefix(section + "\n")


def copy(name, folder, version):
    shutil.copytree(HERE / name, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "package.json"):
        if (folder / file).exists():
            (folder / file).write_text((folder / file).read_text().replace("VERSION", version))


def main(document, folder):
    description = Description(json.loads(pathlib.Path(document).read_text()))
    version, folder = description.document["info"]["version"], pathlib.Path(folder)
    copy("python", folder / "python", version)
    (folder / "python" / "README.md").write_text(readme("Python package"))
    (folder / "python/toodoo_client/types.py").write_text(Python().types(description))
    (folder / "python/toodoo_client/client.py").write_text(Python().client(description))
    copy("npm", folder / "npm", version)
    (folder / "npm" / "fixed.d.ts").unlink()
    (folder / "npm" / "README.md").write_text(readme("JavaScript package"))
    (folder / "npm" / "index.d.ts").write_text(TypeScript().types(description))
    (folder / "npm" / "client.js").write_text(TypeScript().client(description))


if __name__ == "__main__":
    main(*sys.argv[1:])
