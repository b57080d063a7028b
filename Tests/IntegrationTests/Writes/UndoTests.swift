import APITestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

private let item = "/items/" + uuid(1)

@Suite struct `POST /undo` {
    /// Each kind of write to a list of two items, and the ids that it changes.
    static let writes: [(method: String, target: String, json: String?, ids: [String])] = [
        ("POST", "/items", #"{"title":"New"}"#, [uuid(3)]),
        ("POST", "/items", #"[{"title":"New"},{"title":"Newer"}]"#, [uuid(3), uuid(4)]),
        (
            "POST", "/items?onConflict=replace",
            #"[{"id":"\#(uuid(1))","title":"Bread"},{"title":"New"}]"#, [uuid(1), uuid(3)]
        ),
        ("PUT", item, #"{"title":"Bread","done":true}"#, [uuid(1)]),
        ("PUT", "/items/" + uuid(9), #"{"title":"Bread"}"#, [uuid(9)]),
        ("PATCH", item, #"{"done":true}"#, [uuid(1)]),
        ("DELETE", item, nil, [uuid(1)]),
        ("DELETE", "/items", nil, [uuid(1), uuid(2)]),
        (
            "POST", "/items/batch",
            #"[{"op":"delete","id":"\#(uuid(1))"},{"op":"put","item":{"id":"\#(uuid(9))","title":"a"}}]"#,
            [uuid(1), uuid(9)]
        ),
    ]

    // proves: undo-1
    @Test(arguments: ItemWorld.Kind.engines, writes.indices)
    func `restores the state before a write`(kind: ItemWorld.Kind, index: Int) throws {
        let (method, target, json, ids) = Self.writes[index]
        let time = ManualClock()
        let client = try world(kind, time)
        let before = client.send("GET", "/items").lasting
        time.advance(by: 10)
        _ = client.send(method, target, ["Content-Type": "application/json"], body: json)
        let after = client.send("GET", "/items").lasting
        time.advance(by: 10)

        let undone = client.send("POST", "/undo/2")

        #expect(undone.status == 200)
        #expect(undone["Content-Type"] == "application/json")
        #expect(undone["ToDo-Revision"] == "\(client.owner.epoch).3")
        let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(undone.text == #"{"revision":3,"restored":[\#(list)]}"#)
        #expect(client.send("GET", "/items").lasting == before)
        #expect(after != before)

        let redone = client.send("POST", undone.undo ?? "")

        #expect(redone.status == 200)
        #expect(client.send("GET", "/items").lasting == after)
    }

    // proves: stored-4
    @Test(arguments: ItemWorld.Kind.engines)
    func `removes a gap in which an item was not done`(kind: ItemWorld.Kind) throws {
        let time = ManualClock()
        let client = try world(kind, time)
        let since = client.send("PATCH", item, json: #"{"done":true}"#).item?.doneAt
        time.advance(by: 10)
        _ = client.send("PATCH", item, json: #"{"done":false}"#)
        time.advance(by: 10)

        _ = client.send("POST", "/undo/3")

        #expect(since != nil)
        #expect(client.send("GET", item).item?.doneAt == since)
    }

    // proves: undo-1
    @Test(arguments: ItemWorld.Kind.engines)
    func `undoes several steps one after the other`(kind: ItemWorld.Kind) throws {
        let client = try world(kind)
        let lists = ["Tea", "Bread", "Salt"].map { title in
            let list = client.send("GET", "/items").lasting
            _ = client.send("PATCH", item, json: #"{"title":"\#(title)"}"#)
            return list
        }

        let undone = [4, 3, 2].map { revision in
            _ = client.send("POST", "/undo/\(revision)")
            return client.send("GET", "/items").lasting
        }

        #expect(undone == lists.reversed())
    }

    // proves: undo-2
    @Test(arguments: ItemWorld.Kind.engines)
    func `refuses items that were changed since, and names them`(kind: ItemWorld.Kind) throws {
        let client = try world(kind)
        _ = client.send("DELETE", "/items")
        _ = client.send("PUT", "/items/" + uuid(2), json: #"{"title":"Tea"}"#)
        let before = client.send("GET", "/items")

        let response = client.send("POST", "/undo/2")

        #expect(response.status == 409)
        #expect(response.problemName == "changed-since")
        #expect(response.problem?.items == [uuid(2)])
        #expect(response["Link"] == nil)
        #expect(client.send("GET", "/items") == before)
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `with nothing left to undo takes no revision`(kind: ItemWorld.Kind) throws {
        let client = try world(kind)
        _ = client.send("PATCH", item, json: #"{"title":"Tea"}"#)
        _ = client.send("PATCH", item, json: #"{"title":"Milk"}"#)
        _ = client.send("PATCH", item, json: #"{"title":"Tea"}"#)
        _ = client.send("POST", "/undo/4")

        let again = client.send("POST", "/undo/3")

        #expect(again.status == 200)
        #expect(again["ToDo-Revision"]?.hasSuffix(".6") == true)
        #expect(client.send("GET", item).item?.title == "Tea")
    }

    @Test(arguments: ["0", "2", "7", "999999999999999999"], ItemWorld.Kind.engines)
    func `of a revision that does not exist is 404`(revision: String, kind: ItemWorld.Kind) throws {
        let client = try world(kind)

        let response = client.send("POST", "/undo/" + revision)

        #expect(response.status == 404)
        #expect(response.problemName == "revision-not-found")
    }

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

    private func world(
        _ kind: ItemWorld.Kind, _ time: ManualClock = ManualClock()
    ) throws -> StoredClient {
        let client = try StoredClient(kind, clock: time.clock)
        _ = client.send("POST", "/items", json: #"[{"title":"Milk"},{"title":"Eggs"}]"#)
        return client
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

extension TestResponse {
    /// The path of the write's undo.
    fileprivate var undo: String? {
        self["Link"].flatMap { $0.wholeMatch(of: /<(\/undo\/\d+)>; rel="undo"/)?.output.1 }
            .map(String.init)
    }
}
