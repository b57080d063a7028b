import Items
import PostgreSQL
import PostgresStorage
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `The creation times of two processes` {
    /// The first process's request comes first, but its write is the second one of the owner.
    // proves: stored-4
    @Test func `are in the order of their writes`() throws {
        let time = ManualClock(10)
        let world = try PostgresWorld(clock: time.clock)
        let owner = world.database.localOwner
        let second = WriteBatch(
            writer: PostgresUUID(high: 3, low: 3), clock: time.clock, pause: {}
        ) { () throws(PostgresFailure) in try world.connect() }
        let first = WriteBatch(
            writer: PostgresUUID(high: 2, low: 2), clock: time.clock, pause: {}
        ) { () throws(PostgresFailure) in
            time.now = 11
            _ = second.run(.put(id(2), content("two")), of: owner)
            time.now = 12
            return try world.connect()
        }

        _ = first.run(.put(id(1), content("one")), of: owner)

        let items = try world.database.repository().all(of: owner)
        #expect(items.map(\.content.title) == ["two", "one"])
        #expect(items.map(\.createdAt) == [11, 12])
    }
}
