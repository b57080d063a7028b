import APITestSupport
import TestSupport
import Testing

private let item = "/items/" + uuid(1)

@Suite struct `An answer's type` {
    // proves: http-4
    @Test(arguments: [
        "*/*", "application/json", "application/*", "text/html, */*;q=0.1", "APPLICATION/JSON",
        "text/html;q=0.9, application/json;q=0.001", "nonsense", "",
    ])
    func `is JSON for any Accept that allows it`(accept: String) {
        #expect(statuses(accept, milk()) == [200, 200, 201, 200, 200])
    }

    @Test(arguments: [
        "text/html", "application/xml, text/*", "application/json;q=0", "*/*;q=0",
        "application/json;q=0, */*", "application/problem+json", "text/event-stream",
    ])
    func `is 406 when Accept excludes JSON, and nothing changes`(accept: String) {
        let world = milk()
        let before = world.state

        #expect(statuses(accept, world) == [406, 406, 406, 406, 406])
        #expect(world.state == before)
    }

    @Test func `is not negotiated for an answer without JSON`() {
        let world = milk()
        let html = ["Accept": "text/html"]

        #expect(world.client.send("OPTIONS", "/items", html).status == 204)
        #expect(world.client.send("GET", "/openapi.yaml", html).status == 200)
        #expect(world.client.send("DELETE", item, html).status == 204)
        #expect(world.client.send("GET", "/nowhere", html).problemName == "not-found")
    }

    private func statuses(_ accept: String, _ world: APIWorld) -> [Int] {
        let fields = ["Accept": accept, "Content-Type": "application/json"]
        return [
            ("GET", "/items"), ("GET", item), ("POST", "/items"), ("PUT", item), ("PATCH", item),
        ].map { method, target in
            world.client.send(
                method, target, fields, body: method == "GET" ? nil : #"{"title":"Tea"}"#
            ).status
        }
    }

    private func milk() -> APIWorld {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        return world
    }
}
