import APITestSupport
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `POST one item` {
    @Test(arguments: ItemWorld.Kind.engines)
    func `stores it and returns the stored item`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)

        let response = client.send("POST", "/items", json: #"{"title":" Milk "}"#)
        let get = client.send("GET", "/items/" + uuid(1))

        #expect(response.status == 201)
        #expect(
            response.text == """
                {"id":"\(uuid(1))","title":"Milk","done":false,"createdAt":1000,\
                "updatedAt":1000,"revision":1}
                """)
        #expect(get.text == response.text)
        #expect(get["ETag"] == response["ETag"])
    }

    @Test func `returns its location, its tag and the revision`() {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Tea"}"#)

        let response = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)

        #expect(response["Location"] == "/items/" + uuid(2))
        #expect(response["ETag"] == #""k3f9.2""#)
        #expect(response["ToDo-Revision"] == "k3f9.2")
        #expect(response["Content-Type"] == "application/json")
        #expect(response["Cache-Control"] == "private, no-cache")
    }

    // proves: stored-1
    @Test(arguments: ItemWorld.Kind.engines)
    func `stores every member as it was sent`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)

        let response = client.send(
            "POST", "/items",
            json: """
                {"location":{"coordinate":{"longitude":-122.009,"latitude":37.3349},"name":""},\
                "done":true,"timestamp":725846400.25,"itemDescription":"",\
                "id":"ABCDEF01-2345-6789-ABCD-EF0123456789","title":"Milk \\u00e9\\ud83e\\udd5b"}
                """)

        #expect(
            response.text == """
                {"id":"abcdef01-2345-6789-abcd-ef0123456789","title":"Milk é🥛",\
                "itemDescription":"","timestamp":725846400.25,"location":{"name":"",\
                "coordinate":{"latitude":37.3349,"longitude":-122.009}},"done":true,\
                "createdAt":1000,"updatedAt":1000,"doneAt":1000,"revision":1}
                """)
    }

    @Test func `treats null as an absent member`() {
        let response = APIWorld().client.send(
            "POST", "/items",
            json: """
                {"id":null,"title":"Milk","itemDescription":null,"timestamp":null,\
                "location":null,"done":null}
                """)

        #expect(
            response.text == """
                {"id":"\(uuid(1))","title":"Milk","done":false,"createdAt":1000,\
                "updatedAt":1000,"revision":1}
                """)
    }

    @Test func `treats null as an absent member inside a location`() {
        let response = APIWorld().client.send(
            "POST", "/items", json: #"{"title":"Milk","location":{"name":"A","coordinate":null}}"#)

        #expect(response.item?.location == Item.Location(name: "A", coordinate: nil))
        #expect(!response.text.contains("coordinate"))
    }

    @Test(arguments: [
        "7", "\"x\"", "null", "true", "[]", #"{"a":{"b":[1]}}"#, "-1e9", #""\u0000""#,
    ])
    func `ignores members that the server sets`(value: String) {
        let response = APIWorld().client.send(
            "POST", "/items",
            json: """
                {"title":"Milk","createdAt":\(value),"updatedAt":\(value),"doneAt":\(value),\
                "revision":\(value)}
                """)

        #expect(response.status == 201)
        #expect(response.item?.createdAt == 1_000)
        #expect(response.item?.updatedAt == 1_000)
        #expect(response.item?.doneAt == nil)
        #expect(response.item?.revision == 1)
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `with an id that exists is 409 and changes nothing`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        _ = client.send("POST", "/items", json: #"{"id":"\#(uuid(10))","title":"Milk"}"#)
        let before = client.send("GET", "/items")

        let response = client.send(
            "POST", "/items", json: #"{"id":"\#(uuid(10).uppercased())","title":"Tea"}"#)

        #expect(response.status == 409)
        #expect(response.problemName == "already-exists")
        #expect(response.problem?.items == [uuid(10)])
        #expect(response.problem?.detail == "There is an item with the id \(uuid(10)) already.")
        #expect(client.send("GET", "/items") == before)
    }

    @Test func `with a title that exists creates another item`() {
        let client = APIWorld().client
        _ = client.send("POST", "/items", json: #"{"title":"Milk"}"#)

        let response = client.send("POST", "/items", json: #"{"title":"Milk"}"#)

        #expect(response.status == 201)
        #expect(client.send("GET", "/items").titles == ["Milk", "Milk"])
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `with a deleted id creates the item again`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        let json = #"{"id":"\#(uuid(10))","title":"Milk"}"#
        _ = client.send("POST", "/items", json: json)
        _ = client.send("DELETE", "/items/" + uuid(10))

        let response = client.send("POST", "/items", json: json)

        #expect(response.status == 201)
        #expect(response.item?.revision == 3)
        #expect(client.send("DELETE", "/items/" + uuid(10)).status == 204)
    }
}
