"""Uses the types that datamodel-code-generator made, with httpx: PROGRAM URL"""

import sys

import httpx
from pydantic import TypeAdapter
from todo_types import (
    AddedToDoItems,
    BatchResults,
    BulkPatchResult,
    ChangedItem,
    ChangesPage,
    DeletedItem,
    DeletedResult,
    DeleteOperation,
    IdentifiedToDoItem,
    ItemPatch,
    NewToDoItem,
    PatchOperation,
    Problem,
    PutOperation,
    StoredResult,
    ToDoItem,
)

http = httpx.Client(base_url=sys.argv[1])
ID = "0f9d7a5e-6b1c-4c59-9f1b-4d4e6a0c2b11"
OTHER = "7c1f4e07-a2b3-4586-9d7a-5e6b1c4c599f"


def dump(model):
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)


def send(method, target, body=None, *, status, kind, **fields):
    """Sends a request and reads the answer as a type; a refusal is a Problem."""
    answer = http.request(method, target, json=body, headers=fields)
    assert answer.status_code == status, answer.text
    return TypeAdapter(kind).validate_json(answer.content), answer


def adds_and_lists():
    assert send("GET", "/items", status=200, kind=list[ToDoItem])[0] == []
    new = NewToDoItem(title="Buy milk", timestamp=1.5, location={"name": ""})
    milk, _ = send("POST", "/items", dump(new), status=201, kind=ToDoItem)
    assert milk.timestamp == 1.5 and milk.location.name == ""
    several = [dump(NewToDoItem(title=title)) for title in ["Call home", "Rest"]]
    added, _ = send("POST", "/items", several, status=201, kind=AddedToDoItems)
    assert [item.title for item in added.root] == ["Call home", "Rest"]


def follows_pages():
    found, target = [], "/items?limit=2"
    while target:
        items, answer = send("GET", target, status=200, kind=list[ToDoItem])
        found += [item.title for item in items]
        target = answer.links.get("next", {}).get("url")
    assert found == ["Buy milk", "Call home", "Rest"]


def reads_errors():
    problem, _ = send("POST", "/items", [{"title": " "}, {}], status=422, kind=Problem)
    assert problem.type == "/problems/invalid"
    assert [fault.pointer for fault in problem.errors] == ["/0/title", "/1/title"]
    problem, _ = send("GET", f"/items/{ID}", status=404, kind=Problem)
    assert problem.type == "/problems/item-not-found"
    later = Problem.model_validate(problem.model_dump() | {"type": "/problems/later"})
    assert later.type == "/problems/later"


def does_batches():
    operations = [
        PutOperation(op="put", item=IdentifiedToDoItem(id=ID, title="Put")),
        PatchOperation(op="patch", id=ID, patch=ItemPatch(done=True, timestamp=None)),
        PutOperation(op="put", item=IdentifiedToDoItem(id=OTHER, title="Other")),
        DeleteOperation(op="delete", id=OTHER),
    ]
    body = [dump(operation) for operation in operations]
    results, _ = send("POST", "/items/batch", body, status=200, kind=BatchResults)
    kinds = [type(result) for result in results.root]
    assert kinds == [StoredResult, StoredResult, StoredResult, DeletedResult]
    problem, _ = send("POST", "/items/batch", body[3:], status=410, kind=Problem)
    assert problem.pointer == "/0"


def patches():
    result, _ = send("PATCH", "/items", {"done": True}, status=200, kind=BulkPatchResult)
    assert result.changed == 3


def follows_changes():
    page, _ = send("GET", "/items/changes", status=200, kind=ChangesPage)
    assert len(page.changes) == 4 and {type(change) for change in page.changes} == {ChangedItem}
    http.delete(f"/items/{ID}").raise_for_status()
    target = f"/items/changes?since={page.token}"
    page, _ = send("GET", target, status=200, kind=ChangesPage)
    assert [type(change) for change in page.changes] == [DeletedItem] and not page.more


def asks_for_no_content():
    prefer = {"Prefer": "return=minimal"}
    answer = http.post("/items", json=dump(NewToDoItem(title="Quiet")), headers=prefer)
    assert (answer.status_code, answer.content) == (201, b"")


def sends_head():
    assert (http.head("/items").status_code, http.head("/items").content) == (200, b"")
    assert http.head(f"/items/{ID}").status_code == 404


STEPS = [
    adds_and_lists,
    follows_pages,
    reads_errors,
    does_batches,
    patches,
    follows_changes,
    asks_for_no_content,
    sends_head,
]
for step in STEPS:
    step()
print(f"{len(STEPS)} steps: {', '.join(step.__name__ for step in STEPS)}".replace("_", " "))
