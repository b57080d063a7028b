import Foundation
import TestSupport
import Testing
import ToDoClient
import ToDoClientHistories

@Suite struct `A killed app` {
    /// The number of kills; `scripts/crash-test` sets more.
    private static let rounds = ProcessInfo.processInfo.environment["TOODOO_CRASH_ROUNDS"]
        .flatMap { Int($0) }.map { 2 * $0 }

    // proves: clients-1
    @Test func `keeps every returned write, and each action as a whole`() throws {
        let folder = try TemporaryFolder()
        let url = URL(filePath: folder.file("todoitems"))
        let seed = UInt64.random(in: 0..<1 << 32)
        var random = SeededGenerator(seed: seed)
        // The model performs the same writes, and is never killed.
        let model = ToDoItemStore(.inMemory())
        var acknowledged = 0
        var unacknowledged = 0

        for round in 0..<(Self.rounds ?? 12) {
            var writes = RandomWrites(seed: seed, round: round)
            // Every second process replaces the log by a new file after each write.
            let rewrites = round % 2 == 1
            let child = try ChildProcess(
                "StoreWriter", ["write", url.path, "\(seed)", "\(round)", rewrites ? "1" : "0"])
            let first = try child.bytes(.random(in: 1...(rewrites ? 10 : 200), using: &random))
            child.kill()
            let (rest, error, status) = try child.ending()
            try #require(status == SIGKILL, "\(error)")
            for _ in 0..<first.count + rest.utf8.count { try writes.next(model) }

            let store = ToDoItemStore(.file(url))
            try store.open()
            if !Self.isSame(store, model) {
                // The interrupted write is stored as a whole.
                try writes.next(model)
                unacknowledged += 1
            }
            let isSame = Self.isSame(store, model)
            store.close()

            try #require(isSame, "seed \(seed), round \(round)")
            acknowledged += first.count + rest.utf8.count
        }
        if let rounds = Self.rounds {
            print(
                "crash test: \(acknowledged) writes of an app up to \(rounds) kills, "
                    + "\(unacknowledged) of them in a write that was kept, seed \(seed)")
        }
    }

    private static func isSame(_ store: ToDoItemStore, _ model: ToDoItemStore) -> Bool {
        store.snapshot.items == model.snapshot.items
            && store.snapshot.unsent == model.snapshot.unsent
            && store.canUndo == model.canUndo && store.canRedo == model.canRedo
    }
}
