import APITestSupport
import HTTP
import Items
import TestSupport
import Testing

@testable import API

/// Bob requests every route with every id, revision, tag, token, cursor and key of Ada's.
@Suite struct `A signed-in account` {
    // proves: separation-1
    @Test(arguments: TwoOwners.Kind.allCases)
    func `finds and changes nothing of another account on any route`(kind: TwoOwners.Kind) throws {
        let owners = try TwoOwners(kind)
        let before = owners.hers
        var walked: Set<String> = []
        var steps = 0

        for step in Walk(owners).steps {
            let answer = owners.send(
                step.method, step.target, as: owners.bob, step.fields, body: step.body)

            let what = "\(step.method) \(step.target) \(step.fields)"
            #expect(step.statuses.contains(answer.status), "\(what): \(answer)")
            // The examples of the description mention another Ada.
            for secret in TwoOwners.secrets where !Self.described.contains(step.path) {
                #expect(!answer.description.contains(secret), "\(what): \(answer)")
            }
            walked.insert("\(step.method) \(step.path)")
            steps += 1
        }

        let all = Route.all.flatMap { route in route.methods.map { "\($0.name) \(route.path)" } }
        #expect(Set(all).subtracting(walked) == [])
        #expect(owners.hers == before)
        #expect(steps > 400)
    }

    private static let described: Set = ["/openapi.yaml", "/openapi.json", "/docs"]

    @Test func `writes bound to its epoch, unlike an anonymous client`() {
        let (accounts, everyone) = (AccountsWorld().signedIn(), APIWorld())

        _ = accounts.client.send("POST", "/items", json: #"{"title":"Mine"}"#)
        _ = everyone.client.send("POST", "/items", json: #"{"title":"Ours"}"#)

        #expect(accounts.items.writes.map(\.isBoundToEpoch) == [true])
        #expect(everyone.items.writes.map(\.isBoundToEpoch) == [false])
    }

    // proves: separation-1
    @Test(arguments: TwoOwners.Kind.allCases)
    func `cannot distinguish another account's items from missing ones`(kind: TwoOwners.Kind) throws
    {
        let owners = try TwoOwners(kind)
        let unused = uuid(700)

        for method in ["GET", "HEAD", "PATCH", "DELETE"] {
            let answers = (owners.ids + [unused]).map { id in
                owners.send(
                    method, "/items/\(id)", as: owners.bob, ["X-Request-Id": "same"],
                    body: method == "PATCH" ? #"{"done":true}"# : nil
                ).description
            }

            #expect(Set(answers).count == 1)
        }
    }

    // proves: stored-2
    @Test(arguments: TwoOwners.Kind.allCases)
    func `can create an item with an id that another account uses`(kind: TwoOwners.Kind) throws {
        let owners = try TwoOwners(kind)
        let before = owners.hers

        let put = owners.send(
            "PUT", "/items/\(owners.ids[0])", as: owners.bob, body: #"{"title":"Mine"}"#)
        let post = owners.send(
            "POST", "/items", as: owners.bob,
            body: #"{"id":"\#(owners.ids[2])","title":"Mine too"}"#)
        let deleted = owners.send("DELETE", "/items", as: owners.bob)

        #expect([put.status, post.status, deleted.status] == [201, 201, 204])
        #expect(owners.hers == before)
    }

    // proves: separation-1
    @Test(arguments: TwoOwners.Kind.allCases)
    func `receives no changes of another account in its stream`(kind: TwoOwners.Kind) throws {
        let owners = try TwoOwners(kind)

        let stream = owners.send(
            "GET", "/items/changes", as: owners.bob, ["Accept": "text/event-stream"])

        #expect(stream.status == 200)
        #expect(stream.text.contains("Tea"))
        #expect(TwoOwners.secrets.allSatisfy { !stream.text.contains($0) })
    }

    @Test(arguments: TwoOwners.Kind.allCases)
    func `removes only itself`(kind: TwoOwners.Kind) throws {
        let owners = try TwoOwners(kind)
        let before = owners.hers

        let answer = owners.send(
            "DELETE", "/users/current", as: owners.bob,
            body: #"{"password":"\#(AccountsWorld.password)"}"#)

        #expect(answer.status == 204)
        #expect(owners.hers == before)
    }
}

/// The requests of the walk, generated from the table of routes: an unknown route fails the test.
private struct Walk {
    struct Step {
        let method: String
        let path: String
        let target: String
        var fields: [String: String] = [:]
        var body: String?
        let statuses: Set<Int>
    }

    private(set) var steps: [Step] = []

    init(_ owners: TwoOwners) {
        let ada = owners.ada
        let list = owners.send("GET", "/items?limit=1", as: ada)
        let next = list["Link"]?.firstMatch(of: /<([^>]+)>/).map { String($0.output.1) } ?? "/"
        let history = owners.send("GET", "/history?limit=1", as: ada)["Link"]
        let older = history?.firstMatch(of: /cursor=([0-9a-f]+)/).map { String($0.output.1) }
        let tag = list["ETag"] ?? "none"
        let changes = owners.send("GET", "/items/changes?limit=1", as: ada).text
        let token = changes.firstMatch(of: /"token":"([^"]+)"/).map { String($0.output.1) } ?? ""
        let conditions = [
            [:], ["If-Match": tag], ["If-None-Match": tag], ["Idempotency-Key": owners.key],
        ]
        for route in Route.all {
            for method in route.methods {
                let targets = Self.targets(
                    of: route, owners, next: next, older: older ?? "none", token: token)
                for target in targets {
                    for fields in conditions {
                        steps.append(
                            Step(
                                method: "\(method.name)", path: route.path, target: target,
                                fields: fields, body: Self.body(route, method, owners),
                                statuses: Self.statuses(route, method)))
                    }
                }
            }
        }
    }

    private static func targets(
        of route: Route, _ owners: TwoOwners, next: String, older: String, token: String
    ) -> [String] {
        switch route.path {
        case "/items":
            [
                "/items", "/items?q=quartz", "/items?done=true", "/items?near=1,2&radius=1000",
                "/items?dueBefore=6", "/items?hasLocation=true", "/items?sort=title&limit=1000",
                next,
            ]
        case "/items/{id}": owners.ids.map { "/items/\($0)" }
        case "/items/{id}/history": owners.ids.map { "/items/\($0)/history" }
        case "/items/{id}/restore":
            owners.ids.flatMap { ["/items/\($0)/restore", "/items/\($0)/restore?revision=1"] }
        case "/history", "/trash": ["", "?cursor=\(older)"].map { route.path + $0 }
        case "/items/changes":
            ["/items/changes", "/items/changes?since=\(token)", "/items/changes?limit=1000"]
        // Revisions that only Ada has: Bob may undo his own.
        case "/undo/{revision}": (20...24).map { "/undo/\($0)" } + ["/undo/3", "/undo/5"]
        case "/imports":
            ["/imports", "/imports?preview=true&onConflict=replace", "/imports?onConflict=replace"]
        case "/coordinates": ["/coordinates?address=Malachite"]
        case "/sessions/{handle}": owners.handles.map { "/sessions/\($0)" }
        case "/subscriptions/{subscription}": owners.subscriptions.map { "/subscriptions/\($0)" }
        case "/subscriptions/{subscription}/test":
            owners.subscriptions.map { "/subscriptions/\($0)/test" }
        case "/problems/{name}": ["/problems/unauthorized"]
        case "/page/{hash}/{file}": [examplePageFile]
        // Bob knows the address of Ada's calendar but for its secret, and a token of hers.
        case "/calendar/{token}.ics":
            ["local", owners.ada, String(owners.ada.prefix(23))].map { "/calendar/\($0).ics" }
        default: [route.path]
        }
    }

    private static func body(
        _ route: Route, _ method: Method, _ owners: TwoOwners
    ) -> String? {
        switch (method, route.path) {
        case (.post, "/items"): owners.keyed.replacing("Obsidian", with: "His")
        case (.patch, "/items"), (.patch, "/items/{id}"): #"{"done":true}"#
        case (.put, _): #"{"title":"His own"}"#
        case (.post, "/items/batch"):
            #"[{"op":"patch","id":"\#(owners.ids[1])","patch":{"title":"x"}}]"#
        case (.post, "/imports"): #"[{"id":"\#(owners.ids[1])","title":"His"}]"#
        case (.post, "/users"), (.post, "/sessions"): "{}"
        case (.delete, "/users/current"): #"{"password":"not his, nor hers"}"#
        case (.patch, "/users/current"):
            #"{"email":"ada@example.org","currentPassword":"not his, nor hers"}"#
        case (.post, "/tokens"): #"{"label":"his"}"#
        case (.post, "/subscriptions"):
            #"{"kind":"ntfy","url":"https://ntfy.example/his"}"#
        case (.post, "/mcp"):
            """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"change_items",\
            "arguments":{"changes":[{"id":"\(owners.ids[1])","title":"x"}]}}}
            """
        default: nil
        }
    }

    /// The statuses that Bob may receive: none shows that an item of Ada's exists, existed or
    /// changed.
    private static func statuses(_ route: Route, _ method: Method) -> Set<Int> {
        if route.path == "/calendar/{token}.ics" { return method == .options ? [204] : [404] }
        // This server has no metrics, so the path is like a missing one.
        if route.servesMetrics { return [401, 404] }
        if method == .options { return [204] }
        return switch (route.path, method) {
        // POST accepts none of the list's parameters.
        case ("/items", .post): [201, 400, 412]
        // The requests have the cursor of Ada's query and conditions on her revision.
        case ("/items", _): [200, 204, 400, 412]
        case ("/items/{id}", .put): [200, 201, 412]
        // After Bob has created an item with Ada's id, the item and its tombstone are his.
        case ("/items/{id}", _): [200, 204, 404, 410, 412]
        case ("/items/{id}/history", _): [200, 404, 412]
        case ("/items/{id}/restore", _): [200, 404, 412]
        // The cursor of Ada's history is bound to her.
        case ("/history", _), ("/trash", _): [200, 400, 412]
        case ("/items/changes", _): [200, 410, 412]
        case ("/items/batch", _): [200, 404, 412]
        case ("/undo/{revision}", _): [200, 404, 409, 412]
        case ("/coordinates", _): [503, 412]
        case ("/imports", _): [200, 412]
        case ("/mcp", _): [200]
        case ("/users", _), ("/sessions", .post): [422]
        case ("/users/current", .delete), ("/users/current", .patch): [403]
        case ("/sessions", _): [200]
        case ("/tokens", _): [201]
        // These are Ada's, and unknown to Bob.
        case ("/sessions/{handle}", _), ("/subscriptions/{subscription}", _),
            ("/subscriptions/{subscription}/test", _):
            [404]
        case ("/subscriptions", _): [200, 201]
        // The last route of the table that needs a token: Bob signs out, and his token is invalid
        // from then on.
        case ("/sessions/current", _), ("/users/current", _): [200, 204, 401]
        default: [200, 401, 412]
        }
    }
}
