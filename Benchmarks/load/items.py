"""The items that servers are filled with."""
import random, sqlite3, uuid

WORDS = "buy milk call write report fix read plan trip clean water pay the rent book table order".split()


def items(count):
    """Items: half of the locations are in one city; one word is in 20 items, one pair of letters in one."""
    r = random.Random(42)
    for n in range(count):
        item = {"id": str(uuid.UUID(int=r.getrandbits(128), version=4)), "done": r.random() < .3}
        item["title"] = " ".join(r.choices(WORDS, k=4)) + (" rare17" if n % max(1, count // 20) == 7 else "")
        if n == count // 2: item["title"] += " zz"
        if r.random() < .5: item["itemDescription"] = " ".join(r.choices(WORDS, k=8))
        if r.random() < .8: item["timestamp"] = round(1.7e9 + r.random() * 1e7, 3)
        if r.random() < .4:
            at = (r.gauss(51.2, .1), r.gauss(6.8, .1)) if r.random() < .5 else (r.uniform(-90, 90), r.uniform(-180, 180))
            item["location"] = {"name": "Shop", "coordinate": {"latitude": round(at[0], 6), "longitude": round(at[1], 6)}}
        yield item


def drafts(count):
    """Items without ids, to be posted one by one."""
    return [{k: v for k, v in item.items() if k not in ("id", "done")} for item in items(count)]


def plain(path, items):
    """One table with a column for each member, like that of a server without accounts, revisions and searches."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("""CREATE TABLE items (id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL, item_description TEXT,
        timestamp REAL, location_name TEXT, latitude REAL, longitude REAL, done INTEGER NOT NULL)""")
    for item in items:
        place = item.get("location", {"name": None, "coordinate": {"latitude": None, "longitude": None}})
        db.execute("INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (
            item["id"], item["title"], item.get("itemDescription"), item.get("timestamp"), place["name"],
            place["coordinate"]["latitude"], place["coordinate"]["longitude"], item["done"]))
    db.commit(); db.close()
