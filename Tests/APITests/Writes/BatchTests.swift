import APITestSupport
import Items
import TestSupport
import Testing

@Suite struct `POST a batch` {
    // proves: writes-2
    @Test func `executes all operations in order, under one revision`() throws {
        let world = filled()
        let client = world.client
        world.time.advance(by: 10)

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
        #expect(response["ToDo-Revision"] == "k3f9.2")
        #expect(response["Link"] == #"</undo/2>; rel="undo""#)
        #expect(response["ETag"] == nil)
        #expect(client.send("GET", "/items").titles == ["Jam", "New", "Back", "Milk"])
    }

    @Test func `points to the member of an operation that would be incomplete`() throws {
        let client = filled().client

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

    @Test(arguments: [
        ("If-Match", ".1", 200), ("If-Match", ".2", 412), ("If-None-Match", ".1", 412),
        ("If-None-Match", ".2", 200), ("If-Match", "*", 200), ("If-None-Match", "*", 412),
        ("If-Match", "x", 400), ("If-None-Match", "x", 400),
    ])
    func `checks conditions against the revision`(field: String, tag: String, status: Int) throws {
        let client = filled().client
        let tag = tag.hasPrefix(".") ? "\"k3f9\(tag)\"" : tag

        let response = client.send(
            "POST", batchPath, ["Content-Type": "application/json", field: tag],
            body: batchOf(batchPut(9, "New")))

        #expect(response.status == status)
        #expect(status != 412 || response.problem?.revision == 1)
        #expect(response.problem?.pointer == nil)
        #expect(client.send("GET", "/items").items?.count == (status == 200 ? 4 : 3))
    }

    private func filled() -> APIWorld {
        let world = APIWorld()
        _ = world.client.send(
            "POST", "/items", json: #"[{"title":"Milk"},{"title":"Eggs"},{"title":"Salt"}]"#)
        return world
    }
}
