import APITestSupport
import Accounts
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `The calendar of a server without accounts` {
    private static let path = "/calendar/local.ics"

    @Test func `has the open items with a due date`() {
        let world = APIWorld()
        for item in [
            #"{"title":"Milk","timestamp":86400,"tags":["a","b"],"remind":5}"#, #"{"title":"Tea"}"#,
            #"{"title":"Jam","timestamp":5,"done":true}"#,
        ] {
            _ = world.client.send("POST", "/items", json: item)
        }

        let response = world.client.send("GET", Self.path)

        #expect(response.status == 200)
        #expect(response["Content-Type"] == "text/calendar; charset=utf-8")
        #expect(response["Cache-Control"] == "private, max-age=900")
        #expect(response["ETag"] == #"W/"k3f9.3-1970-01-01""#)
        #expect(
            response.text.split(separator: "\r\n").filter {
                ["SUMMARY", "DTSTART", "CATEGORIES", "TRIGGER"].contains($0.prefix { $0 != ":" })
            } == [
                "DTSTART:19700102T000000Z", "SUMMARY:Milk", "CATEGORIES:a,b", "TRIGGER:-PT5M",
            ])
    }

    @Test func `is 304 until something changes, and until midnight`() {
        let world = APIWorld()
        let first = world.client.send("GET", Self.path)
        let known = ["If-None-Match": "\"other\", " + (first["ETag"] ?? "none")]

        let again = world.client.send("GET", Self.path, known)
        world.time.advance(by: 86_400)
        let tomorrow = world.client.send("GET", Self.path, known)
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let changed = world.client.send("GET", Self.path, ["If-None-Match": tomorrow["ETag"] ?? ""])

        #expect([again, tomorrow, changed].map(\.status) == [304, 200, 200])
        #expect(again["ETag"] == first["ETag"])
        #expect(again["Cache-Control"] == "private, max-age=900")
        #expect(again.body.isEmpty && again["Content-Type"] == nil)
    }

    @Test(arguments: [
        (["If-None-Match": "*"], 304), (["If-None-Match": "nonsense"], 400),
        (["If-Match": "*"], 200), (["If-Match": #""k3f9.0-1970-01-01""#], 412),
        (["Authorization": "Bearer nonsense", "Accept": "image/png"], 200),
    ])
    func `evaluates conditions, and neither Authorization nor Accept`(
        fields: [String: String], status: Int
    ) {
        #expect(APIWorld().client.send("GET", Self.path, fields).status == status)
    }

    @Test func `is at its address alone`() {
        let client = APIWorld().client
        let paths = [
            "/calendar/x.ics", "/calendar/.ics", "/calendar/local", "/calendar/local.ics/",
            "/calendar/a/local.ics", "/calendar/", "/calendar",
        ]

        let statuses = paths.map { client.send("GET", $0).status }

        #expect(statuses == paths.map { _ in 404 })
        #expect(client.send("GET", "/%63alendar/l%6Fcal%2Eics").status == 200)
        #expect(client.send("GET", Self.path + "?a=b").status == 400)
    }

    @Test func `is not there for others than the machine itself`() {
        let app = App(
            items: InMemoryItems(), authMode: .anonymous(Owner(key: 1, epoch: "k3f9")),
            ids: .incrementing(), exchange: ExchangeServices(hasLocalCalendar: false))

        #expect(TestClient(app).send("GET", Self.path).status == 404)
    }

    @Test(arguments: ["GET", "HEAD"], [false, true])
    func `is sent in chunks if it is long`(method: String, isLate: Bool) {
        let world = APIWorld(isLate: isLate)
        world.items.itemsInPart = 7
        for start in [0, 500] {
            let items = (start..<start + 500).map { #"{"title":"\#($0)","timestamp":\#($0)}"# }
            _ = world.client.send("POST", "/items", json: "[\(items.joined(separator: ","))]")
        }

        let response = world.client.send(method, Self.path)

        #expect(response.status == 200)
        #expect(response["Transfer-Encoding"] == "chunked")
        let titles = response.text.split(separator: "\r\n").filter { $0.hasPrefix("SUMMARY:") }
        let expected = method == "HEAD" ? [] : (0..<1_000).map { "SUMMARY:\($0)" }
        #expect(titles.map(String.init) == expected)
        #expect(response.text.hasSuffix("END:VCALENDAR\r\n") == (method == "GET"))
    }

    /// A lane that makes a calendar of many dates does not stop for it.
    @Test func `takes turns with other requests`() {
        let world = APIWorld()
        let items = (0..<1_000).map {
            #"{"title":"\#($0)","timestamp":\#($0),"repeat":{"frequency":"daily"}}"#
        }
        _ = world.client.send("POST", "/items", json: "[\(items.joined(separator: ","))]")
        let lane = LaneSimulator(world.app)
        lane.ask(1, "GET \(Self.path)")
        var rounds = 0

        while lane.answer(1) == nil, rounds < 10_000 {
            lane.go()
            rounds += 1
            #expect(world.client.send("GET", "/items?limit=1").status == 200)
        }

        // 61 dates each, of which 256 make a turn.
        #expect((200..<400).contains(rounds))
    }

    @Test func `reports a failure of storage`() {
        let world = APIWorld()
        world.items.failure = .corrupt("a page")

        #expect(world.client.send("GET", Self.path).status == 500)
        #expect(world.reports.all.contains(.corrupt("a page")))
    }
}

@Suite struct `The calendar of an account` {
    private let world = AccountsWorld()

    /// The address that a token has made.
    private func made(by token: String) -> (response: TestResponse, path: String, token: String) {
        let response = world.send(
            "POST", "/tokens", as: token, json: #"{"label":"Phone","scope":"calendar"}"#)
        let path = response.text.firstMatch(of: /"calendar":"([^"]+)"/).map { String($0.output.1) }
        return (response, path ?? "none", response.token ?? "none")
    }

    // proves: separation-5
    @Test func `is at the address that its token has`() {
        let ada = world.token("ada")
        let bob = world.token("bob")
        for (token, title) in [(ada, "Milk"), (bob, "Tea")] {
            _ = world.send(
                "POST", "/items", as: token, json: #"{"title":"\#(title)","timestamp":5}"#)
        }

        let made = made(by: ada)
        let response = world.client.send("GET", made.path)

        #expect(made.response.status == 201)
        #expect(made.path == "/calendar/\(made.token).ics")
        #expect(response.status == 200)
        #expect(response.text.contains("SUMMARY:Milk"))
        #expect(!response.text.contains("Tea"))
        #expect(response["Vary"] == nil)
    }

    // proves: separation-5
    @Test(
        arguments: ["GET", "POST", "DELETE"], ["/items", "/sessions/current", "/mcp", "/tokens"])
    func `opens nothing else`(method: String, path: String) {
        let made = made(by: world.token("ada"))
        let before = world.state

        let response = world.send(method, path, as: made.token, json: "{}")

        #expect(response.status == 401)
        #expect(response["WWW-Authenticate"] == "Bearer error=\"invalid_token\"")
        #expect(world.state == before)
    }

    // proves: separation-2, separation-3
    @Test func `is 404 without such a token, as an unknown path`() {
        let ada = world.token("ada")
        let items = world.send("POST", "/tokens", as: ada, json: #"{"label":"x"}"#).token ?? "none"
        let made = made(by: ada)
        let handle = made.response.text.firstMatch(of: /"handle":"([^"]+)"/)
            .map { String($0.output.1) }

        let wrong = [
            "local", "x", ada, items,
            String(made.token.dropLast()) + (made.token.hasSuffix("A") ? "Q" : "A"),
            made.token.lowercased(),
        ].map { world.client.send("GET", "/calendar/\($0).ics?a=b").status }
        let before = world.client.send("GET", made.path).status
        let revoked = world.send("DELETE", "/sessions/\(handle ?? "none")", as: ada).status
        let after = world.client.send("GET", made.path)

        #expect(Set(wrong) == [404])
        #expect([before, revoked, after.status] == [200, 204, 404])
        #expect(after.problemName == "not-found")
    }

    // proves: separation-4
    @Test func `ends with its token`() {
        let made = made(by: world.token("ada"))

        world.time.advance(by: 80_000)
        let used = world.client.send("GET", made.path).status
        world.time.advance(by: 80_000)
        let again = world.client.send("HEAD", made.path).status
        world.time.advance(by: 90_000)
        let late = world.client.send("GET", made.path).status

        #expect([used, again, late] == [200, 200, 404])
    }

    @Test func `is listed with its scope, and its address only once`() {
        let ada = world.token("ada")
        let made = made(by: ada)

        let list = world.send("GET", "/sessions", as: ada).text

        #expect(list.contains(#""label":"Phone","scope":"calendar""#))
        #expect(!list.contains(made.token) && !list.contains("/calendar/"))
    }

    @Test func `counts against the rate of its token`() {
        let world = AccountsWorld(rate: Rate(2, per: 60))
        let ada = world.token("ada")
        let made =
            world.send(
                "POST", "/tokens", as: ada, json: #"{"label":"Phone","scope":"calendar"}"#
            ).token ?? "none"

        let statuses = (0..<3).map { _ in
            world.client.send("GET", "/calendar/\(made).ics").status
        }

        #expect(statuses == [200, 200, 429])
    }

    @Test func `is found as well when rows come later`() {
        let world = AccountsWorld(isLate: true)
        let ada = world.token("ada")
        _ = world.send("POST", "/items", as: ada, json: #"{"title":"Milk","timestamp":5}"#)
        let made =
            world.send(
                "POST", "/tokens", as: ada, json: #"{"label":"Phone","scope":"calendar"}"#
            ).token ?? "none"

        let found = world.client.send("GET", "/calendar/\(made).ics")
        let missing = world.client.send("GET", "/calendar/\(ada).ics")

        #expect(found.text.contains("SUMMARY:Milk"))
        #expect(missing.status == 404)
    }
}
