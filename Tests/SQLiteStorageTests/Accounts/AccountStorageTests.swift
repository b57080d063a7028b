import Accounts
import Items
import SQLite
@testable import SQLiteStorage
import Storage
import SQLiteTestSupport
import TestSupport
import Testing

@Suite struct `Accounts in SQLite` {
    @Test func `get an owner with a new key and a new epoch`() throws {
        let world = try AccountDatabase()
        let first = try world.add("ann@example.org")
        _ = try world.change(.remove(first))
        _ = try world.eraseAll()

        let second = try world.add("ann@example.org")

        #expect(second.key == first.key + 1)
        #expect(Set([world.local.epoch, first.epoch, second.epoch]).count == 3)
        #expect(try world.repository.account(of: second)?.owner == second)
        #expect(world.database.violations() == [])
    }

    @Test func `with a taken email are refused without failing the batch`() throws {
        let world = try AccountDatabase()
        let (taken, free) = (NewAccount.with("a@b"), NewAccount.with("c@d"))
        let jobs = [taken, taken, free].map { AccountJob(write: .add($0)) { _ in } }
        let item = WriteJob(
            write: ItemWrite(owner: world.local, action: .put(id(1), content("milk")))
        ) { _ in }

        let outcomes = world.batch.run([item], jobs)

        #expect(outcomes.accounts[1] == .failure(.taken))
        #expect(outcomes.accounts.count { (try? $0.get()) != nil } == 2)
        #expect(try outcomes.items[0].get().revision == 1)
        // The refused change has not used a key.
        #expect(try world.database.integer("SELECT last_owner FROM access") == 3)
    }

    // proves: separation-3
    @Test func `keep the former password if their tokens cannot be revoked`() throws {
        let world = try AccountDatabase()
        let owner = try world.add("ann@example.org")
        _ = try world.addToken(1, of: owner)
        try world.repository.endRound()
        try world.database.execute(
            """
            CREATE TEMP TRIGGER stay BEFORE DELETE ON tokens BEGIN SELECT RAISE(ABORT, 'no'); END
            """)

        let outcome = try world.change(.setPassword(owner, to: "$y$new"))

        #expect(throws: AccountFailure.self) { try outcome.get() }
        #expect(
            try world.repository.credentials(of: Email(stored: "ann@example.org"))
                == Credentials(owner: owner, password: "$y$secret"))
        #expect(try world.repository.token(selector(1)) != nil)
    }

    /// Only the local owner's key is reused. Changes requested for its former account must not
    /// apply to the new one.
    @Test func `that adopt the items of a removed account are not changed by its late requests`()
        throws
    {
        let world = try AccountDatabase()
        let former = try world.add("ann@example.org", adopting: true)
        _ = try world.change(.remove(former))
        _ = try world.eraseAll()
        let owner = try world.add("bob@example.org", adopting: true)
        let token = NewToken(selector: selector(1), digest: digest(1), owner: former, lifetime: 9)

        let late = try [
            .addToken(token), .rehash(former, from: "$y$secret", to: "$y$other"),
            .setPassword(former, to: "$y$other"), .remove(former),
        ].map { try world.change($0) }

        #expect(owner.key == former.key)
        #expect(late == Array(repeating: .failure(.noAccount), count: 4))
        #expect(try world.repository.token(selector(1)) == nil)
        #expect(
            try world.repository.credentials(of: Email(stored: "bob@example.org"))
                == Credentials(owner: owner, password: "$y$secret"))
    }
}

@Suite struct `A token lookup of a lane` {
    @Test func `shares the transaction of the lane's reads of items`() throws {
        let folder = try TemporaryFolder()
        let storage = try SQLiteDatabase.open(folder.file("a"), clock: .constant(1))
        let session = StepCounter(try SQLiteConnection.open(folder.file("a"), .readOnly))
        let repository = SQLiteRepository(
            connect: { session }, commits: CommitCounter(), clock: .constant(1), write: { _ in },
            makeSnapshot: { _, _, _ throws(StorageFailure) in throw .stopped })

        _ = try repository.revocations()
        _ = try repository.revocations()
        _ = try repository.token(selector(1))
        _ = try repository.revision(of: storage.localOwner)
        _ = try repository.revocations()

        #expect(session.count("BEGIN") == 1)
        #expect(session.count("SELECT revocations FROM access WHERE one = 1") == 1)
    }

    @Test func `sees a revocation by another process`() throws {
        let folder = try TemporaryFolder()
        let storage = try SQLiteDatabase.open(folder.file("a"), clock: .constant(1))
        let repository = storage.repository()
        let before = try repository.revocations()
        try repository.endRound()

        try SQLiteConnection.open(folder.file("a"), .readWrite)
            .execute("UPDATE access SET revocations = revocations + 1")

        #expect(try repository.revocations() == before + 1)
    }
}

/// A session that counts the started executions of each statement.
private final class StepCounter: StorageSession {
    private let session: any StorageSession
    private var counts: [String: Int] = [:]

    init(_ session: any StorageSession) {
        self.session = session
    }

    func count(_ sql: String) -> Int { counts[sql, default: 0] }

    var changes: Int { session.changes }
    var isInTransaction: Bool { session.isInTransaction }

    func execute(_ sql: String) throws(DatabaseError) { try session.execute(sql) }

    func prepare(_ sql: String) throws(DatabaseError) -> Statement { try session.prepare(sql) }

    func step(_ statement: inout Statement) throws(DatabaseError) -> Bool {
        counts[statement.sql, default: 0] += 1
        return try session.step(&statement)
    }
}
