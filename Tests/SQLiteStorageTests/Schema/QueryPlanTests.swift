import Accounts
import Items
import SQLite
import Storage
import SQLiteTestSupport
import TestSupport
import Testing

@testable import SQLiteStorage

/// A query without its index is correct but slow, so the plans are pinned.
@Suite struct `A query plan` {
    /// Statements that run for every request or every entry, and their plans.
    static let cases: [(sql: String, plan: [String])] = [
        ("SELECT revision FROM owners WHERE owner = ?1", [owner]),
        (ItemReader.sequenceSQL, ["SEARCH ids USING PRIMARY KEY (owner=? AND id=?)"]),
        (ItemReader.itemSQL, [item]),
        (ItemReader.rangeSQL, ["\(items)rowid>? AND rowid<?)"]),
        (ScanStatements.rowsSQL, ["\(items)rowid>? AND rowid<?)"]),
        (ChangeStatements.entrySQL, [entry]),
        (
            ChangeStatements.markSQL,
            ["SEARCH marks USING PRIMARY KEY (owner=? AND (revision,entry)>(?,?))"]
        ),
        (ChangeStatements.deletionSQL, ["SEARCH ids USING PRIMARY KEY (owner=? AND id=?)"]),
        (
            LogRows.lastEntrySQL,
            [
                "SCAN CONSTANT ROW", "SCALAR SUBQUERY 1", "SEARCH log", "SCALAR SUBQUERY 2",
                "SEARCH access USING INTEGER PRIMARY KEY (rowid=?)",
            ]
        ),
    ]

    private static let owner = "SEARCH owners USING INTEGER PRIMARY KEY (rowid=?)"
    private static let items = "SEARCH items USING INTEGER PRIMARY KEY ("
    private static let item = "\(items)rowid=?)"
    private static let entry = "SEARCH log USING INTEGER PRIMARY KEY (rowid=?)"

    @Test(arguments: cases.indices)
    func `searches by a key or a range of keys`(index: Int) throws {
        let session = try SQLiteConnection.migratedInMemory()
        let (sql, plan) = Self.cases[index]

        #expect(try session.plan(sql) == plan)
    }

    @Test(arguments: cases.indices)
    func `is the same after ANALYZE`(index: Int) throws {
        let session = try Self.full()
        try session.execute("ANALYZE")
        let (sql, plan) = Self.cases[index]

        #expect(try session.plan(sql) == plan)
    }

    /// Steps that may scan a table or index because it is small or the scan ends early: the ends of
    /// the log, removed owners, the tokens that end with another one, and the geocode cache.
    static let meant: [(sql: String, step: String)] = [
        (LogRows.lastEntrySQL, "SCAN CONSTANT ROW"),
        (
            "SELECT owner FROM owners WHERE leaving = 1 LIMIT 1",
            "SCAN owners USING INDEX owners_leaving"
        ),
        // At most 100, those of an account.
        ("WITH RECURSIVE ended ", "SCAN e"), ("WITH RECURSIVE ended ", "SCAN ended"),
        // The services, of which the operator permits some.
        ("WITH RECURSIVE services ", "SCAN services"),
        // Once for each claim, and for each start.
        ("SELECT count(*) FROM deliveries", "SCAN deliveries"),
        (
            "SELECT 1 FROM subscriptions LIMIT 1",
            "SCAN subscriptions USING COVERING INDEX subscriptions_by_url"
        ),
        (
            "UPDATE subscriptions SET next_at = ?1 WHERE next_at > ?1",
            "SCAN subscriptions USING COVERING INDEX subscriptions_by_turn"
        ),
        // At most 100 of each subscription.
        ("row_number()", "SCAN numbered"), ("row_number()", "SCAN (subquery-7)"),
        ("row_number()", "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY"),
        // At most 100,000, and at most one new address per second.
        (
            "SELECT count(*) FROM coordinates",
            "SCAN coordinates USING COVERING INDEX coordinates_by_time"
        ),
    ]

    /// Covers every statement that the program prepares.
    @Test(arguments: [false, true])
    func `of every prepared statement has no scan and no sort`(isAnalyzed: Bool) throws {
        let session = try Self.full()
        if isAnalyzed { try session.execute("ANALYZE") }
        let recorder = PreparingSession(session)
        try Self.live(by: recorder)

        var wrong: [String] = []
        for sql in recorder.statements {
            for step in try session.plan(sql) {
                let isSearch = !step.hasPrefix("SCAN") && !step.contains("TEMP B-TREE")
                let isMeant = Self.meant.contains { sql.contains($0.sql) && $0.step == step }
                if !isSearch, !isMeant { wrong.append("\(step): \(sql)") }
            }
        }

        #expect(wrong == [])
        #expect(recorder.statements.count > 60)
        for part in Self.parts {
            #expect(recorder.statements.contains { $0.contains(part) }, "\(part)")
        }
    }

    /// A part of a statement of each component that prepares some.
    static let parts = [
        "DELETE FROM tokens WHERE selector IN", "DELETE FROM answers WHERE (owner, key",
        "SELECT revision, entry FROM marks", "DELETE FROM log WHERE entry <=",
        "DELETE FROM items WHERE slot IN", "DELETE FROM ids WHERE owner = ?1 AND id <=",
        "DELETE FROM details WHERE number IN", "DELETE FROM marks WHERE owner = ?1 AND (rev",
        "UPDATE owners SET history_bytes", "SELECT log.revision FROM ids JOIN log",
        "FROM coordinates", "FROM accounts", "FROM tokens t JOIN owners",
        "UPDATE accounts SET name", "AND selector BETWEEN", "INSERT INTO deliveries",
        "FROM deliveries d", "SET last_success_at", "SET failures = failures + 1",
    ]

    /// Two owners with 2,000 items each, half of them done, and a log of them.
    private static func full() throws -> SQLiteConnection {
        let session = try SQLiteConnection.migratedInMemory()
        _ = try session.addOwner(2)
        try session.execute(
            """
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
            INSERT INTO log (entry, owner, previous, revision, changed_at, sequence, members)
            SELECT i, 1 + i % 2, max(0, i - 2), (i + 1) / 2, 1, (i + 1) / 2,
            iif((i + 1) / 2 % 200 = 0, 416, 160) FROM n;
            INSERT INTO ids (owner, id, sequence) SELECT owner, randomblob(16), sequence FROM log;
            INSERT INTO items (slot, id, revision, created_at, done_at, title)
            SELECT (owner << 32) | ((sequence % 2) << 31) | sequence, id, 1, 1,
            iif(sequence % 2, 1, NULL), 'x' FROM ids;
            INSERT INTO marks SELECT owner, revision, entry FROM log WHERE sequence % 200 = 0;
            WITH RECURSIVE n (i) AS (VALUES (3) UNION ALL SELECT i + 1 FROM n WHERE i < 200)
            INSERT INTO owners (owner, epoch, leaving) SELECT i, 'epoch', 0 FROM n;
            INSERT INTO accounts SELECT owner, 'x', owner || '@x', CAST(owner AS BLOB), 'x', 1
            FROM owners WHERE owner > 2;
            UPDATE access SET last_owner = 200;
            UPDATE owners SET revision = 2000, last_sequence = 2000, last_entry = 3999 + owner % 2
            WHERE owner < 3;
            """)
        return session
    }

    /// Prepares every statement of storage, and runs most of them.
    private static func live(by session: PreparingSession) throws {
        let manualClock = ManualClock(1_000)
        let commits = CommitCounter()
        let batch = WriteBatch(
            session: session, clock: manualClock.clock, commits: commits, historyByteLimit: 1_000)
        let owner = try #require(try session.localOwner() as Owner?)
        _ = batch.run([ItemWrite(owner: owner, action: .put(id(1), content("a")))])
        _ = batch.run([ItemWrite(owner: owner, action: .delete(id(1)))])
        _ = batch.run([ItemWrite(owner: owner, action: .undo(revision: 2_002))])
        _ = batch.run([
            WriteJob(
                apart: ItemWrite(owner: owner, action: .put(id(2), content("b"))),
                once: .post("key")
            ) { _ in }
        ])
        let changes: [AccountWrite] = [
            .add(.with("ann@example.org")), .remove(Owner(key: 2, epoch: "epoch2")),
            .addToken(
                NewToken(
                    selector: selector(1), digest: digest(1), owner: Owner(key: 9, epoch: "epoch"),
                    lifetime: 60)),
            .change(
                Owner(key: 9, epoch: "epoch"),
                AccountChange(
                    email: Email(stored: "x@y"), password: "$y$", requestedBy: selector(1))),
            .revokeHandle(
                try #require(TokenHandle("800000000001")), of: Owner(key: 9, epoch: "epoch")),
        ]
        for change in changes { _ = batch.run(change) }
        try Self.remind(owner, by: batch, manualClock)
        manualClock.now = 1_000 + 40 * 86_400
        _ = batch.run([ItemWrite(owner: owner, action: .deleteAll)])
        for _ in 0..<40 { _ = batch.run([] as [WriteJob], [], isMaintenance: true) }
        batch.store([
            GeocodeResult(address: try #require(Address("x")), coordinate: nil, foundAt: 1)
        ])
        _ = (
            try OwnerRows(session), try ItemRowReader(session), try ItemRowWriter.Box(session),
            try LogRows(session), try LogEntryDeletion(session),
            try QuotaPruner(session), try AnswerRows(session),
            try ChangeStatements(session), try ScanStatements(session)
        )
        let repository = SQLiteRepository(
            connect: { session }, commits: commits, clock: manualClock.clock, write: { _ in },
            makeSnapshot: { _, _, _ throws(StorageFailure) in throw .stopped })
        _ = try repository.all(of: owner)
        _ = try repository.changes(of: owner, since: .after(revision: 1))
        _ = try repository.account(of: owner)
        _ = try repository.token(selector(1))
        _ = try repository.tokens(of: owner)
        _ = try repository.cachedResult(for: try #require(Address("x")), now: 1)
        try repository.endRound()
    }

    /// Subscribes, and tells of some items, with each outcome.
    private static func remind(
        _ owner: Owner, by batch: WriteBatch, _ clock: ManualClock
    ) throws {
        _ = batch.run(.reminders(.start(key: [1])))
        for number in 1...6 as ClosedRange<UInt64> {
            let service = PushService.ntfy(url: "https://p\(number).example/topic", token: nil)
            let new = NewSubscription(
                handle: SubscriptionHandle(number), owner: owner, service: service)
            _ = batch.run(.reminders(.subscribe(new)))
        }
        var reminded = content("c")
        (reminded.timestamp, reminded.remind) = (clock.now + 100, 0)
        _ = batch.run([ItemWrite(owner: owner, action: .put(id(3), reminded))])
        clock.advance(by: 200)
        _ = batch.run(.reminders(.claim))
        let exchange = ReminderExchange(results: [], turns: 16)
        guard
            case .success(.reminders(.turns(let taken))) = batch.run(
                .reminders(.exchange(exchange)))
        else { throw StorageFailure.unexpected("no turns") }
        let outcomes: [TurnResult.Outcome] = [
            .sent, .dropped(error: "413"), .gone, .failed(error: "503", retryAfter: 5),
            .postponed(seconds: 1),
        ]
        let results = zip(taken.turns, outcomes).map { turn, outcome in
            TurnResult(
                handle: turn.subscription.handle,
                deliveries: [TurnResult.Delivery(id: id(3), at: turn.reminders[0].at)],
                outcome: outcome)
        }
        try #require(results.count == outcomes.count)
        _ = batch.run(.reminders(.exchange(ReminderExchange(results: results, turns: 16))))
        let handle = SubscriptionHandle(6)
        _ = batch.run(.reminders(.find(handle, of: owner)))
        _ = batch.run(.reminders(.unsubscribe(handle, of: owner)))
    }
}

/// A session that records every prepared statement.
private final class PreparingSession: StorageSession {
    private let session: any StorageSession
    private(set) var statements: Set<String> = []

    init(_ session: any StorageSession) {
        self.session = session
    }

    var changes: Int { session.changes }
    var isInTransaction: Bool { session.isInTransaction }

    func execute(_ sql: String) throws(DatabaseError) { try session.execute(sql) }

    func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        statements.insert(sql)
        return try session.prepare(sql)
    }

    func step(_ statement: inout Statement) throws(DatabaseError) -> Bool {
        try session.step(&statement)
    }
}
