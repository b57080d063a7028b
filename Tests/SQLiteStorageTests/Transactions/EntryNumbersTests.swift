import Accounts
import Items
import SQLite
@testable import SQLiteStorage
import Storage
import SQLiteTestSupport
import TestSupport
import Testing

@Suite struct `Entry numbers` {
    @Test func `are not reused after the end of the log was erased`() throws {
        let manualClock = ManualClock(1_000)
        let database = try SQLiteConnection.migratedInMemory()
        let local = try database.localOwner()
        let other = try database.addOwner(2)
        let batch = WriteBatch(
            session: database, clock: manualClock.clock, commits: CommitCounter())
        func put(_ number: UInt64, of owner: Owner) throws {
            let action = ItemWrite.Action.put(
                ItemID(high: 0, low: number), ItemContent(title: "a"))
            let job = WriteJob(apart: ItemWrite(owner: owner, action: action)) { _ in }
            for outcome in batch.run([job], []).items { _ = try outcome.get() }
        }
        try put(1, of: local)
        manualClock.now = 1_010 + ItemWrite.undoRetention
        // The local owner's entries are pruned, the end of the log stays.
        for number in 1...3 {
            manualClock.now = manualClock.now + 2
            try put(UInt64(number), of: other)
        }
        try #require(database.integer("SELECT min(owner) FROM log") == 2)
        try database.execute(
            "DELETE FROM accounts WHERE owner = 2; UPDATE owners SET leaving = 1 WHERE owner = 2")
        let eraser = Eraser(database)
        repeat { try eraser.runStep() } while eraser.hasWork
        try #require(database.integer("SELECT count(*) FROM log") == 0)

        try put(2, of: local)

        #expect(try database.integer("SELECT entry FROM log") == 5)
        #expect(try database.integer("SELECT previous FROM log") == 1)
        #expect(DatabaseCheck.run(database).findings == [])
    }
}
