"""Finds places in Swift sources where a small change makes a fault, and writes both versions there.

A mutated place is `(mutant_is(17) ? fault : original)` on the lines of the original, so that one
build contains all faults, and a line of an error is the line of the place. The text is cut into
tokens and not parsed, so the caller leaves out mutations that do not compile.
"""

import random, re
from dataclasses import dataclass

TOKEN = re.compile(r"\n|[A-Za-z_@#$`][\w`]*|\d[\w.]*|[()\[\]{},;]|[^\s\w()\[\]{},;@#$`]+")
SKIPPED = re.compile(
    r'"""(?:\\.|(?!""")[\s\S])*"""|#"[^\n]*?"#|"(?:\\\((?:[^()]|\([^()]*\))*\)|\\.|[^"\\\n])*"'
    r"|//[^\n]*|/\*[\s\S]*?\*/|^\s*#if[\s\S]*?^\s*#endif",
    re.MULTILINE,
)
FAULTS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "+": "-",
    "-": "+",
    "&&": "||",
    "||": "&&",
}
# Tokens that bind less tightly than the operators. Only those with spaces around them count.
LOGICAL = {"?", ":", "=", "+=", "-=", "->", "||"}
COMPARISON = LOGICAL | {"&&", "==", "!=", "<", "<=", ">", ">=", "===", "!==", "~="}
SUM = COMPARISON | {"??", "..<", "...", "is", "as", "+", "-", "&+", "&-", "|", "^"}
HEADS = {"if", "guard", "while", "for", "switch"}
KEYWORDS = HEADS | {
    "return",
    "in",
    "where",
    "case",
    "else",
    "try",
    "await",
    "unsafe",
    "throw",
    "let",
    "var",
    "func",
    "init",
    "deinit",
    "struct",
    "enum",
    "class",
    "extension",
    "import",
    "protocol",
    "static",
    "private",
    "package",
    "public",
    "internal",
    "fileprivate",
    "final",
    "typealias",
    "default",
    "do",
    "catch",
    "defer",
    "repeat",
    "break",
    "continue",
    "precondition",
    "assert",
    "indirect",
    "mutating",
    "override",
    "lazy",
    "weak",
    "consuming",
    "borrowing",
    "convenience",
}


@dataclass(frozen=True)
class Mutation:
    """A fault: two offsets, and the text with the number N that replaces the text between them."""

    start: int
    end: int
    line: int
    what: str
    written: str


class Source:
    """A file as tokens, with the offset of each, and the partner of each bracket."""

    def __init__(self, text):
        self.text = text
        masked = SKIPPED.sub(
            lambda found: re.sub(r"[^\n]", "_" if found[0][0] in '"#' else " ", found[0]), text
        )
        self.tokens = [(found[0], found.start()) for found in TOKEN.finditer(masked)]
        self.partner, self.block, opened = {}, [], []
        for index, (token, _) in enumerate(self.tokens):
            self.block.append(opened[-1] if opened else None)
            if token in "([{":
                opened.append(index)
            if token in ")]}" and opened:
                self.partner[index] = opened[-1]
                self.partner[opened.pop()] = index

    def token(self, index):
        return self.tokens[index][0] if 0 <= index < len(self.tokens) else "\n"

    def start(self, index):
        return self.tokens[index][1]

    def end(self, index):
        return self.start(index) + len(self.token(index))

    def part(self, first, last):
        return self.text[self.start(first) : self.end(last)]

    def line(self, index):
        return self.text.count("\n", 0, self.start(index)) + 1

    def is_spaced(self, index):
        before, after = self.start(index) - 1, self.end(index)
        return self.text[before].isspace() and self.text[after : after + 1].isspace()

    def first_of_line(self, index):
        while self.token(index - 1) != "\n":
            index -= 1
        return index

    def is_operator(self, index):
        return not re.match(r"[\w\n()\[\]{},;@#$`]", self.token(index))

    def left(self, operator, stops):
        """The first token of the operand before an operator, or None."""
        index = operator - 1
        while True:
            token = self.token(index)
            if token in ")]}":
                index = self.partner.get(index, -1) - 1
                if index < -1:
                    return None
                continue
            if token == "\n":
                earlier = index - 1
                while self.token(earlier) == "\n" and earlier > 0:
                    earlier -= 1
                if self.is_operator(earlier) and self.token(earlier) not in stops | {"&&"}:
                    return None
                break
            if token in "([{,;" or token in KEYWORDS or token == ":":
                break
            if token in stops and (self.is_spaced(index) or token in ("..<", "...")):
                break
            index -= 1
        first = index + 1
        if first == operator:
            return None
        if self.is_operator(first) and self.token(first) not in ("!", "-", "."):
            return None
        return first

    def right(self, operator, stops):
        """The last token of the operand after an operator, or None."""
        index = operator + 1
        while True:
            token = self.token(index)
            if token in "([":
                if index not in self.partner:
                    return None
                index = self.partner[index] + 1
                continue
            if token == "{":
                # The body of a statement, or a closure that belongs to the operand.
                if not HEADS & {self.token(at) for at in self.header(index)}:
                    return None
                break
            if token == "\n":
                if self.is_operator(index + 1) and self.token(index + 1) not in stops | {"&&"}:
                    return None
                break
            if token in ")]},;" or token == "else" or token == ":":
                break
            if token in stops and (self.is_spaced(index) or token in ("..<", "...")):
                break
            index += 1
        return index - 1 if index > operator + 1 else None

    def header(self, brace):
        """The tokens of the line in which a block opens."""
        return range(self.first_of_line(brace), brace)

    def mutation(self, first, last, what, written):
        return Mutation(self.start(first), self.end(last), self.line(first), what, written)

    def operators(self):
        for index, (token, _) in enumerate(self.tokens):
            if token not in FAULTS or not self.is_spaced(index):
                continue
            stops = SUM if token in "+-" else LOGICAL if token == "||" else COMPARISON
            if token == "&&":
                stops = LOGICAL | {"&&"}
            first, last = (
                self.left(index, stops - ({"+", "-"} if token in "+-" else set())),
                self.right(index, stops),
            )
            if first is None or last is None:
                continue
            left, right = self.part(first, index - 1), self.part(index + 1, last)
            fault, original = f"{left} {FAULTS[token]} {right}", self.part(first, last)
            if "\n" in original:
                continue
            yield self.mutation(
                first, last, f"{original}  ->  {fault}", f"(mutant_is(N) ? {fault} : {original})"
            )

    def conditions(self):
        for index, (token, _) in enumerate(self.tokens):
            if token not in ("if", "guard"):
                continue
            first, at = index + 1, index + 1
            while self.token(at) not in ("{", "else", "}", ";") and at < len(self.tokens):
                if self.token(at) in "([":
                    at = self.partner.get(at, at)
                at += 1
                if self.token(at) not in (",", "{", "else"):
                    continue
                while self.token(first) == "\n":
                    first += 1
                if first < at and self.token(first) not in ("let", "var", "case", "#available"):
                    last = at - 1
                    while self.token(last) == "\n":
                        last -= 1
                    condition = self.part(first, last)
                    if "//" not in condition:
                        yield self.mutation(
                            first,
                            last,
                            f"{token} {' '.join(condition.split())}  ->  negated",
                            f"(({condition}) != mutant_is(N))",
                        )
                first = at + 1

    def constants(self):
        for index, (token, _) in enumerate(self.tokens):
            first = self.first_of_line(index)
            if self.token(first) in ("case", "default") or self.token(first)[0] in "@#":
                continue
            if re.fullmatch(r"\d[\d_]*", token):
                before = self.token(index - 1)
                if before.endswith(".") and not before.endswith("..."):
                    continue
                larger = int(token.replace("_", "")) + 1
                yield self.mutation(
                    index, index, f"{token}  ->  {larger}", f"(mutant_is(N) ? {larger} : {token})"
                )
            elif token in ("true", "false"):
                fault = "false" if token == "true" else "true"
                yield self.mutation(
                    index,
                    index,
                    f"{token}  ->  {fault}",
                    "(!mutant_is(N))" if token == "true" else "mutant_is(N)",
                )

    def statements(self):
        for index, (token, _) in enumerate(self.tokens):
            block = self.block[index]
            if self.token(index - 1) != "\n" or block is None or self.token(block) != "{":
                continue
            if not re.match(r"[A-Za-z_]", token) or token in KEYWORDS - {"try", "await"}:
                continue
            header = {self.token(at) for at in self.header(block)}
            if header & {"switch", "enum", "struct", "class", "extension", "init", "protocol"}:
                continue
            before = index - 1
            while self.token(before) == "\n" and before > 0:
                before -= 1
            if self.is_operator(before) or self.token(before) in ",([":
                continue
            last = index
            while self.token(last + 1) not in ("\n", "}", ";"):
                last += 1
                last = self.partner.get(last, last) if self.token(last) in "([{" else last
            after = last + 1
            while self.token(after) == "\n" and after < len(self.tokens):
                after += 1
            if self.is_operator(after) or self.token(after) == "else":
                continue
            # Skips members that an initializer sets, and reserved capacity, which changes no
            # result.
            inside = [self.token(at) for at in range(index, last + 1)]
            if inside[:2] == ["self", "."] and "=" in inside:
                continue
            if "reserveCapacity" in inside:
                continue
            changes = bool({"=", "+=", "-="} & set(inside))
            if not changes and (
                self.token(last) != ")" or self.token(before) == "{" and self.token(after) == "}"
            ):
                continue
            statement = self.part(index, last)
            if statement.count("\n") > 8:
                continue
            yield self.mutation(
                index,
                last,
                f"{' '.join(statement.split())}  ->  dropped",
                f"if !mutant_is(N) {{ {statement} }}",
            )


def mutations(path, text, seed):
    """All mutations of a file in the seed's random order, kinds in turn, at most one per line."""
    source, generator = Source(text), random.Random(f"{seed} {path}")
    kinds = [
        list(kind())
        for kind in (source.operators, source.conditions, source.constants, source.statements)
    ]
    for kind in kinds:
        generator.shuffle(kind)
    generator.shuffle(kinds)
    drawn, lines = [], set()
    while any(kinds):
        for kind in kinds:
            while kind:
                found = kind.pop()
                its_lines = set(
                    range(found.line, found.line + text.count("\n", found.start, found.end) + 1)
                )
                if lines & its_lines:
                    continue
                lines |= its_lines
                drawn.append(found)
                break
    return drawn


def rewritten(text, numbered):
    """The text with these mutations, each with its number."""
    for number, found in sorted(numbered, key=lambda one: -one[1].start):
        written = found.written.replace("mutant_is(N)", f"mutant_is({number})", 1)
        text = text[: found.start] + written + text[found.end :]
    return text + "\nimport CMutants\n"
