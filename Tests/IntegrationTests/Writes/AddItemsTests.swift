import APITestSupport
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `POST an array` {
    // proves: writes-1, writes-2
    @Test(arguments: ItemWorld.Kind.engines)
    func `stores all items under one revision`(kind: ItemWorld.Kind) throws {
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

    // proves: stored-4
    @Test(arguments: ItemWorld.Kind.engines)
    func `gives createdAt the order of the array, also after an undo`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        let titles = (1...40).map { "\($0)" }
        let json = titles.map { #"{"title":"\#($0)"}"# }.joined(separator: ",")

        let added = client.send("POST", "/items", json: "[\(json)]").items ?? []
        _ = client.send("DELETE", "/items")
        _ = client.send("POST", "/undo/2")
        let restored = client.send("GET", "/items").items ?? []

        #expect(added.map(\.createdAt) == added.map(\.createdAt).sorted())
        #expect(Set(added.map(\.createdAt)).count == 40)
        #expect(restored.sorted { $0.createdAt < $1.createdAt }.map(\.title) == titles)
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `without items returns an empty array and takes no revision`(kind: ItemWorld.Kind) throws {
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

    // proves: limits-1
    @Test(arguments: ItemWorld.Kind.engines)
    func `accepts 1,000 items`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)

        let response = client.send("POST", "/items", json: array(of: 1_000))

        #expect(response.status == 201)
        #expect(response.items?.count == 1_000)
        #expect(client.send("GET", "/items").text == response.text)
    }

    // proves: limits-1
    @Test(arguments: [1_001, 5_000, 100_000])
    func `refuses more than 1,000 items`(count: Int) {
        let world = APIWorld()

        let response = world.client.send("POST", "/items", json: array(of: count))

        #expect(response.status == 422)
        #expect(
            response.problem?.errors == [
                .init(
                    pointer: "",
                    detail: "has more than 1000 items, the most that are taken at once")
            ])
        #expect(world.items.writes.isEmpty)
    }

    // proves: limits-1
    @Test func `refuses a body with too many values`() {
        let world = APIWorld()
        let members = (0..<70_000).map { "\"\($0)\":1" }.joined(separator: ",")

        let response = world.client.send("POST", "/items", json: "{\(members)}")

        #expect(response.status == 400)
        #expect(
            response.problem?.detail.hasPrefix("The body has more than 131072 values and names")
                == true)
    }

    @Test func `refuses a repeated id, in any letter case`() {
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

    @Test func `names a repeated id, whatever else is invalid`() {
        let world = APIWorld()
        let id = "abcdef01-2345-6789-abcd-ef0123456789"

        let response = world.client.send(
            "POST", "/items",
            json: #"[{"id":"\#(id)"},{"id":"\#(id)","title":"b"},{"id":"\#(id)","title":7}]"#)

        #expect(response.pointers == ["/0/title", "/1/id", "/2/title", "/2/id"])
        #expect(world.items.writes.isEmpty)
    }

    // proves: stored-3
    @Test func `names the errors of all items`() {
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

    @Test func `returns at most 100 errors`() {
        let json = "[" + (0..<500).map { _ in "{}" }.joined(separator: ",") + "]"

        let response = APIWorld().client.send("POST", "/items", json: json)

        #expect(response.pointers == (0..<100).map { "/\($0)/title" })
    }

    // proves: writes-2
    @Test(arguments: ItemWorld.Kind.engines)
    func `changes nothing if one id exists`(kind: ItemWorld.Kind) throws {
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
