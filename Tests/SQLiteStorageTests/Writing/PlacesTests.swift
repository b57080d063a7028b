import Items
import SQLite
import SQLiteStorage
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A place in the order` {
    @Test func `is not given out again, even when nothing stands there any more`() throws {
        let session = try Connection.migratedInMemory()
        let owner = try session.localOwner()
        let repository = try MemoryStorage(session).repository
        _ = repository.perform(ItemWrite(owner: owner, action: .put(id(1), content("one"))))
        _ = repository.perform(ItemWrite(owner: owner, action: .put(id(2), content("two"))))

        _ = repository.perform(ItemWrite(owner: owner, action: .delete(id(2))))
        try repository.settle()
        try session.execute("DELETE FROM tombstones")
        _ = repository.perform(ItemWrite(owner: owner, action: .put(id(3), content("three"))))

        #expect(try repository.all(of: owner).map(\.place) == [1, 3])
    }

    @Test func `is one of many that were reserved, of which the others come next`() throws {
        let world = try PlaceWorld()

        var stored: Set<Int> = []
        for number in 1...2_500 as ClosedRange<UInt64> {
            world.write(number)
            stored.insert(try world.stored())
        }

        #expect(try world.places() == Array(1...2_500))
        // Blocks of 1, 2, 4 and so on up to 1,024 places.
        #expect(stored.sorted().prefix(6) == [1, 3, 7, 15, 31, 63])
        #expect(stored.count == 12)
    }

    @Test func `comes after all that others have been given`() throws {
        let world = try PlaceWorld()
        for number in 1...10 as ClosedRange<UInt64> { world.write(number) }

        for number in stride(from: 11, to: 30 as UInt64, by: 2) {
            try world.restart()
            world.write(number)
            world.write(number + 1, isFirst: true)
        }

        #expect(try world.places() == Array(1...10) + Array(16...35))
        #expect(world.database.breaches() == [])
    }

    @Test(arguments: 0...60 as ClosedRange<Int>)
    func `is not taken for reserved when the batch that reserved it has failed`(
        step: Int
    ) throws {
        let world = try PlaceWorld()
        world.faulty.stepsLeft = step
        // Reserves three places for two items.
        let failed = world.write(1, 2, isFirst: true)
        world.faulty.stepsLeft = nil
        try world.restart()
        // Reserves the same three.
        let others = [3, 4, 5].map { world.write($0) }

        let outcome = world.write(6, isFirst: true)

        #expect((others + [outcome]).allSatisfy { (try? $0.get()) != nil })
        let places = try world.places()
        #expect(places.count == (failed.isOfStorage ? 4 : 6))
        #expect(places == places.sorted())
        #expect(world.database.breaches() == [])
    }
}

/// Two writers of one database, of which the first stays and the second may begin anew.
private final class PlaceWorld {
    let database: Connection
    let faulty: FaultySession
    private let owner: Owner
    private let first: WriteBatch
    private var second: WriteBatch

    init() throws {
        database = try Connection.migratedInMemory()
        owner = try database.localOwner()
        faulty = FaultySession(
            database, fault: DatabaseError(code: 13, message: "disk full"),
            takesTransaction: true)
        first = try Self.batch(faulty)
        second = first
    }

    private static func batch(_ session: any StorageSession) throws -> WriteBatch {
        try WriteBatch(session: session, clock: .constant(0), commits: CommitCounter())
    }

    /// Lets a process write from now on that knows nothing but what the database says.
    func restart() throws {
        second = try Self.batch(database)
    }

    @discardableResult
    func write(_ numbers: UInt64..., isFirst: Bool = false) -> Outcome {
        let items = numbers.map { NewItem($0, "x") }
        let write = ItemWrite(owner: owner, action: .add(items, onConflict: .refuse))
        return (isFirst ? first : second).run([write])[0]
    }

    /// The places of all items, in the order of their ids.
    func places() throws -> [Int] {
        try database.rows("SELECT place FROM items ORDER BY id", columns: 1).compactMap { Int($0) }
    }

    func stored() throws -> Int {
        try database.integer("SELECT last FROM places") ?? 0
    }
}
