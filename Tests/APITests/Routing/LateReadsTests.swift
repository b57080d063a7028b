import APITestSupport
import Accounts
import HTTP
import Items
import TestSupport
import Testing

@testable import API

/// Its repository delivers rows in a later round, like a database server.
@Suite struct `An app whose rows come later` {
    /// A request of a conversation.
    private struct Ask {
        let method: String
        let target: String
        var fields: [String: String] = [:]
        var body: String?

        init(
            _ method: String, _ target: String, _ fields: [String: String] = [:],
            body: String? = nil
        ) {
            self.method = method
            self.target = target
            self.fields = fields
            self.body = body
            if body != nil, fields["Content-Type"] == nil {
                self.fields["Content-Type"] = "application/json"
            }
        }
    }

    private static let item = "/items/" + uuid(1)
    private static let title = #"{"title":"Milk"}"#

    /// Each kind of answer of each endpoint for items.
    private static let conversation = [
        Ask("GET", "/readyz"), Ask("GET", "/healthz"), Ask("GET", "/items"), Ask("GET", item),
        Ask("PUT", item, body: title), Ask("GET", item), Ask("HEAD", item),
        Ask("GET", item, ["If-None-Match": #""k3f9.1""#]), Ask("GET", item + "?x=1"),
        Ask("POST", "/items", body: #"[{"title":"Bread"},{"title":"Tea"}]"#),
        Ask("POST", "/items", ["Idempotency-Key": #""a""#], body: title),
        Ask("POST", "/items", ["Idempotency-Key": #""a""#], body: title),
        Ask("GET", "/items"), Ask("GET", "/items"), Ask("GET", "/items"), Ask("HEAD", "/items"),
        Ask("GET", "/items?limit=2"), Ask("GET", "/items?sort=-title&q=e"),
        Ask("GET", "/items", ["If-None-Match": #""k3f9.3""#]),
        Ask("GET", "/items", ["If-None-Match": "nonsense"]), Ask("GET", "/items?limit=x"),
        Ask("GET", "/items/changes"), Ask("GET", "/items/changes?since=k3f9.1&limit=1"),
        Ask("GET", "/items/changes?since=k3f9.99"),
        Ask("GET", "/items/changes", ["If-None-Match": #""k3f9.3""#]),
        Ask("GET", "/items/changes", ["Accept": "text/event-stream"]),
        Ask("GET", "/items/changes?since=k3f9.1", ["Accept": "text/event-stream"]),
        Ask("POST", "/imports", ["Content-Type": "text/csv"], body: "title,due\nTea,1970-01-09\n"),
        Ask("POST", "/imports?preview=true", body: "[1]"), Ask("GET", "/calendar/local.ics"),
        Ask("HEAD", "/calendar/local.ics"), Ask("GET", "/calendar/other.ics"),
        Ask("GET", "/calendar/local.ics", ["If-None-Match": #"W/"k3f9.4-1970-01-01""#]),
        Ask("PATCH", item, body: #"{"done":true}"#), Ask("PATCH", item, body: "nonsense"),
        Ask("PATCH", "/items/" + uuid(77), body: "nonsense"),
        Ask("PATCH", "/items?done=false", body: #"{"done":true}"#),
        Ask("POST", batchPath, body: batchOf(batchPut(5, "Jam"))), Ask("POST", "/undo/6"),
        Ask("DELETE", item, ["If-Match": "nonsense"]), Ask("DELETE", item),
        Ask("GET", item), Ask("DELETE", "/items?done=true"), Ask("GET", "/nothing"),
        Ask("GET", "/metrics"), Ask("OPTIONS", "/items"), Ask("BREW", "/items"),
    ]

    @Test
    func `answers each request about items as one that has them at once`() {
        let (plain, late) = (APIWorld(), APIWorld(isLate: true))

        for ask in Self.conversation {
            let expected = plain.client.send(ask.method, ask.target, ask.fields, body: ask.body)
            let answer = late.client.send(ask.method, ask.target, ask.fields, body: ask.body)
            #expect(answer == expected, "\(ask.method) \(ask.target)")
        }

        #expect(late.state == plain.state)
        #expect(late.reports.all == [])
        #expect(late.late.map { $0.reads >= 20 } == true)
    }

    @Test
    func `answers searches and long lists as one that has them at once`() {
        let (plain, late) = (APIWorld(), APIWorld(isLate: true))
        let items = (1...600).map { #"{"id":"\#(uuid($0))","title":"\#($0 * 7 % 31)"}"# }
        let body = "[" + items.joined(separator: ",") + "]"
        for world in [plain, late] {
            _ = world.client.send("POST", "/items", json: body)
            world.items.itemsInPart = 100
        }

        for givesUp in [false, true] {
            for target in ["/items", "/items?limit=50&q=3", "/items?sort=title&limit=9&q=1"] {
                (plain.items.givesUp, late.items.givesUp) = (givesUp, givesUp)
                let expected = plain.client.send("GET", target)
                let answer = late.client.send("GET", target)
                #expect(answer == expected, "\(target)")
                #expect(answer.status == 200)
            }
        }
    }

    @Test
    func `answers each request about accounts as one that has them at once`() {
        let worlds = [AccountsWorld(), AccountsWorld(isLate: true)]
        let conversation: [(AccountsWorld) -> TestResponse] = [
            { $0.signUp("ada") }, { $0.signUp("ada") }, { $0.signIn("ada") },
            { $0.signIn("bob") }, { $0.signIn("ada", password: "wrong wrong wrong") },
            { $0.client.send("GET", "/items") },
            { $0.send("GET", "/items", as: "nonsense") },
            { $0.send("GET", "/items", as: $0.signIn("ada").token ?? "") },
            { $0.send("POST", "/items", as: $0.signIn("ada").token ?? "", json: Self.title) },
            { $0.send("POST", "/items", as: "nonsense", json: Self.title) },
            { $0.send("GET", "/users/current", as: $0.signIn("ada").token ?? "") },
            { $0.send("GET", "/sessions", as: $0.signIn("ada").token ?? "") },
            { $0.send("GET", "/sessions/current", as: $0.signIn("ada").token ?? "") },
            { $0.send("GET", "/readyz", as: "") },
            {
                $0.send(
                    "GET", "/items/changes", as: $0.signIn("ada").token ?? "",
                    ["Accept": "text/event-stream"])
            },
            {
                $0.send(
                    "POST", "/tokens", as: $0.signIn("ada").token ?? "",
                    json: #"{"label":"x"}"#)
            },
            {
                $0.send(
                    "PATCH", "/users/current", as: $0.signIn("ada").token ?? "",
                    json: """
                        {"email":"eve@example.org","currentPassword":"\(AccountsWorld.password)"}
                        """)
            },
            { $0.send("DELETE", "/sessions/current", as: $0.signIn("eve").token ?? "") },
            {
                $0.send(
                    "DELETE", "/users/current", as: $0.signIn("eve").token ?? "",
                    json: #"{"password":"\#(AccountsWorld.password)"}"#)
            },
        ]

        for (number, ask) in conversation.enumerated() {
            let answers = worlds.map { ask($0).description.withoutSecrets }
            #expect(answers[0] == answers[1], "request \(number)")
        }

        #expect(worlds[1].reports.all == [])
        #expect(worlds[1].late.map { $0.reads >= 20 } == true)
    }

    @Test func `counts each request once against the limits`() {
        let world = AccountsWorld(isLate: true, rate: Rate(3, per: 60))
        let token = world.token("ada")

        let requests = (0..<4).map { _ in world.send("GET", "/items", as: token).status }
        let signIns = (0..<3).map { _ in world.signIn("ada").status }

        #expect(requests == [200, 200, 200, 429])
        // The token has used one attempt.
        #expect(signIns == [201, 201, 429])
    }

    @Test func `writes no response for a client that has disconnected`() {
        let world = APIWorld(isLate: true)
        let handle = RequestHandle(slot: 3, generation: 7)
        let lane = EmptyLane()
        var response = ResponseWriter()
        let request = PreparedRequest("GET /items HTTP/1.1", "Host: localhost")
        let result = request.answer(by: world.app, &response, handle: handle)

        world.app.endRound(at: 0)
        world.app.advance(lane, at: 0)

        guard case .deferred = result else {
            Issue.record("it was answered")
            return
        }
        #expect(lane.asked == [handle])
        #expect(world.reports.all == [])
    }

    @Test func `reports a failure of storage once`() {
        let world = APIWorld(isLate: true)
        world.items.failure = .unavailable("no route to host")

        let answers = ["/items", "/readyz", "/healthz"].map {
            world.client.send("GET", $0).status
        }

        #expect(answers == [503, 503, 200])
        // There is a report for each failed request, and for the end of each round, which fails
        // too.
        #expect(world.reports.all.count == 2 + world.items.roundsEnded)
    }
}

/// A lane without connections.
private final class EmptyLane: WaitingRequests {
    private(set) var asked: [RequestHandle] = []

    func admit(_ handle: RequestHandle, _ admission: Admission) {}

    func reply(to handle: RequestHandle, _ write: (inout ResponseWriter) -> HandlerResult) {
        asked.append(handle)
    }

    func resume(_ handle: RequestHandle) {}
}

extension String {
    /// The text without tokens and their handles, which are random.
    fileprivate var withoutSecrets: String {
        replacing(/"(token|handle)":"[^"]+"/, with: "")
            .replacing(/"current":(true|false)/, with: "").replacing(/\/sessions\/\w+/, with: "")
    }
}
