import APITestSupport
import HTTP
import Items
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `A stream of changes` {
    private let world = APIWorld()

    private func add(_ json: String) {
        _ = world.client.send("POST", "/items", json: json)
    }

    @Test func `begins with all items and continues with changes`() {
        add(#"[{"title":"Milk"},{"title":"Bread"}]"#)
        let listener = ManualStreamClient(world.app)

        let first = listener.read()
        add(#"{"title":"Tea"}"#)
        _ = world.client.send("DELETE", "/items/" + uuid(1))
        let second = listener.read()
        let third = listener.read()

        #expect(first.map(\.type) == ["change", "change"])
        #expect(first.map(\.change?.item?.title) == ["Milk", "Bread"])
        #expect(first.map(\.lastID) == ["k3f9.1.0.1", "k3f9.1.0.2"])
        #expect(second.map(\.change?.id) == [uuid(3), uuid(1)])
        #expect(second.map(\.change?.revision) == [2, 3])
        #expect(second.map(\.lastID) == ["k3f9.2", "k3f9.3"])
        #expect(second.last?.data == #"{"revision":3,"deleted":"\#(uuid(1))"}"#)
        #expect(third == [])
    }

    // proves: http-4
    @Test func `is written as an event stream`() throws {
        add(#"{"title":"Milk"}"#)
        let request = PreparedRequest(
            "GET /items/changes HTTP/1.1", "Host: localhost", "Accept: text/event-stream")

        let response = request.answer(by: world.app)

        let item = world.client.send("GET", "/items/" + uuid(1)).text
        #expect(
            response.text == """
                :\n\nid: k3f9.1.0.1\nevent: change\ndata: {"revision":1,"item":\(item)}\n\n
                """)
        #expect(response.status == 200)
        #expect(response["Content-Type"] == "text/event-stream")
        #expect(response["Cache-Control"] == "private, no-cache")
        #expect(response["Vary"] == "Accept")
        #expect(response["X-Accel-Buffering"] == "no")
        #expect(response["Transfer-Encoding"] == "chunked")
        #expect(response["ETag"] == nil)
    }

    @Test func `sends a comment at once even without events`() {
        let listener = ManualStreamClient(world.app)

        let events = listener.read()

        #expect(events == [])
        #expect(listener.comments == [""])
    }

    @Test(arguments: [
        "text/event-stream", "text/event-stream, */*;q=0.1", "text/*",
        "application/json;q=0.9, text/event-stream", "TEXT/Event-Stream",
    ])
    func `is served if the client prefers events`(accept: String) {
        let response = world.client.send("GET", "/items/changes", ["Accept": accept])

        #expect(response["Content-Type"] == "text/event-stream")
    }

    @Test func `has a head for HEAD, and no body`() {
        let fields = ["Accept": "text/event-stream"]
        let get = world.client.send("GET", "/items/changes", fields)

        let head = world.client.send("HEAD", "/items/changes", fields)

        #expect(head.status == 200)
        #expect(head.fields.map { "\($0)" } == get.fields.map { "\($0)" })
        #expect(head.body == [])
    }

    @Test func `ends with the connection for HTTP 1.0`() {
        add(#"{"title":"Milk"}"#)
        let request = PreparedRequest("GET /items/changes HTTP/1.0", "Accept: text/event-stream")

        let response = request.answer(by: world.app)

        #expect(response["Connection"] == "close")
        #expect(response["Transfer-Encoding"] == nil)
        #expect(response.text.hasPrefix(":\n\nid: k3f9.1.0.1\n"))
    }

    // proves: sync-4
    @Test(arguments: [
        ("?since=k3f9.1", nil, ["k3f9.2", "k3f9.3"]), ("", "k3f9.2", ["k3f9.3"]),
        ("?since=k3f9.1", "k3f9.2", ["k3f9.3"]), ("?since=x.1", "k3f9.3", []),
        ("?since=k3f9.1", "", ["k3f9.2", "k3f9.3"]),
    ])
    func `continues after the last event of the client`(
        query: String, lastID: String?, ids: [String]
    ) {
        for title in ["Milk", "Bread", "Tea"] { add(#"{"title":"\#(title)"}"#) }
        let listener = ManualStreamClient(world.app, query, lastID: lastID)

        let events = listener.read()

        #expect(events.map(\.lastID) == ids)
    }

    // proves: sync-2
    @Test(arguments: ["x.1", "k3f9.9", "k3f9.1.0.1", "k3f9.1"])
    func `sends one reset if it cannot continue, and goes on from the current revision`(
        lastID: String
    ) {
        for title in ["Milk", "Bread", "Tea"] { add(#"{"title":"\#(title)"}"#) }
        world.items.forget(upTo: 2, of: world.owner)
        let listener = ManualStreamClient(world.app, lastID: lastID)

        let reset = listener.read()
        add(#"{"title":"Jam"}"#)
        let events = listener.read()

        #expect(reset.map(\.type) == ["reset"])
        #expect(reset.map(\.data) == ["{}"])
        #expect(reset.map(\.lastID) == ["k3f9.3"])
        #expect(events.map(\.lastID) == ["k3f9.4"])
        #expect(events.map(\.change?.item?.title) == ["Jam"])
    }

    @Test(arguments: [
        ("", "k3f9", "bad-request"), ("", "1", "bad-request"), ("", "k3f9.01", "bad-request"),
        ("?since=", nil, "bad-parameter"), ("?since=", "k3f9.1", "bad-parameter"),
        ("?limit=1", nil, "bad-parameter"), ("?x=1", nil, "bad-parameter"),
        ("?since=k3f9.0&since=k3f9.0", nil, "bad-parameter"),
    ])
    func `is 400 for an invalid token`(query: String, lastID: String?, problem: String) {
        var fields = ["Accept": "text/event-stream"]
        fields["Last-Event-ID"] = lastID

        let response = world.client.send("GET", "/items/changes" + query, fields)

        #expect(response.status == 400)
        #expect(response.problemName == problem)
    }

    @Test(arguments: [
        ("\"k3f9.1\"", 200), ("*", 200), ("\"k3f9.7\"", 412), ("junk", 400),
    ])
    func `begins only if its condition on the list holds`(tag: String, status: Int) {
        add(#"{"title":"Milk"}"#)

        let response = world.client.send(
            "GET", "/items/changes", ["Accept": "text/event-stream", "If-Match": tag])

        #expect(response.status == status)
    }

    @Test func `is 400 for two Last-Event-ID fields`() {
        let request = PreparedRequest(
            "GET /items/changes HTTP/1.1", "Host: localhost", "Accept: text/event-stream",
            "Last-Event-ID: k3f9.0", "Last-Event-ID: k3f9.0")

        #expect(request.answer(by: world.app).problemName == "bad-request")
    }

    @Test func `is a problem if storage fails at its start, and is cut if it fails later`() {
        world.items.failure = .inputOutput("disk I/O error")
        let refused = ManualStreamClient(world.app)
        world.items.failure = nil
        let listener = ManualStreamClient(world.app)
        listener.read()

        world.items.failure = .inputOutput("disk I/O error")

        #expect(refused.head.status == 500)
        #expect(listener.readOnce() == nil)
        #expect(world.reports.all.contains(.inputOutput("disk I/O error")))
    }

    // proves: sync-4
    @Test(arguments: ItemWorld.Kind.engines)
    func `can be resumed after each of its events`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        var writes = RandomWrites(seed: 4)
        for _ in 0..<30 { client.write(writes.next()) }
        let many = (1...12).map { #"{"id":"\#(uuid($0))","title":"many"}"# }
        client.write(
            ("POST", "/items?onConflict=replace", "[\(many.joined(separator: ","))]"))
        client.write(("DELETE", "/items/" + uuid(3), nil))

        for query in ["", "?since=\(client.owner.epoch).0"] {
            let all = ManualStreamClient(client.app, query).read()
            for (index, event) in all.enumerated() {
                let rest = ManualStreamClient(client.app, lastID: event.lastID).read()

                #expect(rest.map(\.data) == all[(index + 1)...].map(\.data))
                #expect(rest.last?.lastID ?? event.lastID == all.last?.lastID)
            }
            #expect(all.count > 10)
        }
    }

    @Test(arguments: ItemWorld.Kind.engines, [1, 2, 3] as [UInt64])
    func `leads to the current state, however often it is resumed`(
        kind: ItemWorld.Kind, seed: UInt64
    ) throws {
        let client = try StoredClient(kind)
        var writes = RandomWrites(seed: seed)
        var (replica, revision) = (Replica(), 0)
        var listener = ManualStreamClient(client.app)

        for _ in 0..<(kind == .sqliteOnDisk ? 60 : 300) {
            client.write(writes.next())
            if writes.chance(30) {
                for event in listener.read() {
                    let change = event.change
                    let says = replica.apply(change)
                    #expect(says)
                    // The initial items come in the order of the list.
                    guard event.lastID.count(where: { $0 == "." }) < 3 else { continue }
                    #expect((change?.revision ?? 0) >= revision)
                    revision = change?.revision ?? 0
                }
            }
            if writes.chance(20), !listener.lastID.isEmpty {
                listener = ManualStreamClient(client.app, lastID: listener.lastID)
            }
        }
        for event in listener.read() { replica.apply(event.change) }

        #expect(replica == Replica(client.send("GET", "/items").items))
    }

    // proves: sync-5
    @Test func `is sent in parts of bounded size`() throws {
        let text = String(repeating: "a", count: 5_000)
        let item = #"{"title":"a","itemDescription":"\#(text)"}"#
        add("[" + [String](repeating: item, count: 100).joined(separator: ",") + "]")
        let request = PreparedRequest(
            "GET /items/changes HTTP/1.1", "Host: localhost", "Accept: text/event-stream")
        var response = ResponseWriter()
        guard case .stream(let stream) = request.answer(by: world.app, &response) else {
            Issue.record("not streamed")
            return
        }

        var sizes: [Int] = []
        var step = StreamStep.more
        while step == .more {
            response.body.removeAll()
            step = stream.fill(&response)
            sizes.append(response.body.count)
        }

        #expect(sizes.count > 20)
        #expect(sizes.allSatisfy { $0 < 16_384 + 6_000 })
    }
}
