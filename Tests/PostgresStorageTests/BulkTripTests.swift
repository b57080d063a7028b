import Items
import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// What bulk writes and undos hold in memory, and how often they ask the server.
@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A bulk write on PostgreSQL` {
    private static let count = 2_000
    private static let itemsPerPart = 250

    private let world: PostgresWorld
    private let owner: Owner

    init() throws {
        world = try PostgresWorld()
        owner = world.database.localOwner
        let batch = WriteBatch(
            writer: PostgresUUID(high: 1, low: 1), clock: .constant(1_000), pause: {}
        ) { [world] () throws(PostgresFailure) in try world.connect() }
        for start in stride(from: 0, to: Self.count, by: 1_000) {
            let items = (start..<start + 1_000).map { number in
                NewItem(id: id(UInt64(number)), content: content("item \(number)"))
            }
            _ = try batch.run(.add(items, onConflict: .refuse), of: owner).get()
        }
        try batch.close()
    }

    private static func changing(_ change: (inout ItemPatch) -> Void) -> ItemPatch {
        var patch = ItemPatch()
        change(&patch)
        return patch
    }

    /// Executes a write on a connection of its own; returns what that has counted.
    private func write(_ action: ItemWrite.Action) throws -> CountingSession {
        let session = CountingSession(try world.connect())
        let batch = WriteBatch(
            writer: PostgresUUID(high: 1, low: 1), clock: .constant(1_000), pause: {}
        ) { session }
        let job = WriteJob(apart: ItemWrite(owner: owner, action: action)) { _ in }
        let outcomes = batch.run([WriteJob(asBulk: job)], [], isMaintenance: false).items
        #expect(try outcomes.map { try $0.get().changed } == [true])
        return session
    }

    @Test func `takes a trip for each part, and so do its undo and a deletion`() throws {
        let parts = Self.count / Self.itemsPerPart

        for (action, tripsPerPart) in [
            (.patchMatching(ItemFilter(), Self.changing { $0.timestamp = .set(1) }), 1),
            (.undo(revision: 3), 3),
            (.patchMatching(ItemFilter(), Self.changing { $0.done = true }), 1),
            (.deleteMatching(ItemFilter()), 1),
            (.undo(revision: 6), 4),
        ] as [(ItemWrite.Action, Int)] {
            let session = try write(action)

            #expect(session.trips <= tripsPerPart * parts + 8, "\(action)")
            #expect(session.mostBytes < 400 * Self.itemsPerPart, "\(action)")
        }
        #expect(try world.violations() == [])
    }

    @Test func `has a time behind what was created before it, as the next write has`() throws {
        let times = WriteTimes()
        let batches = (1...2).map { number in
            WriteBatch(
                writer: PostgresUUID(high: 1, low: number), clock: .constant(1_000), times: times,
                pause: {}
            ) { [world] () throws(PostgresFailure) in try world.connect() }
        }
        func create(_ number: UInt64) throws -> Double? {
            let outcome = try batches[0].run(.put(id(number), content("new")), of: owner).get()
            guard case .put(let item, created: true) = outcome.result else { return nil }
            return item.createdAt
        }
        let new = (5_000..<5_003 as Range<UInt64>).map {
            NewItem(id: id($0), content: content("a"))
        }
        _ = try batches[0].run(.add(new, onConflict: .refuse), of: owner).get()

        let action = ItemWrite.Action.patchMatching(
            ItemFilter(), Self.changing { $0.timestamp = .set(1) })
        _ = try batches[1].run(action, of: owner).get()

        let reader = try world.connect()
        let updated = try reader.run("SELECT min(updated_at) FROM items WHERE title = 'a'")
        #expect(try updated.double(0, 0) > 1_000.000_002)
        #expect(try create(6_000) ?? 0 > 1_000.000_002)
    }

    @Test func `locks only its owner, and is seen whole at its end`() throws {
        let other = try world.addOwner()
        let batch = WriteBatch(
            writer: PostgresUUID(high: 1, low: 1), clock: .constant(1_000), pause: {}
        ) { [world] () throws(PostgresFailure) in try world.connect() }
        let bulkWriter = WriteBatch(
            writer: PostgresUUID(high: 1, low: 2), clock: .constant(1_000), pause: {}
        ) { [world] () throws(PostgresFailure) in try world.connect() }
        let reader = try world.connect()
        var written: [Int] = []
        var done: Set<Int> = []
        var failure: (any Error)?
        bulkWriter.meanwhile = {
            do {
                let action = ItemWrite.Action.put(id(1), content("\(written.count)"))
                written.append(try batch.run(action, of: other).get().revision)
                done.insert(
                    try reader.run("SELECT count(*) FROM items WHERE done").integer(0, 0))
            } catch {
                failure = error
            }
        }

        let action = ItemWrite.Action.patchMatching(
            ItemFilter(), Self.changing { $0.done = true })
        let outcome = try bulkWriter.run(action, of: owner).get()

        #expect(outcome.result == .patchedAll(count: Self.count))
        #expect(failure == nil)
        #expect(written == Array(1...Self.count / Self.itemsPerPart + 2))
        #expect(done == [0])
        #expect(try world.violations() == [])
    }
}
