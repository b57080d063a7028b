"""One of each request, before anything is timed: the servers do the same work."""

import json

JSON = {"Content-Type": "application/json"}
MERGE = {"Content-Type": "application/merge-patch+json"}
NEW = {
    "title": '"Tea" é',
    "itemDescription": "x",
    "timestamp": 1795262400.5,
    "location": {"name": "Shop", "coordinate": {"latitude": 1.5, "longitude": -2.25}},
}


def shape(value):
    """What a body looks like, without its values."""
    if isinstance(value, dict):
        return {k: shape(v) for k, v in sorted(value.items())}
    if isinstance(value, list):
        return [shape(v) for v in value[:1]]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "number"
    return type(value).__name__


def expect(what, found, wanted):
    if found != wanted:
        raise AssertionError(f"{what}: {found!r}, not {wanted!r}")


def verify(server, tokens):
    """The shapes of the bodies; the items are the same afterwards."""
    last = len(tokens) - 2
    for n in (3, last // 2, last):
        shapes = verify_one(server, tokens[n], tokens[n - 1])
    return shapes


def verify_one(server, me, other):
    status, headers, items = server.ask("GET", "/items", me)
    tag, one = headers["ETag"], items[0]
    expect("list", status, 200)
    expect("open ones first", [i["done"] for i in items], sorted(i["done"] for i in items))
    verify_refusals(server, me, other, one, tag)
    since = tag.strip('"')
    nothing = {"token": since, "more": False, "changes": []}
    expect("no changes", changes(server, me, since)[1], nothing)

    status, headers, new = server.ask("POST", "/items", me, json.dumps(NEW), JSON)
    expect("POST", (status, headers["Location"]), (201, "/items/" + new["id"]))
    expect("a new item", (new["title"], new["done"]), (NEW["title"], False))
    expect("its list", len(server.ask("GET", "/items", me)[2]), len(items) + 1)

    path = "/items/" + new["id"]
    status, headers, done = server.ask("PATCH", path, me, '{"done":true}', MERGE)
    expect("PATCH", (status, done["done"], "doneAt" in done), (200, True, True))
    expect("its revision", done["revision"], new["revision"] + 1)
    headers, body = changes(server, me, since)
    expect("a change", body["changes"], [{"revision": done["revision"], "item": done}])
    expect("its token", body["token"], headers["ETag"].strip('"'))

    status, headers, content = server.ask("DELETE", path, me)
    expect("DELETE", (status, content), (204, b""))
    revision = headers["ToDo-Revision"]
    expect("gone", server.ask("GET", path, me)[0], 404)
    gone = [{"revision": done["revision"] + 1, "deleted": new["id"]}]
    expect("a deletion", changes(server, me, since)[1]["changes"], gone)
    after = server.ask("GET", "/items", me, headers={"If-None-Match": tag})
    expect("the list after it", (after[0], after[2]), (200, items))
    expect("its tag", after[1]["ETag"], f'"{revision}"')
    return {"changes": shape(body), "new": shape(new), "done": shape(done)}


def verify_refusals(server, me, other, one, tag):
    def list_for(token, **headers):
        return server.ask("GET", "/items", token, headers=headers)[0]

    old = tag[:-2] + ('1"' if tag[-2] == "0" else '0"')
    wrong = me[:-3] + ("abc" if me[-3:] != "abc" else "xyz")
    path = "/items/" + one["id"]
    expect("a current tag", list_for(me, **{"If-None-Match": tag}), 304)
    expect("an old tag", list_for(me, **{"If-None-Match": old}), 200)
    expect("no token", list_for(None), 401)
    expect("a wrong token", list_for(wrong), 401)
    expect("one", server.ask("GET", path, me)[::2], (200, one))
    expect("another's", server.ask("GET", path, other)[0], 404)
    patched = server.ask("PATCH", path, other, '{"done":true}', MERGE)
    expect("another's PATCH", patched[0], 404)
    untitled = server.ask("POST", "/items", me, '{"titel":"x"}', JSON)
    expect("a title is wanted", untitled[0] in (400, 422), True)


def changes(server, me, since):
    return server.ask("GET", "/items/changes?since=" + since, me)[1:]
