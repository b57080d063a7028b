import Items
import PostgreSQL
import PostgresStorage
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `An import on PostgreSQL` {
    // A request has a limit of items, a file has none; otherwise they are the same.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `does what adding the same items with replace does`(seed: UInt64) throws {
        let time = ManualClock()
        let (imported, added) = (try PostgresWorld(), try PostgresWorld(clock: time.clock))
        let repository = added.database.repository()
        var random = SplitMix64(seed: seed)

        for _ in 0..<8 {
            let items = Set((0..<8).map { _ in UInt64.random(in: 1...12, using: &random) }).map {
                NewItem(
                    id: id($0),
                    content: ItemContent(
                        title: "\(Int.random(in: 0...2, using: &random))", done: random.chance(30)))
            }
            let counts = try bring(items, into: imported, time.clock)
            let outcome = try repository.write(
                .add(items, onConflict: .replace), of: added.database.localOwner
            ).get()

            #expect(counts.new + counts.changed + counts.unchanged == items.count)
            #expect((counts.new + counts.changed > 0) == outcome.changed)
            time.advance(by: 1)
        }

        for table in ["items", "changes", "tombstones"] {
            #expect(try rows(table, in: imported) == rows(table, in: added))
        }
        // All columns except the epoch.
        let row = "(SELECT revision, last_sequence, item_bytes, history_bytes FROM owners)"
        #expect(try rows(row, in: imported) == rows(row, in: added))
        #expect(try imported.violations() == [])
    }

    @Test func `for an owner whose key is another's by now writes nothing`() throws {
        let world = try PostgresWorld()
        let importer = try #require(
            try PostgresItemImporter.open(
                PostgresAdministration(world.url), clock: .constant(9)))
        try importer.stage(NewItem(id: id(1), content: content("a")))
        try importer.finishStaging()
        try world.connection.execute(script: "UPDATE owners SET epoch = 'bcde'")

        #expect(throws: WriteFailure.ownerGone) { try importer.commit(ItemImport.Mode()) { _ in } }
        #expect(try rows("items", in: world) == [])
    }

    @Test func `that fails in its second part leaves nothing`() throws {
        let world = try PostgresWorld()
        let importer = try #require(
            try PostgresItemImporter.open(
                PostgresAdministration(world.url), clock: .constant(9)))
        for number in 1...300 as ClosedRange<UInt64> {
            try importer.stage(NewItem(id: id(number), content: content("\(number)")))
        }
        try importer.finishStaging()
        try world.connection.execute(
            script: "ALTER TABLE items ADD CONSTRAINT bad CHECK (title <> '299')")

        let failure = #expect(throws: WriteFailure.self) {
            try importer.commit(ItemImport.Mode()) { _ in }
        }
        let left = try rows("items", in: world)
        try world.connection.execute(script: "ALTER TABLE items DROP CONSTRAINT bad")

        guard case .storage(.unexpected) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(left == [])
    }

    private func bring(
        _ items: [NewItem], into world: PostgresWorld, _ clock: Clock = .constant(1_000)
    ) throws -> ItemImport.Counts {
        let importer = try #require(
            try PostgresItemImporter.open(
                PostgresAdministration(world.url), clock: clock))
        for item in items { try importer.stage(item) }
        try importer.finishStaging()
        return try importer.commit(ItemImport.Mode()) { _ in }
    }

    /// All rows of a table.
    private func rows(_ table: String, in world: PostgresWorld) throws -> [String] {
        let rows = try world.connection.run("SELECT t::text FROM \(table) t ORDER BY 1")
        return (0..<rows.count).map { rows.string($0, 0) }
    }
}
