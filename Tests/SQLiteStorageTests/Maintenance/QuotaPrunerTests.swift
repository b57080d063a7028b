import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

@Suite struct `A history over its limit` {
    @Test func `after a lower limit is pruned in steps, with each write`() throws {
        let world = try BatchWorld()
        for number in 0..<3_000 { _ = world.run(.put(id(1), content("\(number)"))) }
        let batch = WriteBatch(
            session: world.database, clock: .constant(1_000), commits: world.commits,
            historyByteLimit: 1_000)
        func left() throws -> Int { try world.database.integer("SELECT count(*) FROM log") ?? 0 }

        var gone: [Int] = []
        for number in 0..<8 {
            let before = try left()
            let put = ItemWrite.Action.put(id(1), content("\(number)"))
            _ = batch.run([ItemWrite(owner: world.owner, action: put)])
            gone.append(before + 1 - (try left()))
        }

        // Twice the written entries and 512, up to the end of a segment of at most 253.
        #expect(gone.allSatisfy { $0 <= QuotaPruner.entriesPerCall + 2 + 253 })
        #expect(gone.first.map { $0 >= QuotaPruner.entriesPerCall } == true)
        #expect(try left() < 300)
        #expect(world.database.violations() == [])
    }

    @Test func `with long descriptions is reduced to a few entries`() throws {
        let world = try BatchWorld(historyByteLimit: Self.room)

        for number in 0..<20 {
            let text = String(repeating: "\(number % 10)", count: 30_000)
            _ = world.run(.put(id(1), ItemContent(title: "x", itemDescription: text)))
        }

        #expect(try Self.historyBytes(of: world.owner, world) <= Self.room)
        #expect(try world.database.integer("SELECT count(*) FROM log") == 3)
        #expect(world.database.violations() == [])
    }

    @Test func `is restored when the write that pruned it is rolled back`() throws {
        let world = try BatchWorld(historyByteLimit: 20_000)
        for number in 0..<400 { _ = world.run(.put(id(1), content("\(number % 10)"))) }
        let (log, sums) = (try world.log, try world.sums())
        try world.database.execute(
            """
            CREATE TRIGGER torn BEFORE UPDATE ON owners BEGIN SELECT raise(ABORT, 'torn'); END
            """)

        let many = (2...900 as ClosedRange<UInt64>).map { NewItem($0, "x") }
        let outcome = world.run(.add(many, onConflict: .refuse))[0]
        try world.database.execute("DROP TRIGGER torn")

        #expect(outcome.isOfStorage)
        #expect(try world.log == log)
        #expect(try world.sums() == sums)
        #expect(try world.run(.add(many, onConflict: .refuse))[0].get().revision == 401)
        // All entries except those after the last mark before it.
        #expect(try #require(try world.database.integer("SELECT min(revision) FROM log")) > 250)
        #expect(world.database.violations() == [])
    }

    @Test(arguments: [
        // A mark without an entry, one whose entry has no flag for it, and one of another owner.
        "INSERT INTO marks VALUES (1, 0, 99999)",
        "UPDATE log SET members = members & ~16",
        "INSERT INTO marks SELECT 1, 0, entry FROM log WHERE owner = 2",
        "UPDATE log SET previous = entry + 1 WHERE entry = 20",
    ])
    func `is reported as corrupt if its marks are, and blocks no other owner`(damage: String) throws
    {
        let world = try BatchWorld(historyByteLimit: 20_000)
        let other = try world.database.addOwner(2)
        let theirs = ItemWrite(owner: other, action: .put(id(1), content("x")))
        _ = world.batch.run([theirs])
        for number in 0..<260 { _ = world.run(.put(id(1), content("\(number % 10)"))) }
        try world.database.execute(
            "PRAGMA ignore_check_constraints = ON; \(damage); PRAGMA ignore_check_constraints = OFF"
        )
        let many = (2...300 as ClosedRange<UInt64>).map { NewItem($0, "x") }
        let mine = ItemWrite(owner: world.owner, action: .add(many, onConflict: .refuse))
        let again = ItemWrite(owner: other, action: .put(id(1), content("y")))

        let outcomes = world.batch.run([mine, again])

        guard case .failure(.storage(.corrupt)) = outcomes[0] else {
            Issue.record("not reported: \(outcomes[0])")
            return
        }
        #expect(try outcomes[1].get().revision == 2)
        #expect(try world.titles == ["9", "y"])
    }

    private static let room = 100_000

    private static func historyBytes(of owner: Owner, _ world: BatchWorld) throws -> Int {
        try world.database.integer(
            "SELECT history_bytes FROM owners WHERE owner = \(owner.key)") ?? -1
    }
}
