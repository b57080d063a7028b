import APITestSupport
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `POST with onConflict` {
    private static let both = """
        [{"id":"\(uuid(20))","title":"New"},{"id":"\(uuid(10))","title":"Tea"}]
        """

    // proves: writes-4
    @Test(arguments: ItemWorld.Kind.engines)
    func `skip keeps existing items`(kind: ItemWorld.Kind) throws {
        let client = try client(kind)

        let response = client.send("POST", "/items?onConflict=skip", json: Self.both)

        #expect(response.status == 201)
        #expect(response.titles == ["New", "Milk"])
        #expect(response.items?.map(\.revision) == [2, 1])
        #expect(client.send("GET", "/items").titles == ["Milk", "New"])
    }

    // proves: writes-4
    @Test(arguments: ItemWorld.Kind.engines)
    func `replace keeps the creation time and the sequence`(kind: ItemWorld.Kind) throws {
        let time = ManualClock()
        let client = try client(kind, time)
        time.advance(by: 10)

        let response = client.send("POST", "/items?onConflict=replace", json: Self.both)

        #expect(response.status == 201)
        #expect(response.titles == ["New", "Tea"])
        #expect(response.items?.map(\.revision) == [2, 2])
        #expect(response.items?.map(\.createdAt) == [1_010, 1_000])
        #expect(response.items?.map(\.updatedAt) == [1_010, 1_010])
        #expect(client.send("GET", "/items").titles == ["Tea", "New"])
    }

    @Test(arguments: ["skip", "replace"], ItemWorld.Kind.engines)
    func `returns as many items as were sent, in their order`(
        choice: String, kind: ItemWorld.Kind
    ) throws {
        let client = try client(kind)
        let ids = [30, 10, 5, 20, 7].map { uuid($0) }
        _ = client.send("PUT", "/items/" + ids[3], json: #"{"title":"Jam"}"#)
        let items = ids.map { #"{"id":"\#($0.uppercased())","title":"Tea"}"# }

        let response = client.send(
            "POST", "/items?onConflict=" + choice, json: "[" + items.joined(separator: ",") + "]")

        let kept = choice == "skip"
        #expect(response.items?.map(\.id) == ids)
        #expect(
            response.titles == ["Tea", kept ? "Milk" : "Tea", "Tea", kept ? "Jam" : "Tea", "Tea"])
        #expect(response.items?.map(\.revision) == [3, kept ? 1 : 3, 3, kept ? 2 : 3, 3])
        let order = [ids[1], ids[3], ids[0], ids[2], ids[4]]
        #expect(client.send("GET", "/items").items?.map(\.id) == order)
    }

    // proves: writes-4
    @Test(arguments: ItemWorld.Kind.engines)
    func `replace does not change equal items next to changed ones`(
        kind: ItemWorld.Kind
    ) throws {
        let client = try client(kind)

        let response = client.send(
            "POST", "/items?onConflict=replace",
            json: #"[{"id":"\#(uuid(10))","title":" Milk "},{"id":"\#(uuid(11))","title":"New"}]"#)

        #expect(response.items?.map(\.revision) == [1, 2])
    }

    // proves: writes-4
    @Test(arguments: ["skip", "replace"], ItemWorld.Kind.engines)
    func `changes nothing the second time`(choice: String, kind: ItemWorld.Kind) throws {
        let client = try client(kind)
        let target = "/items?onConflict=" + choice
        let first = client.send("POST", target, json: Self.both)
        let before = client.send("GET", "/items")

        let second = client.send("POST", target, json: Self.both)

        #expect(second.status == 201)
        #expect(second.text == first.text)
        #expect(second["ToDo-Revision"] == first["ToDo-Revision"])
        #expect(client.send("GET", "/items") == before)
    }

    @Test(arguments: ["skip", "replace"])
    func `also applies to a single item`(choice: String) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"id":"\#(uuid(10))","title":"Milk"}"#)

        let response = world.client.send(
            "POST", "/items?onConflict=" + choice, json: #"{"id":"\#(uuid(10))","title":"Tea"}"#)

        #expect(response.status == 201)
        #expect(response["Location"] == "/items/" + uuid(10))
        #expect(response["ETag"] == (choice == "skip" ? #""k3f9.1""# : #""k3f9.2""#))
        #expect(response.item?.title == (choice == "skip" ? "Milk" : "Tea"))
    }

    @Test(arguments: [
        "onConflict=", "onConflict=Skip", "onConflict=refuse", "onConflict", "onConflict=skip,",
        "onConflict=%zz", "onConflict=%ff", "onConflict=skip+",
    ])
    func `with another value is 400`(query: String) {
        let world = APIWorld()

        let response = world.client.send("POST", "/items?" + query, json: #"{"title":"Milk"}"#)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(response.problem?.detail.contains("\"onConflict\"") == true)
        #expect(world.items.writes.isEmpty)
    }

    private func client(
        _ kind: ItemWorld.Kind, _ time: ManualClock = ManualClock()
    ) throws -> StoredClient {
        let client = try StoredClient(kind, clock: time.clock)
        _ = client.send("POST", "/items", json: #"{"id":"\#(uuid(10))","title":"Milk"}"#)
        return client
    }
}
