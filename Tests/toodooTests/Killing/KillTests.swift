import SQLiteTestSupport
import Foundation
import SQLite
import SQLiteStorage
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `A killed server` {
    /// The number of kills; `scripts/crash-test` sets more.
    static let rounds = ProcessInfo.processInfo.environment["TOODOO_CRASH_ROUNDS"].flatMap {
        Int($0)
    }

    // Each database survives up to ten kills; after each, it is compared with all its writes.
    // proves: durable-1
    @Test(arguments: Array(stride(from: 0, to: rounds ?? 3, by: 10)))
    func `has stored each acknowledged write, and each write as a whole`(first: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("items.sqlite")
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        var history = WriteHistory()
        var server = try RunningServer(database: path)
        for round in first..<min(first + 10, Self.rounds ?? 3) {
            let writers = ConcurrentWriters(
                history, answers: .random(in: 1...300, using: &generator), killsIdle: round % 2 == 1
            )

            let killed = server
            history = writers.run(
                port: server.port, clients: 8, name: "round \(round)", seed: generator.next()
            ) { killed.program.send(SIGKILL) }
            let ending = try server.program.ending()
            server = try RunningServer(database: path)
            let list = try server.send("GET", "/items")

            let wrong = try history.contradictions(SQLiteConnection.open(path, .readOnly))
            #expect(ending.code == -SIGKILL)
            #expect(list.status == 200)
            #expect(wrong == [], "seed \(seed), round \(round)")
            let revisions = try server.revisionsOfHistory()
            #expect(revisions == Array((1...max(1, revisions.count)).reversed()))
            #expect(list["ETag"]?.hasSuffix(".\(revisions.first ?? 0)\"") == true)
        }
        #expect(history.answered.count > 0)
        if Self.rounds != nil {
            print("crash test: \(history.answered.count) writes up to 10 kills, seed \(seed)")
        }
    }

    @Test(.enabled(if: rounds != nil, "scripts/crash-test runs it"))
    func `starts again with 100,000 items`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("items.sqlite")
        var server = try RunningServer(database: path)
        for part in 0..<100 {
            let items = (0..<1_000).map { #"{"title":"item \#(part) \#($0)"}"# }
            let stored = try server.send(
                "POST", "/items", json: "[\(items.joined(separator: ","))]")
            #expect(stored.status == 201)
        }
        var times: [Duration] = []
        for round in 0..<5 {
            let killed = server
            let writers = ConcurrentWriters(WriteHistory(), answers: 400, clears: false)
            _ = writers.run(
                port: server.port, clients: 8, name: "round \(round)", seed: UInt64(round)
            ) { killed.program.send(SIGKILL) }
            _ = try server.program.ending()

            times.append(
                try ContinuousClock().measure { server = try RunningServer(database: path) })

            let database = try SQLiteConnection.open(path, .readOnly)
            let items = try database.integer("SELECT count(*) FROM items") ?? 0
            #expect(items >= 100_000)
            #expect(database.violations() == [])
        }
        print("crash test: starts with 100,000 items after a kill: \(times)")
    }
}

extension RunningServer {
    /// The revisions of all writes in the history, page by page.
    fileprivate func revisionsOfHistory() throws -> [Int] {
        var revisions: [Int] = []
        var target: String? = "/history?limit=100"
        while let page = target {
            let response = try send("GET", page)
            revisions += response.text.matches(of: /"revision":([0-9]+)/)
                .compactMap { Int($0.output.1) }
            target = response["Link"]?.firstMatch(of: /<([^>]+)>/).map { String($0.output.1) }
        }
        return revisions
    }
}
