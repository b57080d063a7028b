import APITestSupport
import TestSupport
import Testing

@Suite struct `POST one item` {
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

    @Test func `treats null as an absent member inside a location`() {
        let response = APIWorld().client.send(
            "POST", "/items", json: #"{"title":"Milk","location":{"name":"A","coordinate":null}}"#)

        #expect(response.json["location"] == .map(["name": .text("A")]))
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
}
