import APITestSupport
import Dispatch
import HTTP
import SQLite
import Synchronization
import TestSupport
import Testing

/// Several lanes of a server receive the same request at the same time.
@Suite struct `A repetition of a request in progress` {
    private static let write = KeyedWrite(
        method: "POST", target: "/items", json: #"{"title":"Tea"}"#)

    // proves: writes-6
    @Test func `is 409, and gets the stored response after the first has finished`() throws {
        let server = try DiskServer()
        let app = server.app()
        let client = TestClient(server.app())
        let first = PreparedRequest(
            "POST /items HTTP/1.1", "Host: localhost", "Content-Type: application/json",
            "Idempotency-Key: \"k\"", "Content-Length: 15", body: #"{"title":"Tea"}"#)
        // The writer waits while another connection holds the lock.
        let other = try SQLiteConnection.open(server.file, .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        var unread = ResponseWriter()
        _ = first.answer(by: app, &unread)

        let early = Self.write.send(by: client)
        try other.execute("COMMIT")
        // The writer works in order: when this is done, the first request is done.
        _ = client.send("POST", "/items", json: #"{"title":"Milk"}"#)
        let late = Self.write.send(by: client)

        #expect(early.status == 409)
        #expect(early.problemName == "idempotency-key-in-use")
        #expect(late.status == 201)
        #expect(late.item?.title == "Tea")
        #expect(late["ToDo-Revision"]?.hasSuffix(".1") == true)
        #expect(client.send("GET", "/items").titles == ["Tea", "Milk"])
    }

    // proves: writes-6
    @Test func `on many lanes creates one item`() throws {
        let server = try DiskServer()
        let storage = server.storage
        let answers = Mutex<[String]>([])

        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let client = TestClient(DiskServer.app(of: storage))
            for _ in 0..<4 {
                let response = Self.write.send(by: client)
                answers.withLock {
                    $0.append(response.problemName ?? response.description)
                }
            }
        }

        let results = answers.withLock { $0 }
        let done = Set(results.filter { $0 != "idempotency-key-in-use" })
        #expect(results.count == 64)
        #expect(done.count == 1)
        #expect(done.first?.hasPrefix("201") == true)
        #expect(TestClient(server.app()).send("GET", "/items").titles == ["Tea"])
    }
}
