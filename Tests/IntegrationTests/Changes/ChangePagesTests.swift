import APITestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `A page of changes` {
    private let world = APIWorld()

    private func get(_ query: String = "", _ fields: [String: String] = [:]) -> TestResponse {
        world.client.send("GET", "/items/changes" + query, fields)
    }

    private func add(_ json: String) {
        _ = world.client.send("POST", "/items", json: json)
    }

    // proves: sync-1
    @Test func `has the last change of each id, by revision, and the next token`() {
        add(#"{"title":"Milk"}"#)
        add(#"[{"title":"Bread"},{"title":"Tea"}]"#)
        _ = world.client.send("PATCH", "/items/" + uuid(1), json: #"{"done":true}"#)
        _ = world.client.send("DELETE", "/items/" + uuid(2))

        let response = get("?since=k3f9.1")

        let item = world.client.send("GET", "/items/" + uuid(1)).text
        let tea = world.client.send("GET", "/items/" + uuid(3)).text
        #expect(response.status == 200)
        #expect(
            response.text == """
                {"token":"k3f9.4","more":false,"changes":[{"revision":2,"item":\(tea)},\
                {"revision":3,"item":\(item)},{"revision":4,"deleted":"\(uuid(2))"}]}
                """)
    }

    // proves: sync-1
    @Test func `has all items without a token, and no deleted ones`() {
        add(#"[{"title":"Milk"},{"title":"Bread"}]"#)
        _ = world.client.send("DELETE", "/items/" + uuid(1))

        let page = get().page

        #expect(page?.changes.map(\.id) == [uuid(2)])
        #expect(page?.token == "k3f9.2")
        #expect(page?.more == false)
    }

    @Test func `is empty if there are no items`() {
        #expect(get().text == #"{"token":"k3f9.0","more":false,"changes":[]}"#)
        #expect(
            get("?since=k3f9.0").text == #"{"token":"k3f9.0","more":false,"changes":[]}"#)
    }

    // proves: http-4
    @Test func `is private and has the owner's revision as its tag`() {
        add(#"{"title":"Milk"}"#)

        let response = get()
        let again = get("", ["If-None-Match": "\"k3f9.1\""])
        let other = get("", ["If-Match": "\"k3f9.7\""])
        let neither = get("", ["Accept": "text/html"])

        #expect(response["Content-Type"] == "application/json")
        #expect(response["Cache-Control"] == "private, no-cache")
        #expect(response["Vary"] == "Accept")
        #expect(response["ETag"] == "\"k3f9.1\"")
        #expect([again.status, other.status, neither.status] == [304, 412, 406])
        #expect(again.body == [])
        #expect([again, other, neither].map { $0["Vary"] } == ["Accept", "Accept", "Accept"])
        #expect(again["ETag"] == "\"k3f9.1\"")
    }

    @Test(arguments: ["", "?since=k3f9.0", "?limit=1", "?since=x", "?since=k3f9.9", "?limit=0"])
    func `has the same head for HEAD as for GET`(query: String) {
        add(#"[{"title":"Milk"},{"title":"Bread"}]"#)
        let get = get(query)

        let head = world.client.send("HEAD", "/items/changes" + query)

        #expect(head.status == get.status)
        #expect(head.fields.map { "\($0)" } == get.fields.map { "\($0)" })
        #expect(head.body == [])
    }

    @Test(arguments: [(nil, 500), (1, 1), (600, 600), (1_000, 1_000)])
    func `has the requested number of changes, or 500`(limit: Int?, count: Int) {
        let many = [String](repeating: #"{"title":"Milk"}"#, count: 1_000).joined(separator: ",")
        add("[\(many)]")
        add(#"{"title":"Tea"}"#)

        let page = get(limit.map { "?limit=\($0)" } ?? "").page

        #expect(page?.changes.count == count)
        #expect(page?.more == true)
    }

    @Test func `ends early if it is large`() throws {
        let text = String(repeating: "a", count: 60_000)
        let item = #"{"title":"a","itemDescription":"\#(text)"}"#
        for _ in 0..<4 {
            add("[" + [String](repeating: item, count: 10).joined(separator: ",") + "]")
        }

        let first = get("?limit=1000")
        let token = try #require(first.page?.token)
        let second = get("?limit=1000&since=" + token)

        #expect(first.page?.more == true)
        #expect(first.body.count > 1 << 20)
        #expect(first.body.count < 1 << 20 + 70_000)
        #expect(first.page?.changes.count == 18)
        #expect(second.page?.changes.count == 18)
    }

    @Test(arguments: [
        ("?since=", "since"), ("?since=k3f9", "since"), ("?since=k3f9.", "since"),
        ("?since=.1", "since"), ("?since=1", "since"), ("?since=k3f9.01", "since"),
        ("?since=k3f9.1.", "since"), ("?since=k3f9.1.02", "since"), ("?since=k3f9.1.2.", "since"),
        ("?since=k3f9.1.2.3.4", "since"), ("?since=k3f9.-1", "since"), ("?since=k3f9.+1", "since"),
        ("?since=k3f9.1e1", "since"), ("?since=k3f9.1234567890123456789", "since"),
        ("?since=k3f9.1.1234567890123456789", "since"), ("?since=%22k3f9.1%22", "since"),
        ("?since=k3f9%2E0x1", "since"), ("?since=k_f9.1", "since"),
        ("?since=abcdefghijklmnop.1", "since"), ("?since=k3f9.1%00", "since"),
        ("?since=k3f9..1", "since"), ("?since=k3f9.1.0", "since"), ("?since=k3f9.1.2.3", "since"),
        ("?since=k3f9.1.0.2147483648", "since"), ("?limit=0", "limit"), ("?limit=1001", "limit"),
        ("?limit=", "limit"), ("?limit=x", "limit"), ("?since=k3f9.0&since=k3f9.0", "since"),
        ("?limit=1&limit=1", "limit"), ("?cursor=0", "cursor"), ("?Since=k3f9.0", "Since"),
    ])
    func `is 400 for an invalid query, and names the parameter`(query: String, name: String) {
        let response = get(query)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(response.problem?.detail.contains("\"\(name)\"") == true)
    }

    // proves: sync-2
    @Test(arguments: [
        "x.0", "k3f8.1", "k3f.1", "k3f99.1", "K3F9.1", "k3f9.3", "k3f9.999999999999999999",
        "k3f9.3.1", "k3f9.3.0.1", "k3f9.2.2", "k3f9.2.999999999999999999",
    ])
    func `is 410 for a token that cannot be served, and links to the list`(token: String) {
        add(#"{"title":"Milk"}"#)
        add(#"{"title":"Bread"}"#)

        let response = get("?since=" + token)

        #expect(response.status == 410)
        #expect(response.problemName == "token-expired")
        #expect(response["Link"] == "</items>; rel=\"alternate\"")
    }

    // proves: sync-2
    @Test func `is 410 only for a token whose deletions were pruned`() {
        for _ in 0..<6 { add(#"{"title":"Milk"}"#) }
        _ = world.client.send("DELETE", "/items/" + uuid(1))
        world.items.forget(upTo: 4, of: world.owner)

        let forgotten = ["0", "3", "4.1", "3.0.0", "3.0.2"].map { get("?since=k3f9." + $0).status }
        let known = ["4", "5", "5.1", "4.0.0", "7.1", "7"].map { get("?since=k3f9." + $0).status }

        #expect(forgotten.allSatisfy { $0 == 410 })
        #expect(known.allSatisfy { $0 == 200 })
        #expect(get().status == 200)
    }

    @Test(arguments: [
        ("text/html", 406), ("application/json;q=0", 406), ("application/json", 200),
        ("*/*", 200), ("text/event-stream;q=0.5, application/json", 200),
        ("text/event-stream, application/json", 200), ("text/event-stream;q=0, */*", 200),
        ("text/event-stream;q=0", 406), ("nonsense", 200), ("", 200),
    ])
    func `is served unless the client prefers events`(accept: String, status: Int) {
        let response = get("", ["Accept": accept])

        #expect(response.status == status)
        #expect(response["Content-Type"]?.hasPrefix("application/") == true)
        #expect(response["Content-Type"] != "text/event-stream")
    }

    @Test func `is 406 rather than 400, and 400 rather than 410`() {
        #expect(get("?since=x", ["Accept": "text/html"]).status == 406)
        #expect(get("?since=x.1&limit=0").status == 400)
        #expect(get("?since=x.1", ["If-Match": "\"a\""]).status == 410)
    }
}
