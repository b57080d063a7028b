"""Follows a server with the package through what goes wrong: PROGRAM URL"""

import sys
from collections.abc import Iterator, Mapping

from toodoo_client import Client, Replica, ToDoError
from toodoo_client.transport import Event


class BrokenClient(Client):
    """Its first stream breaks before an event, which is stored but not seen."""

    streams = 0

    def events(self, path: str, query: Mapping[str, object]) -> Iterator[Event]:
        self.streams += 1
        if self.streams == 1:
            self.add_items({"title": "Stored meanwhile"})
            raise ConnectionResetError
        return super().events(path, query)


def titles(replica):
    return sorted(item["title"] for item in replica.items.values())


def calls_are_typed():
    milk = client.add_items({"title": "Buy milk", "tags": ["shop"], "timestamp": 1.5})
    assert client.read_item(milk["id"]) == milk
    changed = client.patch_item(milk["id"], {"done": True}, if_match=f'"{epoch()}.1"')
    assert changed["done"] and client.list_items(done=True, tag="shop") == [changed]
    written = client.batch([{"op": "delete", "id": milk["id"]}])
    assert written[0]["id"] == milk["id"] and client.undo(3)["restored"] == [milk["id"]]
    report = client.import_file(b'[{"title": "Imported"}]', content_type="application/json")
    assert report["new"] == 1
    assert client.delete_items() is None and client.list_items() == []


def epoch():
    return client.list_changes()["token"].split(".")[0]


def refusals_are_problems():
    for call, status, kind in [
        (lambda: client.read_item("0f9d7a5e-6b1c-4c59-9f1b-4d4e6a0c2b11"), 404, "item-not-found"),
        (lambda: client.add_items({"title": " "}), 422, "invalid"),
        (lambda: Client(url, token="a.b").read_account(), 404, "not-found"),
    ]:
        try:
            call()
            raise AssertionError("not refused")
        except ToDoError as error:
            assert error.status == status, error
            assert error.problem["type"] == f"/problems/{kind}", error.problem


def starts_over():
    client.add_items({"title": "There"})
    replica = Replica(client, {"old": {"id": "old", "title": "Gone"}}, "else.1")
    replica.sync()
    assert titles(replica) == ["There"]


def continues_after_a_break():
    broken = BrokenClient(url)
    replica = Replica(broken)
    changes = replica.follow()
    assert next(changes) is None and titles(replica) == ["There"]
    assert next(changes) is None and titles(replica) == ["Stored meanwhile", "There"]
    broken.delete_items()
    deleted = {next(changes)["deleted"] for _ in range(2)}
    assert len(deleted) == 2 and replica.items == {} and broken.streams == 2
    assert replica.token == broken.list_changes()["token"]


url = sys.argv[1]
client = Client(url)
STEPS = [calls_are_typed, refusals_are_problems, starts_over, continues_after_a_break]
for step in STEPS:
    step()
