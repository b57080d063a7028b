import APITestSupport
import Items
import TestSupport
import Testing

private let item = "/items/" + uuid(1)

/// Conditions, and whether each of them matches the tag `"k3f9.1"`.
private let tags: [(String, strong: Bool, weak: Bool)] = [
    (#""k3f9.1""#, true, true),
    (#"W/"k3f9.1""#, false, true),
    (#""k3f9.7", "k3f9.1""#, true, true),
    (#""x","y" , W/"k3f9.1""#, false, true),
    (#", "k3f9.1",,"#, true, true),
    ("*", true, true),
    (#""k3f9.2""#, false, false),
    (#""k3f9.0""#, false, false),
    (#""other.1""#, false, false),
    (#""k3f.1""#, false, false),
    (#""k3f9.01""#, false, false),
    (#""k3f9.1.1""#, false, false),
    (#""k3f9.+1""#, false, false),
    (#""k3f9.11111111111111111111""#, false, false),
    (#""K3F9.1""#, false, false),
    (#""k3f9.""#, false, false),
    (#""""#, false, false),
    (#""*""#, false, false),
]

private let malformed = [
    "k3f9.1", #""k3f9.1" "x""#, #"*, "k3f9.1""#, "W/*", "**", #""k3f9.1"#, #"w/"k3f9.1""#,
    #"W "k3f9.1""#, "'k3f9.1'", #""k3f9.1"; x"#, #""a b""#,
]

@Suite struct `A condition of a read` {
    // proves: writes-3
    @Test(arguments: tags)
    func `If-None-Match compares weakly`(value: String, strong: Bool, weak: Bool) {
        for target in ["/items", item] {
            let response = world().client.send("GET", target, ["If-None-Match": value])

            #expect(response.status == (weak ? 304 : 200), "\(target)")
            #expect(response["ETag"] == #""k3f9.1""#)
        }
    }

    // proves: writes-3
    @Test(arguments: tags)
    func `If-Match compares strongly`(value: String, strong: Bool, weak: Bool) {
        for target in ["/items", item] {
            let response = world().client.send("GET", target, ["If-Match": value])

            #expect(response.status == (strong ? 200 : 412), "\(target)")
            #expect(response.problem?.revision == (strong ? nil : 1), "\(target)")
        }
    }

    @Test(arguments: ["If-Match", "If-None-Match"], malformed)
    func `that is malformed is 400`(field: String, value: String) {
        for (method, target) in [
            ("GET", "/items"), ("GET", item), ("PUT", item), ("PATCH", item), ("DELETE", item),
            ("POST", "/items"), ("DELETE", "/items"),
        ] {
            let world = world()
            let before = world.state

            let response = world.client.send(
                method, target, [field: value, "Content-Type": "application/json"],
                body: #"{"title":"Tea"}"#)

            #expect(response.status == 400, "\(method) \(target)")
            #expect(response.problemName == "bad-request", "\(method) \(target)")
            #expect(response.problem?.detail.hasPrefix(field + " must") == true)
            #expect(world.state == before)
        }
    }

    @Test func `may be split into several field lines`() {
        let request = PreparedRequest(
            "GET \(item) HTTP/1.1", "Host: localhost", #"If-None-Match: "x""#,
            #"If-None-Match: "k3f9.1""#)
        let mixed = PreparedRequest(
            "GET \(item) HTTP/1.1", "Host: localhost", "If-None-Match: *",
            #"If-None-Match: "k3f9.1""#)

        #expect(request.answer(by: world().app).status == 304)
        #expect(mixed.answer(by: world().app).status == 400)
    }

    @Test func `If-Match is evaluated before If-None-Match`() {
        let response = world().client.send(
            "GET", item, ["If-Match": "\"k3f9.2\"", "If-None-Match": "*"])

        #expect(response.status == 412)
    }

    // proves: visible-6
    @Test func `that holds is 304 without content`() {
        for target in ["/items", item] {
            let client = world().client
            for method in ["GET", "HEAD"] {
                let response = client.send(method, target, ["If-None-Match": "*"])

                #expect(response.status == 304)
                #expect(response["Cache-Control"] == "private, no-cache")
                #expect(response["Content-Type"] == nil)
                #expect(response["Content-Length"] == nil)
                #expect(response.body == [])
            }
        }
    }

    // proves: visible-6
    @Test func `saves reading the items`() {
        let world = world()
        let tag = world.client.send("GET", "/items")["ETag"] ?? ""
        #expect(world.client.send("GET", "/items", ["If-None-Match": tag]).status == 304)

        _ = world.client.send("POST", "/items", json: #"{"title":"Tea"}"#)
        let response = world.client.send("GET", "/items", ["If-None-Match": tag])

        #expect(response.status == 200)
        #expect(response["ETag"] == #""k3f9.2""#)
    }

    private func world() -> APIWorld {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        return world
    }
}

@Suite struct `A condition of a write` {
    private static let writes = [
        ("PUT", item), ("PATCH", item), ("DELETE", item), ("DELETE", "/items"), ("POST", "/items"),
    ]

    // proves: writes-3
    @Test(arguments: tags)
    func `If-Match compares strongly`(value: String, strong: Bool, weak: Bool) {
        for (method, target) in Self.writes {
            let world = world()
            let before = world.state

            let response = send(method, target, ["If-Match": value], world)

            #expect((response.status == 412) == !strong, "\(method) \(target)")
            #expect(response.problem?.revision == (strong ? nil : 1), "\(method) \(target)")
            #expect((world.state == before) == !strong, "\(method) \(target)")
        }
    }

    // proves: writes-3
    @Test(arguments: tags)
    func `If-None-Match compares weakly`(value: String, strong: Bool, weak: Bool) {
        for (method, target) in Self.writes {
            let world = world()
            let before = world.state

            let response = send(method, target, ["If-None-Match": value], world)

            #expect((response.status == 412) == weak, "\(method) \(target)")
            #expect((world.state == before) == weak, "\(method) \(target)")
        }
    }

    @Test(arguments: [
        ("If-None-Match", "*", 201), ("If-None-Match", "\"k3f9.1\"", 201), ("If-Match", "*", 412),
        ("If-Match", "\"k3f9.1\"", 412), ("If-Match", "", 412), ("If-None-Match", "", 201),
    ])
    func `on an item that does not exist`(field: String, value: String, status: Int) {
        let world = APIWorld()

        let response = send("PUT", item, [field: value], world)

        #expect(response.status == status)
        #expect(world.client.send("GET", item).status == (status == 201 ? 200 : 404))
    }

    @Test(arguments: [
        ("\"k3f9.1\"", "\"k3f9.2\"", true), ("\"k3f9.1\"", "\"k3f9.1\"", false),
        ("\"k3f9.2\"", "\"k3f9.2\"", false), ("\"k3f9.2\"", "\"k3f9.1\"", false),
        ("*", "*", false), ("*", "\"k3f9.2\"", true),
    ])
    func `and another one must both hold`(match: String, noneMatch: String, isDone: Bool) {
        for (method, target) in Self.writes + [("POST", "/undo/1")] {
            let world = world()
            let before = world.state

            let response = send(
                method, target, ["If-Match": match, "If-None-Match": noneMatch], world)

            #expect((response.status == 412) == !isDone, "\(method) \(target)")
            #expect((world.state == before) == !isDone, "\(method) \(target)")
        }
    }

    // A date can be compared only with a Last-Modified (RFC 9110 §13.1.4).
    @Test(arguments: ["If-Unmodified-Since", "If-Modified-Since", "If-Range"])
    func `by date is ignored`(field: String) {
        for (method, target) in Self.writes + [("GET", item), ("GET", "/items")] {
            for date in ["Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "x"] {
                let response = send(method, target, [field: date], world())

                #expect((200...204).contains(response.status), "\(method) \(target)")
            }
        }
    }

    @Test func `fails before the check for an existing id`() {
        let world = world()
        let json = #"{"id":"\#(uuid(1))","title":"Tea"}"#

        let statuses = ["\"k3f9.7\"", "\"k3f9.1\""].map { tag in
            world.client.send(
                "POST", "/items", ["Content-Type": "application/json", "If-Match": tag], body: json
            ).status
        }

        #expect(statuses == [412, 409])
    }

    private func world() -> APIWorld {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        return world
    }

    private func send(
        _ method: String, _ target: String, _ fields: [String: String], _ world: APIWorld
    ) -> TestResponse {
        world.client.send(
            method, target, fields.merging(["Content-Type": "application/json"]) { $1 },
            body: #"{"title":"Tea"}"#)
    }
}
