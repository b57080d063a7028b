import Accounts
import Items
import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `Maintenance on PostgreSQL` {
    private static let day = 86_400.0

    @Test func `forgets changes after thirty days and responses after one`() throws {
        let time = ManualClock(0)
        let world = try PostgresWorld(clock: time.clock)
        let owner = world.database.localOwner
        let batch = Self.batch(on: world, time)
        _ = batch.run(.put(id(1), content("one")), of: owner, once: .post("k"))
        _ = batch.run(.delete(id(1)), of: owner)

        time.now = 2 * Self.day
        _ = batch.run(.put(id(2), content("two")), of: owner)
        let answers = try world.count("answers")
        let kept = try world.count("changes")
        time.now = 31 * Self.day
        _ = batch.run(.put(id(3), content("three")), of: owner)

        #expect(answers == 0)
        #expect(kept == 3)
        #expect(try world.count("changes") == 2)
        #expect(try world.count("tombstones") == 0)
        #expect(batch.run(.undo(revision: 1), of: owner) == .failure(.expired))
        #expect(try batch.run(.undo(revision: 3), of: owner).get().revision == 5)
        #expect(try world.violations() == [])
    }

    @Test func `forgets all that has expired, in steps, while nobody writes`() throws {
        let time = ManualClock(0)
        let world = try PostgresWorld(clock: time.clock)
        let owner = world.database.localOwner
        let batch = Self.batch(on: world, time)
        for start in [1, 701] as [UInt64] {
            let items = (start..<start + 700).map { NewItem(id: id($0), content: content("x")) }
            _ = batch.run(.add(items, onConflict: .refuse), of: owner)
        }
        _ = batch.run(.delete(id(1)), of: owner, once: .post("k"))
        let address = try #require(Address("Home"))
        batch.store([GeocodeResult(address: address, coordinate: nil, foundAt: 0)])
        time.now = 90 * Self.day + 1

        var steps = 0
        repeat {
            _ = batch.runAndMaintain([], [], isMaintenance: true)
            steps += 1
        } while batch.maintenanceState == .pending && steps < 10

        #expect(batch.maintenanceState == .done)
        let left = try ["changes", "tombstones", "answers", "coordinates"].map {
            try world.count($0)
        }
        #expect(left == [0, 0, 0, 0])
        #expect((2..<10).contains(steps))
        #expect(try world.violations() == [])
    }

    // proves: sync-2
    @Test func `forgets the changes before an expired one, whose times a wrong clock set`() throws {
        let time = ManualClock(3_600)
        let world = try PostgresWorld(clock: time.clock)
        let owner = world.database.localOwner
        let batch = Self.batch(on: world, time)
        _ = batch.run(.put(id(1), content("one")), of: owner)
        time.now = 300
        _ = batch.run(.put(id(1), content("two")), of: owner)

        time.now = 30 * Self.day + 1_000
        _ = batch.run(.put(id(2), content("three")), of: owner)

        #expect(try world.count("changes") == 1)
        #expect(batch.run(.undo(revision: 1), of: owner) == .failure(.expired))
        let changes = try world.database.repository().changes(
            of: owner, since: .after(revision: 0), limit: 10, begin: { _ in true }, { _, _ in true }
        )
        #expect(changes == nil)
        #expect(try world.violations() == [])
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `leaves an owner the end of the history, whatever the clock does`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let time = ManualClock(100 * Self.day)
        let world = try PostgresWorld(clock: time.clock)
        let owner = world.database.localOwner
        let batch = Self.batch(on: world, time)
        var lengths: Set<Int> = []

        for step in 1...60 {
            time.now += Double.random(in: -3 * Self.day...6 * Self.day, using: &random)
            let steps = (1...3 as ClosedRange<UInt64>).map {
                BatchStep(.put(id($0), content("\(step)")))
            }
            _ = try batch.run(.batch(steps), of: owner).get()

            let kept = try world.connection.run(
                "SELECT count(*), coalesce(min(revision), \(step + 1)) FROM changes")
            let (count, first) = (try kept.integer(0, 0), try kept.integer(0, 1))
            #expect(count == 3 * (step + 1 - first), "step \(step)")
            lengths.insert(count)
        }

        #expect(lengths.count > 5)
        #expect(try world.violations() == [])
    }

    @Test func `reads no more changes than it deletes, by an index`() throws {
        let time = ManualClock(100 * Self.day)
        let world = try PostgresWorld(clock: time.clock)
        let owners = [world.database.localOwner, try world.addOwner()]
        try world.connection.execute(
            script: """
                INSERT INTO changes (owner, revision, ordinal, id, sequence, changed_at, members,
                        bytes)
                    SELECT owner, s, 1, lpad(to_hex(s), 32, '0')::uuid, s, s, 32, 64
                    FROM owners, generate_series(1, 20000) s;
                UPDATE owners SET revision = 20000, last_sequence = 20000,
                    history_bytes = 64 * 20000;
                ANALYZE changes;
                """)
        let log = StatementLog(hasPlans: true)
        let process = RecordedProcess(on: world, time, log)
        log.begin("prune", of: owners.map(\.key))

        _ = process.batch.runAndMaintain([], [], isMaintenance: true)

        let plans = log.entries.flatMap { entry in
            entry.sql.contains("FROM changes") ? entry.plans : []
        }
        #expect(plans.count >= 4)
        for plan in plans {
            #expect(plan.scannedRows < 3_500, "\(plan.summary)")
            #expect(plan.sortedRows < 10, "\(plan.summary)")
        }
        #expect(try world.count("changes") == 39_000)
        #expect(process.batch.maintenanceState == .pending)
    }

    /// The process wrote no bulk write before its clock jumped.
    @Test func `trusts no jump of the clock because of the first bulk write`() throws {
        let (time, steady) = (ManualClock(100 * Self.day), ManualClock(0))
        let world = try PostgresWorld(clock: time.clock, steady: steady.clock)
        let (owner, repository) = (world.database.localOwner, world.database.repository())
        let items = (1...300 as ClosedRange<UInt64>).map {
            NewItem(id: id($0), content: content("x"))
        }
        _ = try repository.write(
            .add(items, onConflict: .refuse), of: owner, once: .post("k")
        ).get()

        time.advance(by: 365 * Self.day)
        let bulk = try repository.write(.deleteMatching(ItemFilter()), of: owner).get()

        #expect(bulk.result == .deleted(count: 300))
        #expect(try world.count("answers") == 1)
        #expect(try world.count("changes") == 600)
        #expect(try world.count("writers") == 2)
    }

    @Test func `does not wait for an owner that another process writes to`() throws {
        let time = ManualClock(0)
        let world = try PostgresWorld(clock: time.clock)
        let (owner, other) = (world.database.localOwner, try world.addOwner())
        let batch = Self.batch(on: world, time)
        for owner in [owner, other] { _ = batch.run(.put(id(1), content("one")), of: owner) }
        let process = try world.connect()
        _ = try process.run("BEGIN")
        _ = try process.run("SELECT 1 FROM owners WHERE owner = \(owner.key) FOR NO KEY UPDATE")

        time.now = 31 * Self.day
        let outcome = batch.run(.put(id(2), content("two")), of: other)
        let kept = try world.count("changes")
        _ = try process.run("COMMIT")
        time.now = 32 * Self.day
        _ = batch.run(.put(id(3), content("three")), of: other)

        #expect(try outcome.get().revision == 2)
        #expect(kept == 2)
        #expect(try world.count("changes") == 2)
        #expect(try world.violations() == [])
    }

    @Test func `erases the rows of an account that was removed, and only those`() throws {
        let time = ManualClock(0)
        let world = try PostgresWorld(clock: time.clock)
        let batch = Self.batch(on: world, time)
        let other = world.database.localOwner
        let account = NewAccount(name: "Ada", email: Email(stored: "a@b.c"), password: "$y$x")
        let added = batch.runAndMaintain(
            [], [AccountJob(write: .add(account)) { _ in }], isMaintenance: false)
        guard case .success(.added(let ada)) = added.accounts[0] else {
            Issue.record("\(added.accounts)")
            return
        }
        for owner in [ada.owner, other] {
            _ = batch.run(.put(id(1), content("one")), of: owner, once: .post("k"))
            _ = batch.run(.put(id(2), content("two")), of: owner)
            _ = batch.run(.delete(id(2)), of: owner)
        }

        let removed = batch.runAndMaintain(
            [], [AccountJob(write: .remove(ada.owner)) { _ in }], isMaintenance: false)
        let late = batch.run(.put(id(3), content("late")), of: ada.owner)
        var steps = 0
        while batch.maintenanceState == .pending, steps < 10 {
            steps += 1
            _ = batch.runAndMaintain([], [], isMaintenance: true)
        }

        #expect(removed.accounts == [.success(.done)])
        #expect(late == .failure(.ownerGone))
        #expect(batch.maintenanceState == .done)
        let left = try ["owners", "items", "tombstones", "changes", "answers"].map {
            try world.count($0)
        }
        #expect(left == [1, 1, 1, 3, 1])
        #expect(try world.violations() == [])
    }

    @Test func `lets the oldest history of an owner go beyond the limit`() throws {
        let time = ManualClock(0)
        let world = try PostgresWorld(clock: time.clock)
        let owner = world.database.localOwner
        let batch = Self.batch(on: world, time, history: 10_000)
        let text = String(repeating: "x", count: 900)

        for number in 1...50 {
            let item = ItemContent(title: "a", itemDescription: "\(number) \(text)")
            #expect(try batch.run(.put(id(1), item), of: owner).get().revision == number)
        }

        let bytes = try world.connection.run("SELECT history_bytes FROM owners").integer(0, 0)
        #expect((5_000...10_000).contains(bytes))
        #expect(batch.run(.undo(revision: 10), of: owner) == .failure(.expired))
        #expect(try batch.run(.undo(revision: 50), of: owner).get().revision == 51)
        #expect(try world.violations() == [])
    }

    @Test func `lets no history grow beyond the limit by writes to many items`() throws {
        let world = try PostgresWorld()
        let owner = world.database.localOwner
        let batch = Self.batch(on: world, ManualClock(0), history: 10_000)
        for start in [1, 1_001, 2_001] as [UInt64] {
            let items = (start..<start + 1_000).map { NewItem(id: id($0), content: content("x")) }
            _ = try batch.run(.add(items, onConflict: .refuse), of: owner).get()
        }

        for number in 1...3 {
            var patch = ItemPatch()
            patch.title = "\(number)"
            _ = try batch.run(.patchMatching(ItemFilter(), patch), of: owner).get()
            // The last write stays.
            #expect(try world.count("changes") == 3_000)
        }

        #expect(try world.violations() == [])
    }

    @Test func `evicts the oldest responses beyond the limit, which are not performed again`()
        throws
    {
        let time = ManualClock(0)
        let world = try PostgresWorld(clock: time.clock)
        let owner = world.database.localOwner
        let batch = Self.batch(on: world, time, answers: 2_500)

        for number in 1...4 as ClosedRange<UInt64> {
            time.now = Double(number)
            _ = batch.run(
                .put(id(number), content("x")), of: owner, once: .post("\(number)", padding: 999))
        }
        let again = (1...4 as ClosedRange<UInt64>).map { number in
            batch.run(
                .put(id(number), content("x")), of: owner, once: .post("\(number)", padding: 999))
        }

        let isEvicted = again.map { $0 == .failure(.answerNotKept) }
        #expect(isEvicted == [true, true, false, false])
        #expect(try world.violations() == [])
    }

    /// A row of a PostgreSQL index has at most 2,704 bytes.
    @Test func `keeps the response to a request with a long target`() throws {
        let time = ManualClock(0)
        let world = try PostgresWorld(clock: time.clock)
        let owner = world.database.localOwner
        let batch = Self.batch(on: world, time)
        var random = SplitMix64(seed: 1)
        let target = (0..<8_000).map { _ in "\(UInt8.random(in: 0...9, using: &random))" }.joined()
        let request = IdempotentRequest(
            key: IdempotencyKey("k", method: "POST", target: target), fingerprint: [1]
        ) { _ in StoredResponse(status: 201, head: [], content: [1]) }

        let outcomes = (1...2).map { _ in
            batch.run(.put(id(1), content("x")), of: owner, once: request)
        }

        #expect(try outcomes.map { try $0.get().changed } == [true, false])
    }

    @Test func `forgets writers that were killed, and one that was idle is known again`() throws {
        let world = try PostgresWorld()
        let owner = world.database.localOwner
        let time = ManualClock(1_000)
        let batch = Self.batch(on: world, time)
        _ = batch.run(.put(id(1), content("x")), of: owner)
        _ = try world.connection.run(
            "INSERT INTO writers (writer, batch, seen_at) VALUES ('\(Self.writer(9))', 1, 1000)")

        time.now = 1_000 + 8 * 86_400
        let other = WriteBatch(
            writer: PostgresUUID(high: 3, low: 3), clock: time.clock, pause: {}
        ) { () throws(PostgresFailure) in try world.connect() }
        _ = other.run(.put(id(2), content("x")), of: owner)
        let left = try world.connection.run(
            """
            SELECT count(*) FROM writers WHERE writer IN ('\(Self.writer(2))', '\(Self.writer(9))')
            """
        ).integer(0, 0)
        let outcomes = (3...4).map { batch.run(.put(id($0), content("x")), of: owner) }

        #expect(left == 0)
        #expect(try outcomes.map { try $0.get().changed } == [true, true])
        let known = try world.connection.run(
            "SELECT count(*) FROM writers WHERE writer = '\(Self.writer(2))'"
        ).integer(0, 0)
        #expect(known == 1)
    }

    /// The name of a writer, as the database shows it.
    private static func writer(_ number: Int) -> String {
        "00000000-0000-000\(number)-0000-00000000000\(number)"
    }

    private static func batch(
        on world: PostgresWorld, _ time: ManualClock, history: Int = .max, answers: Int = .max
    ) -> WriteBatch {
        WriteBatch(
            writer: PostgresUUID(high: 2, low: 2), clock: time.clock, historyByteLimit: history,
            responseByteLimit: answers, pause: {}
        ) { () throws(PostgresFailure) in try world.connect() }
    }
}

extension PostgresWorld {
    /// The number of rows in a table.
    fileprivate func count(_ table: String) throws -> Int {
        try connection.run("SELECT count(*) FROM \(table)").integer(0, 0)
    }
}
