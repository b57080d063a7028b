import APITestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `GET all items` {
    @Test(arguments: ItemWorld.Kind.engines)
    func `of an owner without items is an empty array`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)

        let response = client.send("GET", "/items")

        #expect(response.status == 200)
        #expect(response.text == "[]")
        #expect(response["Content-Type"] == "application/json")
        #expect(response["Cache-Control"] == "private, no-cache")
        #expect(response["ETag"] == "\"\(client.owner.epoch).0\"")
        #expect(response["Link"] == nil)
    }

    // proves: visible-3
    @Test(arguments: ItemWorld.Kind.engines)
    func `has open items before done ones, each in order of creation`(
        kind: ItemWorld.Kind
    ) throws {
        let client = try StoredClient(kind)
        for (title, done) in [("a", true), ("b", false), ("c", true), ("d", false), ("e", false)] {
            _ = client.send("POST", "/items", json: #"{"title":"\#(title)","done":\#(done)}"#)
        }
        #expect(client.send("GET", "/items").titles == ["b", "d", "e", "a", "c"])

        _ = client.send("PATCH", "/items/" + uuid(1), json: #"{"done":false}"#)
        _ = client.send("PATCH", "/items/" + uuid(4), json: #"{"done":true}"#)
        #expect(client.send("GET", "/items").titles == ["a", "b", "e", "c", "d"])

        _ = client.send("PATCH", "/items/" + uuid(4), json: #"{"done":false}"#)
        #expect(client.send("GET", "/items").titles == ["a", "b", "d", "e", "c"])
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `does not depend on the order of ids`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        for number in [30, 10, 20] {
            _ = client.send("PUT", "/items/" + uuid(number), json: #"{"title":"\#(number)"}"#)
        }

        #expect(client.send("GET", "/items").titles == ["30", "10", "20"])
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `has the revision, which increases with every change`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        let item = "/items/" + uuid(1)
        let writes = [
            ("POST", "/items", #"{"title":"a"}"#, 1), ("POST", "/items", "[]", 1),
            ("PUT", item, #"{"title":"a"}"#, 1), ("PUT", item, #"{"title":"b"}"#, 2),
            ("PATCH", item, "{}", 2), ("PATCH", item, #"{"done":true}"#, 3),
            ("POST", "/items", #"[{"title":"c"},{"title":"d"}]"#, 4),
            ("POST", "/items", #"{"title":""}"#, 4), ("DELETE", item, "", 5),
            ("DELETE", item, "", 5), ("DELETE", "/items", "", 6), ("DELETE", "/items", "", 6),
        ]

        for (method, target, json, revision) in writes {
            let response = client.send(method, target, json: json)
            let tag = "\(client.owner.epoch).\(revision)"

            #expect(client.send("GET", "/items")["ETag"] == "\"\(tag)\"")
            #expect(response.status >= 400 || response["ToDo-Revision"] == tag)
        }
    }
}
