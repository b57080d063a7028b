import APITestSupport
import Items
import TestSupport
import Testing

private let item = "/items/" + uuid(1)

@Suite struct `POST /undo` {
    @Test(arguments: [
        "", "x", "-1", "+1", "1.0", "01", "00", "1x", "0x1", "1/", "1/2", "%31x", "%EF%BC%99",
        "1000000000000000000", "99999999999999999999999999", uuid(1),
    ])
    func `of a text that is no number is 404`(revision: String) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)

        let response = world.client.send("POST", "/undo/" + revision)

        #expect(response.status == 404)
        #expect(response.problemName == "not-found")
        #expect(world.items.writes.count == 1)
    }

    @Test func `of a pruned revision is 410`() {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        _ = world.client.send("DELETE", "/items")
        world.items.forget(upTo: 1, of: world.owner)

        let forgotten = world.client.send("POST", "/undo/1")
        let remembered = world.client.send("POST", "/undo/2")

        #expect(forgotten.status == 410)
        #expect(forgotten.problemName == "undo-expired")
        #expect(remembered.status == 200)
    }

    /// Another fault of the request, and its status.
    static let wrong: [(fields: [String: String], query: String, body: String?, status: Int)] = [
        (["Content-Type": "text/plain"], "", "x", 415),
        ([:], "", "x", 415),
        (["Content-Type": "application/json"], "", String(repeating: " ", count: 1 << 17), 413),
        (["Accept": "text/html"], "", nil, 406),
        ([:], "?a=b", nil, 400),
        (["If-Match": "x"], "", nil, 400),
        (["If-None-Match": "x"], "", nil, 400),
        (["If-Match": "\"k3f9.7\""], "", nil, 412),
        (["If-None-Match": "\"k3f9.2\""], "", nil, 412),
        (["If-None-Match": "*"], "", nil, 412),
    ]

    @Test(arguments: wrong.indices)
    func `with another fault changes nothing`(index: Int) {
        let (fields, query, body, status) = Self.wrong[index]
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        _ = world.client.send("DELETE", "/items")
        world.items.forget(upTo: 1, of: world.owner)
        let before = world.state

        let statuses = [2, 1, 9].map { revision in
            world.client.send("POST", "/undo/\(revision)\(query)", fields, body: body).status
        }

        // A missing revision takes precedence over every other fault.
        #expect(statuses == [status, 410, 404])
        #expect(world.state == before)
    }

    @Test(arguments: [
        ([:], nil), (["Content-Type": "application/x-www-form-urlencoded"], ""),
        (["Content-Type": "application/json"], "{}"), (["If-Match": "\"k3f9.1\""], nil),
        (["If-Match": "*"], nil), (["If-None-Match": "\"k3f9.7\""], nil),
    ])
    func `ignores a body and conditions that hold`(fields: [String: String], body: String?) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)

        let response = world.client.send("POST", "/undo/1", fields, body: body)

        #expect(response.status == 200)
    }
}

@Suite struct `The link to the undo of a write` {
    /// Writes to a list of one item, and whether each changes something.
    static let writes: [(method: String, target: String, json: String?, changes: Bool)] = [
        ("POST", "/items", #"{"title":"New"}"#, true),
        ("POST", "/items", #"[{"title":"New"},{"title":"Newer"}]"#, true),
        ("POST", "/items", "[]", false),
        ("POST", "/items", #"{"id":"\#(uuid(1))","title":"Milk"}"#, false),
        ("POST", "/items?onConflict=skip", #"{"id":"\#(uuid(1))","title":"Tea"}"#, false),
        ("POST", "/items?onConflict=replace", #"[{"id":"\#(uuid(1))","title":"Milk"}]"#, false),
        ("POST", "/items?onConflict=replace", #"[{"id":"\#(uuid(1))","title":"Tea"}]"#, true),
        ("PUT", item, #"{"title":"Milk"}"#, false),
        ("PUT", item, #"{"title":"Tea"}"#, true),
        ("PUT", "/items/" + uuid(9), #"{"title":"Tea"}"#, true),
        ("PATCH", item, "{}", false),
        ("PATCH", item, #"{"done":true}"#, true),
        ("DELETE", item, nil, true),
        ("DELETE", "/items/" + uuid(9), nil, false),
        ("DELETE", "/items", nil, true),
        ("PATCH", "/items", #"{"done":true}"#, true),
        ("PATCH", "/items?q=tea", #"{"done":true}"#, false),
        ("DELETE", "/items?done=false", nil, true),
        ("DELETE", "/items?done=true", nil, false),
        ("POST", "/items/batch", "[]", false),
        ("POST", "/items/batch", #"[{"op":"delete","id":"\#(uuid(1))"}]"#, true),
        ("POST", "/items/batch", #"[{"op":"delete","id":"\#(uuid(9))"}]"#, false),
        ("POST", "/undo/1", nil, true),
        ("POST", "/undo/2", nil, false),
        ("GET", item, nil, false),
        ("GET", "/items", nil, false),
    ]

    // proves: undo-1
    @Test(arguments: writes.indices, ["return=representation", "return=minimal"])
    func `is sent only for writes that changed something`(index: Int, preference: String) {
        let (method, target, json, changes) = Self.writes[index]
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)

        let response = world.client.send(
            method, target, ["Content-Type": "application/json", "Prefer": preference], body: json)

        #expect(response["Link"] == (changes ? #"</undo/2>; rel="undo""# : nil))
        #expect(!changes || response["ToDo-Revision"] == "k3f9.2")
    }
}
