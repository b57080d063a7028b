import Items
import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// A batch that only creates items takes one trip when the owner's row is known.
@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A writer with a cached owner` {
    private let world: PostgresWorld
    private let owner: Owner
    private let session: CountingSession
    private let batch: WriteBatch

    init() throws {
        world = try PostgresWorld()
        owner = world.database.localOwner
        session = CountingSession(try world.connect())
        batch = Self.batch(on: session, writer: 1)
    }

    private static func batch(
        on session: any PostgresSession, writer: UInt64, itemLimit: ItemSize = .unlimited
    ) -> WriteBatch {
        WriteBatch(
            writer: PostgresUUID(high: 1, low: writer), clock: .constant(1_000),
            itemLimit: itemLimit, pause: {}
        ) { session }
    }

    private static func creation(_ number: UInt64) -> ItemWrite.Action {
        .add(
            [NewItem(id: id(number), hasGeneratedID: true, content: content("x"))],
            onConflict: .refuse)
    }

    /// Creates items with these numbers; returns the revisions, and the trips of each.
    private func create(
        _ numbers: ClosedRange<UInt64>
    ) throws -> (revisions: [Int], trips: [Int]) {
        var (revisions, trips) = ([Int](), [Int]())
        for number in numbers {
            let before = session.trips
            revisions.append(try batch.run(Self.creation(number), of: owner).get().revision)
            trips.append(session.trips - before)
        }
        return (revisions, trips)
    }

    @Test func `creates in one round trip after five writes without another writer`() throws {
        let (revisions, trips) = try create(1...8)

        #expect(revisions == Array(1...8))
        // The first write also registers the writer, and removes expired rows.
        #expect(trips.dropFirst() == [2, 2, 2, 2, 1, 1, 1])
        #expect(try world.violations() == [])
    }

    @Test func `gives no revision twice when another process writes between`() throws {
        let other = Self.batch(on: try world.connect(), writer: 2)

        let before = try create(1...6)
        let theirs = try other.run(Self.creation(100), of: owner).get().revision
        let after = try create(7...9)

        #expect(before.revisions + [theirs] + after.revisions == Array(1...10))
        // The trips are: refused, rolled back, a read of both rows, and two for the write. The next
        // writes take two trips.
        #expect(after.trips == [5, 2, 2])
        #expect(try world.database.repository().all(of: owner).map(\.sequence) == Array(1...10))
        #expect(try world.violations() == [])
    }

    @Test func `refuses nothing for what another process has deleted in the meantime`() throws {
        let limit = 6 * ItemContent(title: "x").storedBytes
        let batch = Self.batch(on: session, writer: 1, itemLimit: .bytes(limit))
        for number in 1...6 as ClosedRange<UInt64> {
            _ = try batch.run(Self.creation(number), of: owner).get()
        }
        let other = Self.batch(on: try world.connect(), writer: 2)
        _ = try other.run(.delete(id(1)), of: owner).get()

        let outcome = batch.run(Self.creation(7), of: owner)

        #expect(try outcome.get().revision == 8)
    }

    @Test func `refuses what another process has left no room for`() throws {
        let limit = 8 * ItemContent(title: "x").storedBytes
        let batch = Self.batch(on: session, writer: 1, itemLimit: .bytes(limit))
        for number in 1...6 as ClosedRange<UInt64> {
            _ = try batch.run(Self.creation(number), of: owner).get()
        }
        let other = Self.batch(on: try world.connect(), writer: 2)
        for number in 7...8 as ClosedRange<UInt64> {
            _ = try other.run(Self.creation(number), of: owner).get()
        }

        let outcome = batch.run(Self.creation(9), of: owner)

        #expect(throws: WriteFailure.self) { try outcome.get() }
        #expect(try world.database.repository().revision(of: owner) == 8)
    }

    @Test(arguments: FaultyPostgresSession.Fault.allCases, 0..<7)
    func `stores a creation once, whatever fails in its one trip`(
        fault: FaultyPostgresSession.Fault, place: Int
    ) throws {
        let faulty = FaultyPostgresSession(try world.connect(), fault: fault)
        var isFirst = true
        let batch = WriteBatch(
            writer: PostgresUUID(high: 1, low: 3), clock: .constant(1_000), pause: {}
        ) { () throws(PostgresFailure) in
            guard isFirst else { return try world.connect() }
            isFirst = false
            return faulty
        }
        for number in 1...6 as ClosedRange<UInt64> {
            _ = try batch.run(Self.creation(number), of: owner).get()
        }
        faulty.commandsLeft = place

        let outcome = batch.run(Self.creation(7), of: owner)

        #expect(try outcome.get().revision == 7)
        #expect(try world.database.repository().all(of: owner).map(\.id) == (1...7).map { id($0) })
        #expect(try world.violations() == [])
    }

    @Test func `notices that the owner is leaving`() throws {
        let leaving = try world.addOwner()
        for number in 1...6 as ClosedRange<UInt64> {
            _ = try batch.run(Self.creation(number), of: leaving).get()
        }
        _ = try world.connect().run(
            PostgresCommand("UPDATE owners SET leaving = true WHERE owner = $1") {
                $0.append(leaving.key)
            })

        let outcome = batch.run(Self.creation(7), of: leaving)

        #expect(throws: WriteFailure.self) { try outcome.get() }
    }
}
