import Accounts
import Items
import PostgreSQL
import PostgresStorage
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
            _ = batch.run([], [], isMaintenance: true)
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
        let added = batch.run([], [AccountJob(write: .add(account)) { _ in }], isMaintenance: false)
        guard case .success(.added(let ada)) = added.accounts[0] else {
            Issue.record("\(added.accounts)")
            return
        }
        for owner in [ada.owner, other] {
            _ = batch.run(.put(id(1), content("one")), of: owner, once: .post("k"))
            _ = batch.run(.put(id(2), content("two")), of: owner)
            _ = batch.run(.delete(id(2)), of: owner)
        }

        let removed = batch.run(
            [], [AccountJob(write: .remove(ada.owner)) { _ in }], isMaintenance: false)
        let late = batch.run(.put(id(3), content("late")), of: ada.owner)
        var steps = 0
        while batch.maintenanceState == .pending, steps < 10 {
            steps += 1
            _ = batch.run([], [], isMaintenance: true)
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
