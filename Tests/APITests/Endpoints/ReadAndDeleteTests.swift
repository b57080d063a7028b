import APITestSupport
import TestSupport
import Testing

private let item = "/items/" + uuid(1)

@Suite struct `GET an item` {
    @Test func `finds it by an id in any letter case`() {
        let client = APIWorld().client
        let id = "abcdef01-2345-6789-abcd-ef0123456789"
        _ = client.send("POST", "/items", json: #"{"id":"\#(id)","title":"Milk"}"#)

        let response = client.send("GET", "/items/" + id.uppercased())

        #expect(response.item?.id == id)
    }

    @Test(arguments: ["?a=b", "?=", "?=x", "?%20=x", "?limit=1", "?&&a"])
    func `with a parameter is 400`(query: String) {
        let client = APIWorld().client
        _ = client.send("POST", "/items", json: #"{"title":"Milk"}"#)

        for method in ["GET", "PUT", "PATCH", "DELETE"] {
            let response = client.send(method, item + query, json: #"{"title":"Tea"}"#)

            #expect(response.status == 400, "\(method)")
            #expect(response.problemName == "bad-parameter", "\(method)")
        }
    }

    @Test(arguments: ["?", "?&", "?&&"])
    func `with an empty query is the same as without`(query: String) {
        let client = APIWorld().client
        _ = client.send("POST", "/items", json: #"{"title":"Milk"}"#)

        #expect(client.send("GET", item + query).status == 200)
    }
}

@Suite struct `DELETE an item` {
    @Test func `removes it under one revision`() throws {
        let client = APIWorld().client
        _ = client.send("POST", "/items", json: #"[{"title":"Milk"},{"title":"Tea"}]"#)

        let response = client.send("DELETE", item)

        #expect(response.status == 204)
        #expect(response.body == [])
        #expect(response["Content-Length"] == nil)
        #expect(response["Content-Type"] == nil)
        #expect(response["ToDo-Revision"]?.hasSuffix(".2") == true)
        #expect(client.send("GET", "/items").titles == ["Tea"])
    }

    @Test func `is 404 again after its tombstone was pruned`() {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"[{"title":"Milk"},{"title":"Tea"}]"#)
        _ = world.client.send("DELETE", item)
        _ = world.client.send("DELETE", "/items/" + uuid(2))
        world.items.forget(upTo: 2, of: world.owner)

        let forgotten = world.client.send("DELETE", item)
        let remembered = world.client.send("DELETE", "/items/" + uuid(2))

        #expect([forgotten, remembered].map(\.status) == [404, 410])
        #expect(forgotten.problemName == "item-not-found")
    }
}

@Suite struct `DELETE all items` {
    // Ignoring a filter would delete everything.
    @Test(arguments: [
        "limit=1", "cursor=0", "sort=title", "=", "x", "q=", "q=+", "q=%00", "q=%00a", "done=yes",
        "radius=5",
        "done=true&done=true", "done=true&limit=1",
    ])
    func `takes only the parameters of a filter`(query: String) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let before = world.state

        let response = world.client.send("DELETE", "/items?" + query)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(world.state == before)
    }
}
