import Accounts
import Items
import SQLite
@testable import SQLiteStorage
import Storage
import SQLiteTestSupport
import TestSupport

/// A database in memory, a batch that changes accounts, and a reader on the same connection.
final class AccountDatabase {
    let database: SQLiteConnection
    let batch: WriteBatch
    let repository: SQLiteRepository
    let local: Owner
    let manualClock: ManualClock

    /// A database at second 1,000, unless the test has a clock; `steady` is the monotonic clock.
    init(
        manualClock: ManualClock = ManualClock(1_000), steady: Clock? = nil,
        rowsPerEraseStep: Int = Eraser.rowsPerStep
    ) throws {
        self.manualClock = manualClock
        database = try SQLiteConnection.migratedInMemory()
        local = try database.localOwner()
        let commits = CommitCounter()
        batch = WriteBatch(
            session: database, clock: manualClock.clock, steady: steady, commits: commits,
            rowsPerEraseStep: rowsPerEraseStep)
        repository = SQLiteRepository(
            connect: { [database] in database }, commits: commits, clock: manualClock.clock,
            write: { _ in },
            makeSnapshot: { _, _, _ throws(StorageFailure) in throw .stopped })
    }

    /// Executes one change, after the reader has released the shared connection.
    func change(_ write: AccountWrite) throws -> AccountJob.Outcome {
        try repository.endRound()
        return batch.run(write)
    }

    /// Executes one write of an owner.
    func write(
        _ action: ItemWrite.Action, of owner: Owner, once key: String? = nil,
        isBoundToEpoch: Bool = false
    ) -> Outcome {
        let write = ItemWrite(owner: owner, action: action, isBoundToEpoch: isBoundToEpoch)
        return batch.run([WriteJob(apart: write, once: key.map { .post($0) }) { _ in }])[0]
    }

    /// Adds an account and returns its owner.
    func add(_ email: String, adopting: Bool = false) throws -> Owner {
        guard case .added(let account) = try change(.add(.with(email, adopting: adopting))).get()
        else { throw Unexpected() }
        return account.owner
    }

    /// Adds the token with that number to an owner.
    func addToken(_ number: UInt64, of owner: Owner, lasting lifetime: Double = 100) throws -> Token
    {
        let new = NewToken(
            selector: selector(number), digest: digest(number), owner: owner, lifetime: lifetime)
        guard case .tokenAdded(let token) = try change(.addToken(new)).get()
        else { throw Unexpected() }
        return token
    }

    /// Erases until nothing is pending and returns the number of steps.
    func eraseAll(_ look: () throws -> Void = {}) throws -> Int {
        var steps = 0
        while batch.maintenanceState == .pending {
            _ = batch.run([] as [WriteJob], [], isMaintenance: true)
            steps += 1
            try look()
        }
        return steps
    }

    /// The number of rows of an owner in each table that has any.
    func rows(of owner: Owner) throws -> [String] {
        try database.rows(of: owner)
    }
}

/// An outcome that a test does not expect.
struct Unexpected: Error {}

extension NewAccount {
    /// An account with this email.
    static func with(_ email: String, adopting: Bool = false) -> NewAccount {
        NewAccount(
            name: "Ann", email: Email(stored: email), password: "$y$secret",
            adoptsLocalItems: adopting)
    }
}

extension SQLiteConnection {
    /// The number of rows of an owner in each table that has any.
    func rows(of owner: Owner) throws -> [String] {
        let tables = [
            ("accounts", "owner"), ("answers", "owner"), ("details", "number >> 32"),
            ("ids", "owner"), ("items", "slot >> 32"), ("log", "owner"), ("marks", "owner"),
            ("owners", "owner"), ("tokens", "owner"),
        ]
        return try tables.compactMap { table, key in
            let count = try integer("SELECT count(*) FROM \(table) WHERE \(key) = \(owner.key)")
            return count == 0 ? nil : "\(table): \(count ?? -1)"
        }
    }
}
