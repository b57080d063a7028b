#!/usr/bin/env python3
"""Writes order-keys.tsv: keys of an order by hand, as PyPI's fractional-indexing 0.1.3 makes them.

    python3 -m venv V && V/bin/pip install fractional-indexing==0.1.3
    V/bin/python Tests/Members/order-keys.py > Tests/Members/order-keys.tsv

Rows: `valid KEY`, `invalid TEXT`, `between LOWER UPPER COUNT KEYS`. `-` is no key.
"""

import itertools
import random

from fractional_indexing import (
    FIError,
    generate_key_between,
    generate_n_keys_between,
    validate_order_key,
)

CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LOWEST, HIGHEST = "A" + "0" * 26, "z" * 27
dice = random.Random(62)


def row(*fields):
    print("\t".join(str("-" if field is None else field) for field in fields))


def is_key(text):
    try:
        validate_order_key(text)
    except (FIError, IndexError):
        return False
    return True


def between(lower, upper, count):
    keys = generate_n_keys_between(lower, upper, count)
    # Before the first integers, the reference makes a text that it refuses itself.
    if all(is_key(key) for key in keys):
        row("between", lower, upper, count, " ".join(keys))


print("# Made by order-keys.py.")
edges = ["a0", "Zz", "b00", "a0V", "zz", "Y00", LOWEST + "1", LOWEST, HIGHEST, HIGHEST + "z"]
edges += ["", "0", "5x", "a", "b0", "a00", "Zz0", "A", "b", "a0V0", "a-", "a0!", "ä0", "a 0"]
texts = ["".join(text) for n in (1, 2, 3) for text in itertools.product("0AYZabz", repeat=n)]
for text in dict.fromkeys(edges + texts):
    # The reference looks at the first letter and the end alone.
    valid = all(c in CHARACTERS for c in text) and is_key(text)
    row("valid" if valid else "invalid", text)

# One after the other at the end, at the beginning, and always into the same gap.
for step in ["end", "beginning", "below", "above"]:
    lower, upper = "a0", "a1"
    for _ in range(80):
        if step == "end":
            between(lower, None, 1)
            lower = generate_key_between(lower, None)
        elif step == "beginning":
            between(None, lower, 1)
            lower = generate_key_between(None, lower)
        elif step == "below":
            between(lower, upper, 1)
            upper = generate_key_between(lower, upper)
        else:
            between(lower, upper, 1)
            lower = generate_key_between(lower, upper)

keys = ["a0", "a1", "az", "b00", "bzz", "c000", "Zz", "Z0", "Yzz", "Y00", "Xzzz", LOWEST + "V"]
keys += [LOWEST + "01", HIGHEST, HIGHEST + "z", "z" + "0" * 26]
for _ in range(300):
    lower = dice.choice(sorted(keys))
    above = [key for key in sorted(keys) if key > lower]
    upper = dice.choice(above) if above and dice.random() < 0.9 else None
    keys.append(generate_key_between(lower, upper))
keys = sorted(set(keys))
for _ in range(500):
    lower, upper = sorted(dice.sample(keys, 2))
    between(lower, upper, dice.choice([1, 1, 1, 2, 3, 7, 12]))
for key in keys:
    between(None, key, 1 if key.startswith("A0") else dice.choice([1, 2, 5]))
    between(key, None, dice.choice([1, 2, 5]))
for count in [0, 1, 2, 62, 63, 200]:
    between(None, None, count)
