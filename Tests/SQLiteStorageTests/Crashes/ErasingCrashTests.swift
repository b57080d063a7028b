import Accounts
import Items
import SQLite
@testable import SQLiteStorage
import Storage
import SQLiteTestSupport
import TestSupport
import Testing

extension Crashes {
    @Suite struct `A power cut while an account is erased` {
        // proves: separation-9
        @Test(arguments: Crashes.seeds(3))
        func `keeps it marked for erasing, and the next start erases the rest`(seed: UInt64) throws
        {
            let disk = Disk()
            let (session, batch) = try start(on: disk)
            let ann = try session.addOwner(2)
            let local = try session.localOwner()
            for number in 1...9 as ClosedRange<UInt64> {
                for owner in [ann, local] {
                    let put = ItemWrite(owner: owner, action: .put(id(number), content("x")))
                    _ = batch.run([put])
                }
            }
            let mine = try rows(of: local, session)
            let before = disk.operations
            #expect(batch.run(.remove(ann)) == .success(.done))
            let removed = disk.operations
            while batch.maintenanceState == .pending {
                _ = batch.run([WriteJob](), [], isMaintenance: true)
            }
            let last = disk.operations

            for operations in before...last {
                let cut = disk.cut(after: operations, seed: seed &+ UInt64(operations))
                let (session, batch) = try start(on: cut)
                #expect(session.violations() == [], "after \(operations), seed \(seed)")
                // An account whose removal was acknowledged does not come back.
                let accounts = try session.integer("SELECT count(*) FROM accounts")
                #expect(operations < removed || accounts == 0)
                while batch.maintenanceState == .pending {
                    _ = batch.run([WriteJob](), [], isMaintenance: true)
                }

                let rows = try session.rows(of: ann) + self.rows(of: ann, session)
                #expect(accounts == 1 || rows == [], "after \(operations), seed \(seed): \(rows)")
                #expect(try self.rows(of: local, session) == mine)
            }
            #expect(last - before > 10)
        }

        /// The rows of an owner in items and log.
        private func rows(of owner: Owner, _ session: SQLiteConnection) throws -> [String] {
            try session.rows(
                "SELECT slot, title FROM items WHERE slot >> 32 = \(owner.key)", columns: 2)
                + session.rows(
                    "SELECT entry, previous FROM log WHERE owner = \(owner.key)", columns: 2)
        }

        private func start(on disk: Disk) throws -> (SQLiteConnection, WriteBatch) {
            let session = try SQLiteConnection.openMigrated(
                Disk.file, busyMilliseconds: 0, fileSystem: disk.options.fileSystem,
                clock: .constant(0))
            _ = try session.localOwner()
            let batch = WriteBatch(
                session: session, clock: .constant(1), commits: CommitCounter(),
                rowsPerEraseStep: 3)
            return (session, batch)
        }
    }
}
