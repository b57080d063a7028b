import SQLiteTestSupport
import API
import APITestSupport
import HTTP
import Items
import SQLite
import SQLiteStorage
import StorageTestSupport
import TestSupport
import Testing

/// While a large import next to a server writes its rows, it holds SQLite's only write lock.
@Suite struct `A database that another program has locked` {
    @Test func `refuses writes with Retry-After, serves reads, and loses nothing`() throws {
        let folder = try TemporaryFolder()
        let client = try lockableClient(folder)
        let importer = try SQLiteConnection.open(folder.file("a"), .readWrite)
        let before = client.send("PUT", "/items/\(uuid(1))", json: #"{"title":"before"}"#)
        try importer.execute(
            """
            BEGIN IMMEDIATE;
            UPDATE items SET description = 'theirs';
            UPDATE owners SET item_bytes = item_bytes + length('theirs');
            """)

        let requests = [
            ("POST", "/items", #"{"title":"during"}"#),
            ("POST", "/items", #"[{"title":"during"},{"title":"as well"}]"#),
            ("PUT", "/items/\(uuid(1))", #"{"title":"during"}"#),
            ("PATCH", "/items/\(uuid(1))", #"{"done":true}"#),
            ("DELETE", "/items/\(uuid(1))", ""), ("DELETE", "/items", ""),
        ]
        let during = requests.map { client.send($0, $1, json: $2) }
        let read = client.send("GET", "/items")
        try importer.execute("COMMIT")
        let after = client.send("POST", "/items", json: #"{"title":"after"}"#)
        let list = client.send("GET", "/items")

        #expect(before.status == 201)
        for (request, answer) in zip(requests, during) {
            #expect(answer.status == 503, "\(request)")
            #expect(answer["Retry-After"] == "1", "\(request)")
            #expect(answer.problemName == "overloaded", "\(request)")
        }
        #expect(read.text.contains(#""title":"before""#))
        #expect(after.status == 201)
        #expect(after["ToDo-Revision"]?.hasSuffix(".2") == true)
        #expect(list.text.contains("theirs") && list.text.contains("after"))
        #expect(!list.text.contains("during"))
        #expect(importer.violations() == [])
    }

    /// A client of a server that does not wait for a lock.
    private func lockableClient(_ folder: TemporaryFolder) throws -> TestClient {
        var options = SQLiteDatabase.Options()
        options.busyMilliseconds = 0
        let storage = try SQLiteDatabase.open(
            folder.file("a"), options: options, clock: .constant(0))
        return TestClient(
            App(
                items: storage.repository(), authMode: .anonymous(storage.localOwner),
                ids: .version7(.constant(0)), maxBody: 16 << 20, isDraining: { false },
                report: { _ in }))
    }
}
