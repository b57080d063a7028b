import APITestSupport
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `A request without a valid token` {
    // proves: separation-2
    @Test(
        arguments: [
            ([:], nil),
            (["Authorization": "Basic YTpi"], nil),
            (["Authorization": "Bearer"], nil),
            (["Authorization": "Bearer "], nil),
            (["Authorization": "Bearer x"], "invalid_token"),
            (["Authorization": "bEARER   x"], "invalid_token"),
            (["Authorization": "Bearer " + String(repeating: "A", count: 66)], "invalid_token"),
            (
                [
                    "Authorization":
                        "Bearer \(String(repeating: "A", count: 22)).\(String(repeating: "A", count: 43))"
                ], "invalid_token"
            ),
        ] as [([String: String], String?)])
    func `is answered with a Bearer challenge`(fields: [String: String], error: String?) {
        let response = AccountsWorld().client.send("GET", "/items", fields)

        let challenge = error.map { "Bearer error=\"\($0)\"" } ?? "Bearer"
        #expect(response.status == 401)
        #expect(response.problemName == "unauthorized")
        #expect(response["WWW-Authenticate"] == challenge)
        #expect(response["Vary"] == "Authorization")
        #expect(response["Cache-Control"] == "no-store")
    }

    @Test func `is refused when it has two tokens`() {
        let world = AccountsWorld()
        let line = "Authorization: Bearer \(world.token("ada"))\r\n"

        let one = world.client.send(Array("GET /items HTTP/1.1\r\nHost: a\r\n\(line)\r\n".utf8))
        let two = world.client.send(
            Array("GET /items HTTP/1.1\r\nHost: a\r\n\(line)\(line)\r\n".utf8))

        #expect([one.status, two.status] == [200, 401])
        #expect(two.problem?.detail == "Authorization may come only once.")
        #expect(two["WWW-Authenticate"] == "Bearer error=\"invalid_token\"")
    }

    // proves: separation-2
    @Test(arguments: [
        ("GET", "/nothing", 401), ("PUT", "/items", 401), ("GET", "/items?colour=red", 401),
        ("PATCH", "/items/\(uuid(1))", 401), ("DELETE", "/items/\(uuid(1))", 401),
        ("GET", "/users/current", 401), ("PUT", "/users", 405), ("GET", "/healthz", 200),
        ("GET", "/readyz", 200), ("GET", "/openapi.yaml", 200), ("GET", "/problems/invalid", 200),
        ("OPTIONS", "/items", 204), ("OPTIONS", "/nothing", 401), ("POST", "/sessions", 415),
    ])
    func `is refused before other checks, except on open routes`(
        method: String, path: String, status: Int
    ) {
        let body = method == "GET" || method == "OPTIONS" ? nil : "{"

        let response = AccountsWorld().client.send(method, path, body: body)

        #expect(response.status == status)
    }

    @Test func `does not have a large body read`() {
        let world = AccountsWorld()
        let large = "[" + String(repeating: " ", count: 100_000) + "]"

        let unknown = world.client.send("POST", "/items", json: large).status
        let token = world.token("bob")
        let twice = world.client.send(
            "POST", "/items",
            [
                "Content-Type": "application/json",
                "Authorization": "Bearer \(token)\r\nAuthorization: Bearer \(token)",
            ], body: large
        ).problem?.detail
        let known = world.signedIn().client.send("POST", "/items", json: large).status

        #expect([unknown, known] == [401, 201])
        #expect(twice == "Authorization may come only once.")
    }

    @Test func `may be a CORS preflight`() throws {
        let origin = try #require(WebOrigin("https://app.example"))
        let world = AccountsWorld(origins: [origin])
        let fields = [
            "Origin": "https://app.example", "Access-Control-Request-Method": "GET",
            "Access-Control-Request-Headers": "authorization",
        ]

        let preflight = world.client.send("OPTIONS", "/items", fields)
        let refused = world.client.send("GET", "/items", ["Origin": "https://app.example"])

        #expect(preflight.status == 204)
        #expect(preflight["Access-Control-Allow-Headers"]?.contains("Authorization") == true)
        #expect(refused.status == 401)
        #expect(refused["Access-Control-Allow-Origin"] == "https://app.example")
        #expect(refused["Vary"] == "Authorization, Origin")
    }

    @Test func `is answered with 500 when the token cannot be looked up`() {
        let world = AccountsWorld()
        let token = world.token("ada")
        world.accounts.fail(.inputOutput("gone"))

        let response = world.send("GET", "/items", as: token)

        #expect(response.status == 500)
        #expect(world.reports.all == [.inputOutput("gone")])
        #expect(world.client.send("GET", "/readyz").status == 500)
    }
}

@Suite struct `A request with a valid token` {
    @Test(arguments: ["Bearer ", "bearer ", "BEARER  "])
    func `reads its owner's items`(scheme: String) {
        let world = AccountsWorld()
        let token = world.token("ada")

        let response = world.client.send(
            "GET", "/items/changes", ["Authorization": scheme + token])

        #expect(response.status == 200)
        #expect(response["Vary"] == "Accept, Authorization")
        #expect(response["Cache-Control"] == "private, no-cache")
    }

    @Test func `writes its owner's items`() {
        let world = AccountsWorld()
        let (ada, bob) = (world.token("ada"), world.token("bob"))

        let response = world.send("POST", "/items", as: bob, json: #"{"title":"Milk"}"#)

        #expect(response.status == 201)
        #expect(response["Vary"] == "Authorization")
        #expect(world.send("GET", "/items", as: ada).text == "[]")
        #expect(world.send("GET", "/items", as: bob).text.contains("Milk"))
    }
}
