import APITestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `POST a batch` {
    // proves: writes-2
    @Test(arguments: ItemWorld.Kind.engines)
    func `executes all operations in order, under one revision`(kind: ItemWorld.Kind) throws {
        let time = ManualClock()
        let client = try world(kind, time)
        time.advance(by: 10)

        let response = client.send(
            "POST", batchPath,
            json: batchOf(
                batchPut(9, "New"), batchPatch(1, #"{"done":true}"#), batchDelete(2),
                batchPut(3, "Jam"), batchPut(2, "Back")
            ))

        #expect(response.status == 200)
        #expect(
            response.text == """
                [{"id":\(jsonID(9)),"item":{"id":\(jsonID(9)),"title":"New","done":false,\
                "createdAt":1010,"updatedAt":1010,"revision":2}},\
                {"id":\(jsonID(1)),"item":{"id":\(jsonID(1)),"title":"Milk","done":true,"createdAt":1000,\
                "updatedAt":1010,"doneAt":1010,"revision":2}},\
                {"id":\(jsonID(2)),"deleted":true},\
                {"id":\(jsonID(3)),"item":{"id":\(jsonID(3)),"title":"Jam","done":false,\
                "createdAt":1000.000002,"updatedAt":1010,"revision":2}},\
                {"id":\(jsonID(2)),"item":{"id":\(jsonID(2)),"title":"Back","done":false,\
                "createdAt":1010.000001,"updatedAt":1010.000001,"revision":2}}]
                """)
        #expect(response["Content-Type"] == "application/json")
        #expect(response["ToDo-Revision"] == "\(client.owner.epoch).2")
        #expect(response["Link"] == #"</undo/2>; rel="undo""#)
        #expect(response["ETag"] == nil)
        #expect(client.send("GET", "/items").titles == ["Jam", "New", "Back", "Milk"])
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `may contain an id several times`(kind: ItemWorld.Kind) throws {
        let client = try world(kind)

        let response = client.send(
            "POST", batchPath,
            json: batchOf(
                batchPatch(1, #"{"title":"A"}"#), batchPatch(1, #"{"itemDescription":"b"}"#),
                batchDelete(1),
                batchPut(1, "C"), batchPut(8, "New"), batchDelete(8)))

        #expect(response.status == 200)
        #expect(client.send("GET", "/items/" + uuid(1)).item?.title == "C")
        #expect(client.send("GET", "/items/" + uuid(1)).item?.itemDescription == nil)
        #expect(client.send("GET", "/items/" + uuid(8)).status == 404)
    }

    // proves: undo-1
    @Test(arguments: ItemWorld.Kind.engines)
    func `is undone as a whole`(kind: ItemWorld.Kind) throws {
        let client = try world(kind)
        let before = client.send("GET", "/items").lasting
        _ = client.send(
            "POST", batchPath,
            json: batchOf(
                batchPut(9, "New"), batchPatch(1, #"{"done":true}"#), batchDelete(2),
                batchPut(3, "Jam"),
                batchPatch(3, #"{"title":"Jelly"}"#), batchPut(2, "Back"), batchPut(8, "Brief"),
                batchDelete(8)))

        let response = client.send("POST", "/undo/2")

        #expect(response.status == 200)
        #expect(client.send("GET", "/items").lasting == before)
    }

    @Test(
        arguments: ItemWorld.Kind.engines,
        ["[]", batchOf(batchPut(1, "Milk"), batchPatch(2, "{}"))])
    func `that changes nothing takes no revision`(kind: ItemWorld.Kind, json: String) throws {
        let client = try world(kind)
        let before = client.send("GET", "/items")

        let response = client.send("POST", batchPath, json: json)

        #expect(response.status == 200)
        #expect(response.text.hasPrefix(json == "[]" ? "[]" : #"[{"id":\#(jsonID(1)),"item":{"#))
        #expect(response["ToDo-Revision"]?.hasSuffix(".1") == true)
        #expect(response["Link"] == nil)
        #expect(client.send("GET", "/items") == before)
    }

    /// Batches with a refused step, and its problem.
    static let refused: [(json: String, pointer: String, status: Int, name: String)] = [
        (batchOf(batchPut(9, "New"), batchPatch(8, "{}")), "/1", 404, "item-not-found"),
        (batchOf(batchPut(9, "New"), batchDelete(8)), "/1", 404, "item-not-found"),
        (batchOf(batchDelete(4)), "/0", 410, "item-gone"),
        (batchOf(batchPatch(4, "{}")), "/0", 404, "item-not-found"),
        (batchOf(batchDelete(1), batchDelete(1)), "/1", 404, "item-not-found"),
        (
            batchOf(batchDelete(1), batchPut(9, "New"), batchPatch(1, "{}")), "/2", 404,
            "item-not-found"
        ),
        (
            batchOf(batchPut(9, "New"), batchDelete(9), batchPatch(9, "{}")), "/2", 404,
            "item-not-found"
        ),
        (batchOf(batchPut(9, "New"), batchPatch(1, #"{"location":{}}"#)), "/1", 422, "invalid"),
        (
            batchOf(batchPut(1, "Tea"), batchPut(2, "Tea", #","ifRevision":7"#)), "/1", 412,
            "condition-failed"
        ),
        (batchOf(batchPatch(1, "{}", #","ifRevision":0"#)), "/0", 412, "condition-failed"),
        (batchOf(batchPut(9, "New", #","ifRevision":1"#)), "/0", 412, "condition-failed"),
        (
            batchOf(batchPut(9, "New"), batchDelete(1, #","ifRevision":2"#)), "/1", 412,
            "condition-failed"
        ),
        // The state before the batch counts, not that after an earlier step.
        (
            batchOf(batchPatch(1, #"{"title":"Tea"}"#), batchPatch(1, "{}", #","ifRevision":4"#)),
            "/1", 412,
            "condition-failed"
        ),
        (
            batchOf(batchDelete(2), batchDelete(1, #","ifRevision":9"#), batchDelete(8)), "/1", 412,
            "condition-failed"
        ),
    ]

    // proves: writes-2
    @Test(arguments: ItemWorld.Kind.engines, refused.indices)
    func `is refused as a whole at its first refused step`(kind: ItemWorld.Kind, index: Int) throws
    {
        let (json, pointer, status, name) = Self.refused[index]
        let client = try world(kind)
        _ = client.send("PUT", "/items/" + uuid(4), json: #"{"title":"Gone"}"#)
        _ = client.send("DELETE", "/items/" + uuid(4))
        let before = client.send("GET", "/items")

        let response = client.send("POST", batchPath, json: json)

        #expect(response.status == status)
        #expect(response.problemName == name)
        #expect(response.problem?.pointer == pointer)
        #expect(response["Link"] == nil)
        #expect(client.send("GET", "/items") == before)
    }

    // proves: writes-3
    @Test(arguments: ItemWorld.Kind.engines)
    func `checks each step's revision against the state before the batch`(
        kind: ItemWorld.Kind
    ) throws {
        let client = try world(kind)

        let response = client.send(
            "POST", batchPath,
            json: batchOf(
                batchPatch(1, #"{"title":"Tea"}"#, #","ifRevision":1"#),
                batchPut(2, "Jam", #","ifRevision":1.0"#),
                batchPatch(1, #"{"done":true}"#, #","ifRevision":1"#),
                batchDelete(1, #","ifRevision":1"#),
                batchPut(9, "New", #","ifRevision":null"#), batchDelete(9)))

        #expect(response.status == 200)
    }

    @Test func `points to the member of an operation that would be incomplete`() throws {
        let client = try world(.double)

        let response = client.send(
            "POST", batchPath,
            json: batchOf(batchDelete(2), batchPatch(1, #"{"location":{"coordinate":{}}}"#)))

        #expect(response.status == 422)
        #expect(response.problem?.pointer == "/1")
        #expect(
            response.pointers == [
                "/1/patch/location/name", "/1/patch/location/coordinate/latitude",
                "/1/patch/location/coordinate/longitude",
            ])
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `is executed once under an idempotency key`(kind: ItemWorld.Kind) throws {
        let client = try world(kind)
        let write = KeyedWrite(
            method: "POST", target: batchPath, json: batchOf(batchPut(9, "New"), batchDelete(1)))
        let first = write.send(by: client.client)

        let again = write.send(by: client.client)
        let other = client.send("POST", batchPath, json: write.json ?? "")

        #expect(first.status == 200)
        #expect(again == first)
        #expect(other.status == 410)
        #expect(other.problem?.pointer == "/1")
    }

    @Test func `has no content if that is preferred`() throws {
        let response = try world(.double).client.send(
            "POST", batchPath, ["Content-Type": "application/json", "Prefer": "return=minimal"],
            body: batchOf(batchPut(9, "New")))

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
    func `checks conditions against the revision`(field: String, tag: String, status: Int) throws {
        let client = try world(.double)
        let tag = tag.hasPrefix(".") ? "\"\(client.owner.epoch)\(tag)\"" : tag

        let response = client.client.send(
            "POST", batchPath, ["Content-Type": "application/json", field: tag],
            body: batchOf(batchPut(9, "New")))

        #expect(response.status == status)
        #expect(status != 412 || response.problem?.revision == 1)
        #expect(response.problem?.pointer == nil)
        #expect(client.send("GET", "/items").items?.count == (status == 200 ? 4 : 3))
    }

    private func world(
        _ kind: ItemWorld.Kind, _ time: ManualClock = ManualClock()
    ) throws -> StoredClient {
        let client = try StoredClient(kind, clock: time.clock)
        _ = client.send(
            "POST", "/items", json: #"[{"title":"Milk"},{"title":"Eggs"},{"title":"Salt"}]"#)
        return client
    }
}
