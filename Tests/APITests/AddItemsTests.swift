import TestSupport
import Testing

@Suite struct `POST an array` {
    @Test(arguments: ItemWorld.Kind.allCases)
    func `stores all items with one revision`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)

        let response = client.send(
            "POST", "/items",
            json: """
                [{"title":"Tea","done":true},{"id":"\(uuid(9))","title":"Milk"},{"title":"Bread"}]
                """)
        let get = client.send("GET", "/items")

        #expect(response.status == 201)
        #expect(response.titles == ["Tea", "Milk", "Bread"])
        #expect(response.items?.map(\.id) == [uuid(1), uuid(9), uuid(2)])
        #expect(response.items?.map(\.revision) == [1, 1, 1])
        #expect(response["ToDo-Revision"]?.hasSuffix(".1") == true)
        #expect(response["Location"] == nil)
        #expect(response["ETag"] == nil)
        #expect(get.titles == ["Milk", "Bread", "Tea"])
    }

    @Test(arguments: ItemWorld.Kind.allCases)
    func `of nothing is an array of nothing and takes no revision`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)

        let response = client.send("POST", "/items", json: "[]")

        #expect(response.status == 201)
        #expect(response.text == "[]")
        #expect(response["ToDo-Revision"]?.hasSuffix(".0") == true)
    }

    @Test func `of one item is an array of one`() {
        let response = APIWorld().client.send("POST", "/items", json: #"[{"title":"Milk"}]"#)

        #expect(response.titles == ["Milk"])
        #expect(response["Location"] == nil)
    }

    @Test(arguments: ItemWorld.Kind.allCases)
    func `takes a thousand items`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)

        let response = client.send("POST", "/items", json: array(of: 1_000))

        #expect(response.status == 201)
        #expect(response.items?.count == 1_000)
        #expect(client.send("GET", "/items").text == response.text)
    }

    @Test(arguments: [1_001, 5_000])
    func `refuses more`(count: Int) {
        let world = APIWorld()

        let response = world.client.send("POST", "/items", json: array(of: count))

        #expect(response.status == 422)
        #expect(
            response.problem?.errors == [
                .init(pointer: "", detail: "has \(count) items; at most 1000 are taken at once")
            ])
        #expect(world.items.writes.isEmpty)
    }

    @Test func `refuses an id that comes twice, in any letter case`() {
        let world = APIWorld()
        let id = "abcdef01-2345-6789-abcd-ef0123456789"

        let response = world.client.send(
            "POST", "/items",
            json: """
                [{"id":"\(id)","title":"a"},{"title":"b"},{"id":"\(id.uppercased())","title":"c"},\
                {"title":"d","id":"\(id)"}]
                """)

        #expect(response.status == 422)
        #expect(response.pointers == ["/2/id", "/3/id"])
        #expect(world.items.writes.isEmpty)
    }

    @Test func `names the faults of all items`() {
        let world = APIWorld()

        let response = world.client.send(
            "POST", "/items",
            json: """
                [{"title":"a"},7,{},{"title":"b","location":{"name":1}},null,[],{"id":"x","done":0}]
                """)

        #expect(
            response.pointers == [
                "/1", "/2/title", "/3/location/name", "/4", "/5", "/6/id", "/6/done", "/6/title",
            ])
        #expect(world.items.writes.isEmpty)
    }

    @Test func `tells a hundred faults and no more`() {
        let json = "[" + (0..<500).map { _ in "{}" }.joined(separator: ",") + "]"

        let response = APIWorld().client.send("POST", "/items", json: json)

        #expect(response.pointers == (0..<100).map { "/\($0)/title" })
    }

    @Test(arguments: ItemWorld.Kind.allCases)
    func `changes nothing when one id exists`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        _ = client.send("POST", "/items", json: #"{"id":"\#(uuid(90))","title":"Milk"}"#)
        let before = client.send("GET", "/items")

        let response = client.send(
            "POST", "/items",
            json: #"[{"title":"a"},{"id":"\#(uuid(90))","title":"b"},{"title":"c"}]"#)

        #expect(response.status == 409)
        #expect(response.problem?.items == [uuid(90)])
        #expect(client.send("GET", "/items") == before)
    }

    private func array(of count: Int) -> String {
        "[" + (0..<count).map { #"{"title":"\#($0)"}"# }.joined(separator: ",") + "]"
    }
}

@Suite struct `POST with onConflict` {
    private static let both = #"[{"id":"\#(uuid(20))","title":"New"},{"id":"\#(uuid(10))","title":"Tea"}]"#

    @Test(arguments: ItemWorld.Kind.allCases)
    func `skip keeps what is there`(kind: ItemWorld.Kind) throws {
        let client = try client(kind)

        let response = client.send("POST", "/items?onConflict=skip", json: Self.both)

        #expect(response.status == 201)
        #expect(response.titles == ["New", "Milk"])
        #expect(response.items?.map(\.revision) == [2, 1])
        #expect(client.send("GET", "/items").titles == ["Milk", "New"])
    }

    @Test(arguments: ItemWorld.Kind.allCases)
    func `replace keeps the day and the place of its creation`(kind: ItemWorld.Kind) throws {
        let time = Time()
        let client = try client(kind, time)
        time.pass(10)

        let response = client.send("POST", "/items?onConflict=replace", json: Self.both)

        #expect(response.status == 201)
        #expect(response.titles == ["New", "Tea"])
        #expect(response.items?.map(\.revision) == [2, 2])
        #expect(response.items?.map(\.createdAt) == [1_010, 1_000])
        #expect(response.items?.map(\.updatedAt) == [1_010, 1_010])
        #expect(client.send("GET", "/items").titles == ["Tea", "New"])
    }

    @Test(arguments: ["skip", "replace"], ItemWorld.Kind.allCases)
    func `does no harm a second time`(choice: String, kind: ItemWorld.Kind) throws {
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
    func `decides for one item too`(choice: String) {
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
    func `of another value is 400`(query: String) {
        let world = APIWorld()

        let response = world.client.send("POST", "/items?" + query, json: #"{"title":"Milk"}"#)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(response.problem?.detail.contains("\"onConflict\"") == true)
        #expect(world.items.writes.isEmpty)
    }

    private func client(_ kind: ItemWorld.Kind, _ time: Time = Time()) throws -> StoredClient {
        let client = try StoredClient(kind, clock: time.clock)
        _ = client.send("POST", "/items", json: #"{"id":"\#(uuid(10))","title":"Milk"}"#)
        return client
    }
}
