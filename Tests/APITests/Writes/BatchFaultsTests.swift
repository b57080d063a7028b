import APITestSupport
import Items
import TestSupport
import Testing

@Suite struct `The validation of a batch` {
    /// Batches, and the places of their faults.
    static let faults: [(json: String, pointers: [String])] = [
        ("{}", [""]), ("null", [""]), ("7", [""]), (batchDelete(1), [""]),
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
            batchOf(
                batchPut(1, "a"), batchPut(2, ""), batchPut(3, "c", #","ifRevision":-1"#),
                batchPatch(4, "[]")),
            ["/1/item/title", "/2/ifRevision", "/3/patch"]
        ),
        (#"[{"op":"put","id":\#(jsonID(1)),"item":{"title":"a"}}]"#, ["/0/id", "/0/item/id"]),
        (
            #"[{"op":"put","item":{"id":\#(jsonID(1)),"title":"a","zip":1,"location":{"name":1}}}]"#,
            ["/0/item/zip", "/0/item/location/name"]
        ),
        (batchOf(batchPatch(1, #"{"title":null,"zip":1}"#)), ["/0/patch/title", "/0/patch/zip"]),
        (batchOf(batchPatch(1, #"{"id":\#(jsonID(2))}"#)), ["/0/patch/id"]),
        (#"[{"patch":{"id":\#(jsonID(2))},"op":"patch","id":\#(jsonID(1))}]"#, ["/0/patch/id"]),
        (#"[{"op":"patch","id":7,"patch":{"id":\#(jsonID(2))}}]"#, ["/0/id"]),
        (#"[{"op":"patch","id":\#(jsonID(1)),"patch":{},"item":{}}]"#, ["/0/item"]),
        (#"[{"op":"delete","id":\#(jsonID(1)),"patch":{"title":7}}]"#, ["/0/patch"]),
        (#"[{"op":"delete","id":"7"},{"op":"delete","id":{}}]"#, ["/0/id", "/1/id"]),
        (batchOf(batchDelete(1, #","a/b":1"#), batchDelete(2, #","":null"#)), ["/0/a~1b", "/1/"]),
        (
            batchOf(
                batchDelete(1, #","ifRevision":"1""#), batchDelete(2, #","ifRevision":1.5"#),
                batchDelete(3, #","ifRevision":true"#), batchDelete(4, #","ifRevision":1e30"#),
                batchDelete(5, #","ifRevision":"k3f9.1""#)),
            (0...4).map { "/\($0)/ifRevision" }
        ),
        (#"[{"op":"pt","item":{"title":7,"id":"x"},"zip":1}]"#, unknown),
        (#"[{"item":{"title":7,"id":"x"},"zip":1}]"#, unknown),
    ]

    private static let required = ["/0/item", "/1/id", "/1/patch", "/2/id"]
    private static let unknown = ["/0/op", "/0/item/title", "/0/item/id", "/0/zip"]

    @Test(arguments: faults.indices)
    func `reports all faults and executes nothing`(index: Int) {
        let (json, pointers) = Self.faults[index]
        let world = APIWorld()

        let response = world.client.send("POST", batchPath, json: json)

        #expect(response.status == 422)
        #expect(response.pointers == pointers)
        #expect(response.problem?.pointer == nil)
        #expect(world.items.writes.isEmpty)
    }

    @Test func `describes each fault`() {
        let response = APIWorld().client.send(
            "POST", batchPath,
            json:
                #"[{"op":"pt"},{"op":"delete","ifRevision":"1"},\#(batchPatch(1, #"{"id":\#(jsonID(2))}"#))]"#
        )

        #expect(
            response.problem?.errors?.map { "\($0.pointer) \($0.detail)" } == [
                "/0/op must be put, patch or delete",
                "/1/ifRevision must be a revision, a whole number", "/1/id is required",
                "/2/patch/id must be the item's own id, or be left out",
            ])
    }

    // proves: limits-1
    @Test(arguments: [(1_000, 200), (1_001, 422), (5_000, 422)])
    func `accepts 1,000 operations and no more`(count: Int, status: Int) {
        let world = APIWorld()
        let json = "[" + (1...count).map { batchPut($0, "a") }.joined(separator: ",") + "]"

        let response = world.client.send("POST", batchPath, json: json)

        #expect(response.status == status)
        #expect(response.pointers == (status == 422 ? [""] : nil))
        #expect(world.items.writes.count == (status == 422 ? 0 : 1))
    }

    // proves: limits-1
    @Test(arguments: [
        ("[]", 16 << 20, 200), ("[]", (16 << 20) + 1, 413), ("{}", 1 << 20, 422),
        ("{}", (1 << 20) + 1, 413),
    ])
    func `limits the bytes of an array and of an object`(json: String, size: Int, status: Int) {
        let body = json + String(repeating: " ", count: size - json.utf8.count)

        let response = APIWorld().client.send("POST", batchPath, json: body)

        #expect(response.status == status)
    }

    @Test func `reports the first failed check only`() {
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
            ("", stale.merging(json) { $1 }, batchOf(batchDelete(1))),
            ("", json, batchOf(batchDelete(1))),
        ]

        let statuses = requests.map { query, fields, body in
            world.client.send("POST", batchPath + query, fields, body: body).status
        }

        #expect(statuses == [415, 413, 406, 400, 400, 422, 412, 404])
        #expect(world.state == APIWorld().state)
    }
}
