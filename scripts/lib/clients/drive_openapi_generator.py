"""Uses a client that openapi-generator made (-g python): PROGRAM URL"""

import re
import sys

from openapi_client import ApiClient, Configuration, ItemsApi
from openapi_client.exceptions import ApiException
from openapi_client.models import (
    BulkPatch,
    ChangedItem,
    DeletedItem,
    DeletedResult,
    DeleteOperation,
    IdentifiedToDoItem,
    ItemPatch,
    NewToDoItem,
    NewToDoItemInArray,
    NewToDoItemOrArray,
    Operation,
    PatchOperation,
    PutOperation,
    StoredResult,
)

api = ItemsApi(ApiClient(Configuration(host=sys.argv[1])))
ID = "0f9d7a5e-6b1c-4c59-9f1b-4d4e6a0c2b11"


def add(items):
    return api.add_items(NewToDoItemOrArray(items)).actual_instance


def refused(status, kind, call, *arguments, **options):
    try:
        call(*arguments, **options)
    except ApiException as error:
        assert error.status == status, error
        if kind:
            assert error.data.type == "/problems/" + kind, error
        return error.data
    raise AssertionError(f"not refused: {call.__name__}")


def adds_and_lists():
    assert api.list_items() == []
    assert add(NewToDoItem(title="Buy milk")).title == "Buy milk"
    several = add([NewToDoItemInArray(title=title) for title in ["Call home", "Rest"]])
    assert [item.title for item in several] == ["Call home", "Rest"]


def follows_pages():
    found, cursor = [], None
    while True:
        page = api.list_items_with_http_info(limit=2, cursor=cursor)
        found += [item.title for item in page.data]
        following = re.search(r"cursor=(\w+)", (page.headers or {}).get("Link", ""))
        if following is None:
            break
        cursor = following[1]
    assert found == ["Buy milk", "Call home", "Rest"] and cursor


def reads_errors():
    # Most faults are found by the client itself, but not this one.
    twice = [NewToDoItemInArray(title="Twice", id=ID)] * 2
    problem = refused(422, "invalid", add, twice)
    assert [fault.pointer for fault in problem.errors] == ["/1/id"]
    refused(404, "item-not-found", api.read_item, ID)


def does_batches():
    results = api.batch(
        [
            Operation(PutOperation(op="put", item=IdentifiedToDoItem(id=ID, title="Put"))),
            Operation(PatchOperation(op="patch", id=ID, patch=ItemPatch(done=True))),
            Operation(DeleteOperation(op="delete", id=ID)),
        ]
    )
    kinds = [type(result.actual_instance) for result in results]
    assert kinds == [StoredResult, StoredResult, DeletedResult]
    assert api.patch_items(BulkPatch(done=True)).changed == 3


def follows_changes():
    page = api.list_changes()
    kinds = {type(change.actual_instance) for change in page.changes}
    assert kinds <= {ChangedItem, DeletedItem} and ChangedItem in kinds and not page.more
    api.delete_items()
    changes = api.list_changes(since=page.token).changes
    assert [type(change.actual_instance) for change in changes] == [DeletedItem] * 3


def asks_for_no_content():
    item = NewToDoItemOrArray(NewToDoItem(title="Quiet"))
    prefer = {"Prefer": "return=minimal"}
    answer = api.add_items_without_preload_content(item, _headers=prefer)
    assert (answer.status, answer.data) == (201, b"")


def sends_head():
    head = api.head_items_with_http_info()
    assert head.status_code == 200 and head.data is None and "ETag" in head.headers
    assert refused(410, None, api.delete_item, ID) is not None
    assert refused(404, None, api.head_item, ID) is None


STEPS = [
    adds_and_lists,
    follows_pages,
    reads_errors,
    does_batches,
    follows_changes,
    asks_for_no_content,
    sends_head,
]
for step in STEPS:
    step()
print(f"{len(STEPS)} steps: {', '.join(step.__name__ for step in STEPS)}".replace("_", " "))
