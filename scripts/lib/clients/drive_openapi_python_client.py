"""Uses each part of a client that openapi-python-client made: PROGRAM URL"""

import re
import sys
from uuid import UUID

from toodoo_client import Client
from toodoo_client.api.items import (
    add_items,
    batch,
    delete_items,
    head_changes,
    head_item,
    head_items,
    list_changes,
    list_items,
    patch_item,
    patch_items,
    put_item,
    read_item,
    undo,
)
from toodoo_client.api.service import health
from toodoo_client.models import (
    BulkPatch,
    BulkPatchResult,
    ChangedItem,
    DeletedItem,
    DeletedResult,
    DeleteOperation,
    IdentifiedToDoItem,
    ItemPatch,
    Location,
    NewToDoItem,
    PatchOperation,
    Problem,
    PutOperation,
    StoredResult,
    ToDoItem,
    UndoResult,
)
from toodoo_client.models.coordinate import Coordinate

client = Client(base_url=sys.argv[1], raise_on_unexpected_status=True)
ID = UUID("0f9d7a5e-6b1c-4c59-9f1b-4d4e6a0c2b11")
OTHER = UUID("7c1f4e07-a2b3-4586-9d7a-5e6b1c4c599f")


def titles(items):
    return [item.title for item in items]


def refused(answer, status, kind):
    assert isinstance(answer, Problem), answer
    assert (answer.status, answer.type_) == (status, "/problems/" + kind), answer
    return answer


def adds_and_lists():
    assert health.sync(client=client).status == "alive"
    assert list_items.sync(client=client) == []
    milk = add_items.sync(client=client, body=NewToDoItem(title="Buy milk", timestamp=1.5))
    assert isinstance(milk, ToDoItem) and milk.timestamp == 1.5 and not milk.done
    place = Location(name="Shop", coordinate=Coordinate(latitude=51.2, longitude=6.8))
    several = [NewToDoItem(title="Call home", location=place), NewToDoItem(title="Rest")]
    assert titles(add_items.sync(client=client, body=several)) == ["Call home", "Rest"]
    assert add_items.sync(client=client, body=[]) == []
    assert titles(list_items.sync(client=client)) == ["Buy milk", "Call home", "Rest"]
    assert titles(list_items.sync(client=client, near="51.2,6.8")) == ["Call home"]
    assert read_item.sync(milk.id, client=client) == milk


def follows_pages():
    found, cursor = [], {}
    while True:
        page = list_items.sync_detailed(client=client, limit=2, **cursor)
        assert len(page.parsed) <= 2
        found += titles(page.parsed)
        following = re.search(r"cursor=(\w+)", page.headers.get("Link", ""))
        if following is None:
            break
        cursor = {"cursor": following[1]}
    assert found == ["Buy milk", "Call home", "Rest"] and cursor


def reads_errors():
    invalid = add_items.sync(client=client, body=[NewToDoItem(title=" "), NewToDoItem(title="")])
    pointers = [fault.pointer for fault in refused(invalid, 422, "invalid").errors]
    assert pointers == ["/0/title", "/1/title"]
    assert isinstance(put_item.sync(ID, client=client, body=NewToDoItem(title="Put")), ToDoItem)
    twice = add_items.sync(client=client, body=NewToDoItem(title="Twice", id=ID))
    assert refused(twice, 409, "already-exists").items == [ID]
    stale = put_item.sync(ID, client=client, body=NewToDoItem(title="No"), if_match='"else.1"')
    assert refused(stale, 412, "condition-failed").revision > 0
    refused(read_item.sync(OTHER, client=client), 404, "item-not-found")
    refused(list_items.sync(client=client, radius=5), 400, "bad-parameter")
    refused(list_changes.sync(client=client, since="else.1"), 410, "token-expired")
    # A type that this version of the server does not have.
    later = invalid.to_dict() | {"type": "/problems/later"}
    assert Problem.from_dict(later).type_ == "/problems/later"


def patches_and_undoes():
    patched = patch_item.sync(ID, client=client, body=ItemPatch(item_description="Two", done=True))
    assert patched.done and patched.item_description == "Two" and patched.title == "Put"
    cleared = patch_item.sync(ID, client=client, body=ItemPatch(item_description=None))
    assert not cleared.item_description and cleared.done
    result = patch_items.sync(client=client, body=BulkPatch(done=True))
    assert isinstance(result, BulkPatchResult) and result.changed == 3
    revision = max(item.revision for item in list_items.sync(client=client))
    undone = undo.sync(revision, client=client)
    assert isinstance(undone, UndoResult) and len(undone.restored) == 3


def does_batches():
    results = batch.sync(
        client=client,
        body=[
            PutOperation(op="put", item=IdentifiedToDoItem(id=OTHER, title="Other")),
            PatchOperation(op="patch", id=OTHER, patch=ItemPatch(done=True)),
            DeleteOperation(op="delete", id=ID),
        ],
    )
    assert [type(result) for result in results] == [StoredResult, StoredResult, DeletedResult]
    assert results[1].item.done and results[2].id == ID
    missing = DeleteOperation(op="delete", id=ID)
    refusal = batch.sync(client=client, body=[missing])
    assert refused(refusal, 410, "item-gone").pointer == "/0"


def follows_changes():
    copy, since, pages = {}, {}, 0
    while True:
        page = list_changes.sync(client=client, limit=2, **since)
        for change in page.changes:
            assert isinstance(change, (ChangedItem, DeletedItem))
            if isinstance(change, ChangedItem):
                copy[change.item.id] = change.item
            else:
                copy.pop(change.deleted, None)
        since, pages = {"since": page.token}, pages + 1
        if not page.more:
            break
    assert pages > 1
    assert copy == {item.id: item for item in list_items.sync(client=client)}
    assert delete_items.sync_detailed(client=client, done=True).status_code == 204
    page = list_changes.sync(client=client, **since)
    assert [change.deleted for change in page.changes] == [OTHER]


def asks_for_no_content():
    before = len(list_items.sync(client=client))
    answer = client.get_httpx_client().post(
        "/items", json=NewToDoItem(title="Quiet").to_dict(), headers={"Prefer": "return=minimal"}
    )
    assert (answer.status_code, answer.content) == (201, b"")
    assert len(list_items.sync(client=client)) == before + 1


def sends_head():
    head = head_items.sync_detailed(client=client, limit=1)
    assert head.status_code == 200 and head.parsed is None
    assert "ETag" in head.headers and "Link" in head.headers
    assert head_changes.sync_detailed(client=client).status_code == 200
    for refusal, status in [
        (head_item.sync_detailed(ID, client=client), 404),
        (head_items.sync_detailed(client=client, radius=5), 400),
        (head_items.sync_detailed(client=client, if_none_match="*"), 304),
    ]:
        assert refusal.status_code == status and refusal.parsed is None


STEPS = [
    adds_and_lists,
    follows_pages,
    reads_errors,
    patches_and_undoes,
    does_batches,
    follows_changes,
    asks_for_no_content,
    sends_head,
]
for step in STEPS:
    step()
print(f"{len(STEPS)} steps: {', '.join(step.__name__ for step in STEPS)}".replace("_", " "))
