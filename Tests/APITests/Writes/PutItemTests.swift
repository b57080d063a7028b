import APITestSupport
import TestSupport
import Testing

private let item = "/items/" + uuid(10)

@Suite struct `PUT an item` {
    @Test(arguments: [
        #"{"title":"Milk"}"#, #"{"id":null,"title":"Milk"}"#,
        #"{"id":"00000000-0000-0000-0000-00000000000a","title":"Milk"}"#,
        #"{"id":"00000000-0000-0000-0000-00000000000A","title":"Milk"}"#,
    ])
    func `may contain the id of the path or none`(json: String) {
        let response = APIWorld().client.send("PUT", item.uppercased(of: "a"), json: json)

        #expect(response.status == 201)
        #expect(response.item?.id == uuid(10))
    }

    @Test func `with another id than the path is 422`() {
        let world = APIWorld()

        let response = world.client.send("PUT", item, json: #"{"id":"\#(uuid(1))","title":"a"}"#)

        #expect(response.status == 422)
        #expect(
            response.problem?.errors == [
                .init(pointer: "/id", detail: "must be the item's own id, or be left out")
            ])
        #expect(world.items.writes.isEmpty)
    }

    @Test(arguments: ["[]", #"[{"title":"Milk"}]"#, "7", "\"Milk\"", "null", "true"])
    func `that is no object is 422`(json: String) {
        let response = APIWorld().client.send("PUT", item, json: json)

        #expect(response.status == 422)
        #expect(response.problem?.errors == [.init(pointer: "", detail: "must be an object")])
    }

    // proves: stored-4
    @Test func `keeps the time since when it is done`() {
        let world = APIWorld()
        let titles = ["a", "b", "c"].map { #"{"title":"\#($0)","done":true}"# }
        let open = #"{"title":"c"}"#

        let days = (titles + [open] + titles.suffix(1)).map { json in
            world.time.advance(by: 1)
            return world.client.send("PUT", item, json: json).item?.doneAt
        }

        #expect(days == [1_001, 1_001, 1_001, nil, 1_005])
    }

    // RFC 9110 §14.5: storing a part as the whole would destroy the rest.
    @Test(arguments: ["bytes 0-15/100", "items 1-2/3", "bytes */100", ""])
    func `with a Content-Range is 400`(range: String) {
        let client = APIWorld().client
        let whole = client.send("PUT", item, json: #"{"title":"Milk","done":true}"#)
        let fields = ["Content-Type": "application/json", "Content-Range": range]

        let response = client.send("PUT", item, fields, body: #"{"title":"Tea"}"#)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-request")
        #expect(response.problem?.detail.contains("Content-Range") == true)
        #expect(client.send("GET", item).text == whole.text)
    }

    @Test(arguments: [("POST", "/items", 201), ("PATCH", item, 200)])
    func `is the only method that refuses Content-Range`(
        method: String, target: String, status: Int
    ) {
        let client = APIWorld().client
        _ = client.send("PUT", item, json: #"{"title":"Milk"}"#)
        let fields = ["Content-Type": "application/json", "Content-Range": "bytes 0-15/100"]

        let response = client.send(method, target, fields, body: #"{"title":"Tea"}"#)

        #expect(response.status == status)
    }
}

extension String {
    /// The text with this letter in upper case.
    fileprivate func uppercased(of letter: Character) -> String {
        String(map { $0 == letter ? Character($0.uppercased()) : $0 })
    }
}
