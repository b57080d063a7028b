"""The items that servers are filled with."""

import random, uuid

WORDS = "buy milk call write report fix read plan trip clean water pay the rent book table order".split()


def items(count):
    """Items: half of the locations are in one city; one word is in 20 items, one pair of letters in one."""
    r = random.Random(42)
    for n in range(count):
        item = {"id": str(uuid.UUID(int=r.getrandbits(128), version=4)), "done": r.random() < 0.3}
        item["title"] = " ".join(r.choices(WORDS, k=4)) + (
            " rare17" if n % max(1, count // 20) == 7 else ""
        )
        if n == count // 2:
            item["title"] += " zz"
        if r.random() < 0.5:
            item["itemDescription"] = " ".join(r.choices(WORDS, k=8))
        if r.random() < 0.8:
            item["timestamp"] = round(1.7e9 + r.random() * 1e7, 3)
        if r.random() < 0.4:
            at = (
                (r.gauss(51.2, 0.1), r.gauss(6.8, 0.1))
                if r.random() < 0.5
                else (r.uniform(-90, 90), r.uniform(-180, 180))
            )
            item["location"] = {
                "name": "Shop",
                "coordinate": {"latitude": round(at[0], 6), "longitude": round(at[1], 6)},
            }
        yield item


def drafts(count):
    """Items without ids, to be posted one by one."""
    return [{k: v for k, v in item.items() if k not in ("id", "done")} for item in items(count)]
