"""100,000 items, the same each time."""

import json, random, subprocess, uuid

from load.server import BINARY

ITEMS = 100_000
WORDS = "buy milk call write report fix read plan trip clean water pay".split()


def items(count, seed):
    """Short and long items, with titles, dates and locations in pseudo-random order."""
    r = random.Random(seed)
    for _ in range(count):
        item = {
            "id": str(uuid.UUID(int=r.getrandbits(128), version=4)),
            "title": " ".join(r.choices(WORDS, k=4)),
        }
        if r.random() < 0.7:
            item["itemDescription"] = " ".join(r.choices(WORDS, k=8))
        if r.random() < 0.8:
            item["timestamp"] = round(1.7e9 + r.random() * 1e7, 3)
        if r.random() < 0.4:
            at = {
                "latitude": round(r.uniform(-90, 90), 6),
                "longitude": round(r.uniform(-180, 180), 6),
            }
            item["location"] = {"name": r.choice(["Home", "Shop"]), "coordinate": at}
        yield item


def fill(database):
    """Imports them."""
    text = "\n".join(json.dumps(item) for item in items(ITEMS, 42))
    subprocess.run(
        [BINARY, "import", "--db", database, "-"],
        input=text,
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
    )
