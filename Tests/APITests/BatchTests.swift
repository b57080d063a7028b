import Items
import TestSupport
import Testing

private let batch = "/items/batch"

/// The id with that number, as JSON.
private func id(_ number: Int) -> String { "\"\(uuid(number))\"" }

private func put(_ number: Int, _ title: String, _ more: String = "") -> String {
    #"{"op":"put","item":{"id":\#(id(number)),"title":"\#(title)"}\#(more)}"#
}

private func patch(_ number: Int, _ json: String, _ more: String = "") -> String {
    #"{"op":"patch","id":\#(id(number)),"patch":\#(json)\#(more)}"#
}

private func delete(_ number: Int, _ more: String = "") -> String {
    #"{"op":"delete","id":\#(id(number))\#(more)}"#
}

private func array(_ steps: String...) -> String { "[" + steps.joined(separator: ",") + "]" }

@Suite struct `POST a batch` {
    @Test(arguments: ItemWorld.Kind.allCases)
    func `does everything in its order under one revision`(kind: ItemWorld.Kind) throws {
        let time = Time()
        let client = try world(kind, time)
        time.pass(10)

        let response = client.send(
            "POST", batch,
            json: array(
                put(9, "New"), patch(1, #"{"done":true}"#), delete(2), put(3, "Jam"), put(2, "Back")
            ))

        #expect(response.status == 200)
        #expect(
            response.text == """
                [{"id":\(id(9)),"item":{"id":\(id(9)),"title":"New","done":false,\
                "createdAt":1010,"updatedAt":1010,"revision":2}},\
                {"id":\(id(1)),"item":{"id":\(id(1)),"title":"Milk","done":true,"createdAt":1000,\
                "updatedAt":1010,"doneAt":1010,"revision":2}},\
                {"id":\(id(2)),"deleted":true},\
                {"id":\(id(3)),"item":{"id":\(id(3)),"title":"Jam","done":false,\
                "createdAt":1000,"updatedAt":1010,"revision":2}},\
                {"id":\(id(2)),"item":{"id":\(id(2)),"title":"Back","done":false,\
                "createdAt":1010,"updatedAt":1010,"revision":2}}]
                """)
        #expect(response["Content-Type"] == "application/json")
        #expect(response["ToDo-Revision"] == "\(client.owner.epoch).2")
        #expect(response["Link"] == #"</undo/2>; rel="undo""#)
        #expect(response["ETag"] == nil)
        #expect(client.send("GET", "/items").titles == ["Jam", "New", "Back", "Milk"])
    }

    @Test(arguments: ItemWorld.Kind.allCases)
    func `may name one id several times`(kind: ItemWorld.Kind) throws {
        let client = try world(kind)

        let response = client.send(
            "POST", batch,
            json: array(
                patch(1, #"{"title":"A"}"#), patch(1, #"{"itemDescription":"b"}"#), delete(1),
                put(1, "C"), put(8, "New"), delete(8)))

        #expect(response.status == 200)
        #expect(client.send("GET", "/items/" + uuid(1)).item?.title == "C")
        #expect(client.send("GET", "/items/" + uuid(1)).item?.itemDescription == nil)
        #expect(client.send("GET", "/items/" + uuid(8)).status == 404)
    }

    @Test(arguments: ItemWorld.Kind.allCases)
    func `is taken back as a whole`(kind: ItemWorld.Kind) throws {
        let client = try world(kind)
        let before = client.send("GET", "/items").lasting
        _ = client.send(
            "POST", batch,
            json: array(
                put(9, "New"), patch(1, #"{"done":true}"#), delete(2), put(3, "Jam"),
                patch(3, #"{"title":"Jelly"}"#), put(2, "Back"), put(8, "Brief"), delete(8)))

        let response = client.send("POST", "/undo/2")

        #expect(response.status == 200)
        #expect(client.send("GET", "/items").lasting == before)
    }

    @Test(arguments: ItemWorld.Kind.allCases, ["[]", array(put(1, "Milk"), patch(2, "{}"))])
    func `that changes nothing takes no revision`(kind: ItemWorld.Kind, json: String) throws {
        let client = try world(kind)
        let before = client.send("GET", "/items")

        let response = client.send("POST", batch, json: json)

        #expect(response.status == 200)
        #expect(response.text.hasPrefix(json == "[]" ? "[]" : #"[{"id":\#(id(1)),"item":{"#))
        #expect(response["ToDo-Revision"]?.hasSuffix(".1") == true)
        #expect(response["Link"] == nil)
        #expect(client.send("GET", "/items") == before)
    }

    /// Batches of which a step is refused: which, and why.
    static let refused: [(json: String, pointer: String, status: Int, name: String)] = [
        (array(put(9, "New"), patch(8, "{}")), "/1", 404, "item-not-found"),
        (array(put(9, "New"), delete(8)), "/1", 404, "item-not-found"),
        (array(delete(4)), "/0", 410, "item-gone"),
        (array(patch(4, "{}")), "/0", 404, "item-not-found"),
        (array(delete(1), delete(1)), "/1", 404, "item-not-found"),
        (array(delete(1), put(9, "New"), patch(1, "{}")), "/2", 404, "item-not-found"),
        (array(put(9, "New"), delete(9), patch(9, "{}")), "/2", 404, "item-not-found"),
        (array(put(9, "New"), patch(1, #"{"location":{}}"#)), "/1", 422, "invalid"),
        (array(put(1, "Tea"), put(2, "Tea", #","ifRevision":7"#)), "/1", 412, "condition-failed"),
        (array(patch(1, "{}", #","ifRevision":0"#)), "/0", 412, "condition-failed"),
        (array(put(9, "New", #","ifRevision":1"#)), "/0", 412, "condition-failed"),
        (array(put(9, "New"), delete(1, #","ifRevision":2"#)), "/1", 412, "condition-failed"),
        // The state before the batch counts, not that after an earlier step.
        (
            array(patch(1, #"{"title":"Tea"}"#), patch(1, "{}", #","ifRevision":4"#)), "/1", 412,
            "condition-failed"
        ),
        (
            array(delete(2), delete(1, #","ifRevision":9"#), delete(8)), "/1", 412,
            "condition-failed"
        ),
    ]

    @Test(arguments: ItemWorld.Kind.allCases, refused.indices)
    func `is refused as a whole at its first refusal`(kind: ItemWorld.Kind, index: Int) throws {
        let (json, pointer, status, name) = Self.refused[index]
        let client = try world(kind)
        _ = client.send("PUT", "/items/" + uuid(4), json: #"{"title":"Gone"}"#)
        _ = client.send("DELETE", "/items/" + uuid(4))
        let before = client.send("GET", "/items")

        let response = client.send("POST", batch, json: json)

        #expect(response.status == status)
        #expect(response.problemName == name)
        #expect(response.problem?.pointer == pointer)
        #expect(response["Link"] == nil)
        #expect(client.send("GET", "/items") == before)
    }

    @Test(arguments: ItemWorld.Kind.allCases)
    func `holds each step's revision against the state before`(kind: ItemWorld.Kind) throws {
        let client = try world(kind)

        let response = client.send(
            "POST", batch,
            json: array(
                patch(1, #"{"title":"Tea"}"#, #","ifRevision":1"#),
                put(2, "Jam", #","ifRevision":1.0"#),
                patch(1, #"{"done":true}"#, #","ifRevision":1"#), delete(1, #","ifRevision":1"#),
                put(9, "New", #","ifRevision":null"#), delete(9)))

        #expect(response.status == 200)
    }

    @Test func `points into an operation whose result would be incomplete`() throws {
        let client = try world(.double)

        let response = client.send(
            "POST", batch, json: array(delete(2), patch(1, #"{"location":{"coordinate":{}}}"#)))

        #expect(response.status == 422)
        #expect(response.problem?.pointer == "/1")
        #expect(
            response.pointers == [
                "/1/patch/location/name", "/1/patch/location/coordinate/latitude",
                "/1/patch/location/coordinate/longitude",
            ])
    }

    @Test(arguments: ItemWorld.Kind.allCases)
    func `is done once under a key`(kind: ItemWorld.Kind) throws {
        let client = try world(kind)
        let write = KeyedWrite(
            method: "POST", target: batch, json: array(put(9, "New"), delete(1)))
        let first = write.send(by: client.client)

        let again = write.send(by: client.client)
        let other = client.send("POST", batch, json: write.json ?? "")

        #expect(first.status == 200)
        #expect(again == first)
        #expect(other.status == 410)
        #expect(other.problem?.pointer == "/1")
    }

    @Test func `has no content when that is preferred`() throws {
        let response = try world(.double).client.send(
            "POST", batch, ["Content-Type": "application/json", "Prefer": "return=minimal"],
            body: array(put(9, "New")))

        #expect(response.status == 200)
        #expect(response["Preference-Applied"] == "return=minimal")
        #expect(response["Content-Length"] == "0")
        #expect(response["Link"] == #"</undo/2>; rel="undo""#)
    }

    @Test(arguments: [
        ("If-Match", ".1", 200), ("If-Match", ".2", 412), ("If-None-Match", ".1", 412),
        ("If-None-Match", ".2", 200), ("If-Match", "*", 200), ("If-None-Match", "*", 412),
        ("If-Match", "x", 400), ("If-None-Match", "x", 400),
    ])
    func `holds conditions against the clock`(field: String, tag: String, status: Int) throws {
        let client = try world(.double)
        let tag = tag.hasPrefix(".") ? "\"\(client.owner.epoch)\(tag)\"" : tag

        let response = client.client.send(
            "POST", batch, ["Content-Type": "application/json", field: tag],
            body: array(put(9, "New")))

        #expect(response.status == status)
        #expect(status != 412 || response.problem?.revision == 1)
        #expect(response.problem?.pointer == nil)
        #expect(client.send("GET", "/items").items?.count == (status == 200 ? 4 : 3))
    }

    private func world(_ kind: ItemWorld.Kind, _ time: Time = Time()) throws -> StoredClient {
        let client = try StoredClient(kind, clock: time.clock)
        _ = client.send(
            "POST", "/items", json: #"[{"title":"Milk"},{"title":"Eggs"},{"title":"Salt"}]"#)
        return client
    }
}

@Suite struct `A batch that is at fault` {
    /// Batches, and where each is at fault.
    static let faults: [(json: String, pointers: [String])] = [
        ("{}", [""]), ("null", [""]), ("7", [""]), (delete(1), [""]),
        ("[7,null,[],\"put\"]", ["/0", "/1", "/2", "/3"]),
        ("[{}]", ["/0/op"]),
        (#"[{"op":null}]"#, ["/0/op"]),
        (
            #"[{"op":7},{"op":"Put"},{"op":""},{"op":"post"}]"#,
            ["/0/op", "/1/op", "/2/op", "/3/op"]
        ),
        (#"[{"op":"put"},{"op":"patch"},{"op":"delete"}]"#, required),
        (
            #"[{"op":"put","item":null},{"op":"patch","id":null,"patch":null},{"op":"delete","id":null}]"#,
            required
        ),
        (#"[{"op":"put","item":7},{"op":"put","item":[]}]"#, ["/0/item", "/1/item"]),
        (#"[{"op":"put","item":{}}]"#, ["/0/item/title", "/0/item/id"]),
        (#"[{"op":"put","item":{"title":"a"}}]"#, ["/0/item/id"]),
        (#"[{"op":"put","item":{"id":null,"title":"a"}}]"#, ["/0/item/id"]),
        (#"[{"op":"put","item":{"id":"7","title":"a"}}]"#, ["/0/item/id"]),
        (
            array(put(1, "a"), put(2, ""), put(3, "c", #","ifRevision":-1"#), patch(4, "[]")),
            ["/1/item/title", "/2/ifRevision", "/3/patch"]
        ),
        (#"[{"op":"put","id":\#(id(1)),"item":{"title":"a"}}]"#, ["/0/id", "/0/item/id"]),
        (
            #"[{"op":"put","item":{"id":\#(id(1)),"title":"a","zip":1,"location":{"name":1}}}]"#,
            ["/0/item/zip", "/0/item/location/name"]
        ),
        (array(patch(1, #"{"title":null,"zip":1}"#)), ["/0/patch/title", "/0/patch/zip"]),
        (array(patch(1, #"{"id":\#(id(2))}"#)), ["/0/patch/id"]),
        (#"[{"patch":{"id":\#(id(2))},"op":"patch","id":\#(id(1))}]"#, ["/0/patch/id"]),
        (#"[{"op":"patch","id":7,"patch":{"id":\#(id(2))}}]"#, ["/0/id"]),
        (#"[{"op":"patch","id":\#(id(1)),"patch":{},"item":{}}]"#, ["/0/item"]),
        (#"[{"op":"delete","id":\#(id(1)),"patch":{"title":7}}]"#, ["/0/patch"]),
        (#"[{"op":"delete","id":"7"},{"op":"delete","id":{}}]"#, ["/0/id", "/1/id"]),
        (array(delete(1, #","a/b":1"#), delete(2, #","":null"#)), ["/0/a~1b", "/1/"]),
        (
            array(
                delete(1, #","ifRevision":"1""#), delete(2, #","ifRevision":1.5"#),
                delete(3, #","ifRevision":true"#), delete(4, #","ifRevision":1e30"#),
                delete(5, #","ifRevision":"k3f9.1""#)),
            (0...4).map { "/\($0)/ifRevision" }
        ),
        (#"[{"op":"pt","item":{"title":7,"id":"x"},"zip":1}]"#, unknown),
        (#"[{"item":{"title":7,"id":"x"},"zip":1}]"#, unknown),
    ]

    private static let required = ["/0/item", "/1/id", "/1/patch", "/2/id"]
    private static let unknown = ["/0/op", "/0/item/title", "/0/item/id", "/0/zip"]

    @Test(arguments: faults.indices)
    func `is told all of it, and none of it is done`(index: Int) {
        let (json, pointers) = Self.faults[index]
        let world = APIWorld()

        let response = world.client.send("POST", batch, json: json)

        #expect(response.status == 422)
        #expect(response.pointers == pointers)
        #expect(response.problem?.pointer == nil)
        #expect(world.items.writes.isEmpty)
    }

    @Test func `is told in words`() {
        let response = APIWorld().client.send(
            "POST", batch,
            json:
                #"[{"op":"pt"},{"op":"delete","ifRevision":"1"},\#(patch(1, #"{"id":\#(id(2))}"#))]"#
        )

        #expect(
            response.problem?.errors?.map { "\($0.pointer) \($0.detail)" } == [
                "/0/op must be put, patch or delete",
                "/1/ifRevision must be a revision, a whole number", "/1/id is required",
                "/2/patch/id must be the item's own id, or be left out",
            ])
    }

    @Test(arguments: [(1_000, 200), (1_001, 422), (5_000, 422)])
    func `may have a thousand operations`(count: Int, status: Int) {
        let world = APIWorld()
        let json = "[" + (1...count).map { put($0, "a") }.joined(separator: ",") + "]"

        let response = world.client.send("POST", batch, json: json)

        #expect(response.status == status)
        #expect(response.pointers == (status == 422 ? [""] : nil))
        #expect(world.items.writes.count == (status == 422 ? 0 : 1))
    }

    @Test(arguments: [
        ("[]", 16 << 20, 200), ("[]", (16 << 20) + 1, 413), ("{}", 1 << 20, 422),
        ("{}", (1 << 20) + 1, 413),
    ])
    func `has a limit in bytes`(json: String, size: Int, status: Int) {
        let body = json + String(repeating: " ", count: size - json.utf8.count)

        let response = APIWorld().client.send("POST", batch, json: body)

        #expect(response.status == status)
    }

    @Test func `is told the first thing first`() {
        let world = APIWorld()
        let large = String(repeating: " ", count: 1 << 20) + "{}"
        let stale = ["If-Match": "\"k3f9.7\""]
        let json = ["Content-Type": "application/json"]
        let html = ["Accept": "text/html"]
        let requests: [(String, [String: String], String)] = [
            ("?a=b", stale.merging(html) { $1 }, large),
            ("?a=b", stale.merging(html) { $1 }.merging(json) { $1 }, large),
            ("?a=b", stale.merging(html) { $1 }.merging(json) { $1 }, "{"),
            ("?a=b", stale.merging(json) { $1 }, "{"), ("", stale.merging(json) { $1 }, "{"),
            ("", stale.merging(json) { $1 }, "{}"),
            ("", stale.merging(json) { $1 }, array(delete(1))),
            ("", json, array(delete(1))),
        ]

        let statuses = requests.map { query, fields, body in
            world.client.send("POST", batch + query, fields, body: body).status
        }

        #expect(statuses == [415, 413, 406, 400, 400, 422, 412, 404])
        #expect(world.state == APIWorld().state)
    }
}
