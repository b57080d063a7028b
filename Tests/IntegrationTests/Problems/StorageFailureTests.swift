import SQLiteTestSupport
import API
import APITestSupport
import Items
import SQLite
import SQLiteStorage
import StorageTestSupport
import TestSupport
import Testing

private let item = "/items/" + uuid(1)

/// The text of a storage failure; it is reported to the operator and must not reach a client.
private let secret = "database disk image is malformed (SQLite 11) in: SELECT title FROM items"

@Suite struct `A failure of storage` {
    private static let requests = [
        ("GET", "/items"), ("HEAD", "/items"), ("GET", item), ("POST", "/items"), ("PUT", item),
        ("PATCH", item), ("DELETE", item), ("DELETE", "/items"), ("GET", "/readyz"),
    ]

    // proves: durable-2
    @Test(arguments: [
        (StorageFailure.full(secret), 507, "storage-full", "30" as String?),
        (.busy(secret), 503, "overloaded", "1"),
        (.unavailable(secret), 503, "storage-unavailable", "1"),
        (.overloaded, 503, "overloaded", "1"),
        (.stopped, 503, "draining", "1"),
        (.inputOutput(secret), 500, "storage-failed", nil),
        (.corrupt(secret), 500, "storage-failed", nil),
        (.readOnly(secret), 500, "storage-failed", nil),
        (.unexpected(secret), 500, "storage-failed", nil),
    ])
    func `becomes a problem without details`(
        failure: StorageFailure, status: Int, name: String, retryAfter: String?
    ) {
        for (method, target) in Self.requests {
            let world = APIWorld()
            world.items.failure = failure

            let response = world.client.send(method, target, json: #"{"title":"Milk"}"#)

            #expect(response.status == status, "\(method) \(target)")
            #expect(method == "HEAD" || response.problemName == name, "\(method) \(target)")
            #expect(response["Retry-After"] == retryAfter)
            #expect(!Self.words.contains { "\(response)".lowercased().contains($0) })
            // It is reported for the request, and for the end of the round, which fails too.
            #expect(world.reports.all == [failure, failure], "\(method) \(target)")
        }
    }

    private static let words = ["sql", "disk", "database", "malformed", "select", "table", "row"]

    @Test(arguments: requests.prefix(8))
    func `leaves no partial response`(method: String, target: String) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        world.items.failure = .inputOutput(secret)

        let response = world.client.send(method, target, json: #"{"title":"Tea"}"#)

        #expect(response.fields.count(where: { $0.name == "Content-Type" }) == 1)
        #expect(response["Content-Type"] == "application/problem+json")
        #expect(method == "HEAD" || response["Content-Length"] == "\(response.body.count)")
    }

    // proves: durable-2
    @Test func `has no effect after it`() {
        let world = APIWorld()
        world.items.failure = .busy(secret)
        _ = world.client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        world.items.failure = nil

        let response = world.client.send("POST", "/items", json: #"{"title":"Tea"}"#)

        #expect(response.status == 201)
        #expect(response["ToDo-Revision"] == "k3f9.1")
        #expect(world.client.send("GET", "/items").titles == ["Tea"])
    }

    @Test func `at the start of a lane is reported, and has no effect after it`() {
        let world = APIWorld()
        world.items.failure = .busy(secret)

        world.app.begin()
        let reports = world.reports.all
        world.items.failure = nil
        let response = world.client.send("GET", "/items")

        // It is reported for the read and for the end of the round.
        #expect(reports == [.busy(secret), .busy(secret)])
        #expect(response.status == 200)
    }

    @Test func `between two requests is reported`() {
        let world = APIWorld()
        world.items.failure = .corrupt(secret)

        world.app.endRound()

        #expect(world.items.roundsEnded == 1)
        #expect(world.reports.all == [.corrupt(secret)])
    }
}

@Suite struct `A database that fails at any step` {
    /// SQLite's code, whether it rolls back the transaction, and the status of the response.
    static let faults: [(code: Int32, takesTransaction: Bool, status: Int)] = [
        (13, true, 507), (13, false, 507), (5, false, 503), (10, true, 500), (11, false, 500),
        (778, true, 500), (8, false, 500), (7, true, 500),
    ]

    @Test(arguments: faults)
    func `becomes a problem, and nothing is partially done`(
        code: Int32, takesTransaction: Bool, status: Int
    ) throws {
        for (method, target) in [
            ("POST", "/items"), ("PUT", item), ("PATCH", item), ("DELETE", item),
            ("DELETE", "/items"), ("GET", "/items"), ("GET", item),
        ] {
            // The fault moves to later steps until the request ends before it.
            for step in 0..<100 {
                let session = FaultySession(
                    try SQLiteConnection.migratedInMemory(),
                    fault: DatabaseError(code: code, message: secret),
                    takesTransaction: takesTransaction)
                let owner = try session.localOwner()
                let storage = try InMemoryStorage(session)
                let client = TestClient(
                    App(
                        items: storage.repository, authMode: .anonymous(owner),
                        ids: .incrementing()))
                _ = client.send("POST", "/items", json: #"[{"title":"Milk"},{"title":"Tea"}]"#)
                let before = client.send("GET", "/items")
                session.stepsLeft = step

                let response = client.send(method, target, json: #"{"title":"Bread"}"#)

                let isOver = session.stepsLeft != nil
                session.stepsLeft = nil
                #expect(isOver || [status, 200, 201, 204].contains(response.status))
                let changed = client.send("GET", "/items") != before
                #expect(changed == (response.status < 300 && method != "GET"), "\(method) \(step)")
                #expect(!response.text.contains("SQL"))
                if isOver { break }
                #expect(step < 99)
            }
        }
    }
}
