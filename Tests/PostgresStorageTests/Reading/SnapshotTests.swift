import Dispatch
import Items
import PostgreSQL
import PostgresStorage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A snapshot that a lane reads` {
    @Test(arguments: [nil, ItemSort(.timestamp, isDescending: true)])
    func `shows each item once, though rows come in many trips`(sort: ItemSort?) throws {
        let world = try ReaderWorld()
        let items = (1...1_200 as ClosedRange<UInt64>).map { number in
            var item = content("\(number)")
            item.timestamp = number % 3 == 0 ? nil : Double(number % 7)
            return NewItem(id: id(number), content: item)
        }
        _ = try world.world.database.repository().perform(
            ItemWrite(owner: world.owner, action: .add(items, onConflict: .refuse))
        ).get()
        world.connect()

        let snapshot = try world.repository.snapshot(
            ItemQuery(sort: sort), of: world.owner, after: nil, limit: nil, resume: world.resume)
        var (seen, step): ([UInt64], SnapshotStep) = ([], .more)
        while step != .end {
            step = try snapshot.next(128) { row in
                seen.append(row.fields.id.low)
                return true
            }
            // The rows of a trip may be there before they are asked for.
            if step == .wait { try world.round() }
        }

        #expect(try snapshot.revision == 1)
        #expect(seen.count == 1_200)
        #expect(Set(seen).count == 1_200)
    }

    @Test func `gives its connection back when it is dropped while rows are under way`() throws {
        let world = try ReaderWorld()
        world.connect()

        // One owner may have two at a time.
        for _ in 0..<20 {
            if case .failure(let failure) = open(world) { #expect(failure == .overloaded) }
        }
        var last = open(world)
        while case .failure(.overloaded) = last { last = open(world) }

        let snapshot = try last.get()
        while try snapshot.revision == nil { try world.round() }
        #expect(try snapshot.revision == 0)
    }

    private func open(_ world: ReaderWorld) -> Result<any ItemSnapshot, StorageFailure> {
        Result { () throws(StorageFailure) in
            try world.repository.snapshot(
                ItemQuery(), of: world.owner, after: nil, limit: nil, resume: world.resume)
        }
    }

    @Test func `fails where its connection cannot be made`() throws {
        let repository = PostgresRepository(
            reader: PostgresReader { () throws(PostgresFailure) in throw .timedOut },
            snapshots: PostgresSnapshotPool(limit: 4) { () throws(PostgresFailure) in
                throw .cannotConnect("no route to host")
            },
            revisions: RevisionCache(clock: .constant(0)), clock: .constant(1_000), write: { _ in })
        let resumed = DispatchSemaphore(value: 0)

        let snapshot = try repository.snapshot(
            ItemQuery(), of: Owner(key: 1, epoch: "test"), after: nil, limit: nil
        ) { resumed.signal() }
        resumed.wait()

        #expect(throws: StorageFailure.unavailable("no route to host")) { try snapshot.revision }
    }

    @Test func `is available to a third owner when two others have all that they can get`() throws {
        let world = try ReaderWorld()
        world.connect()
        var held: [any ItemSnapshot] = []

        let counts = (1...3).map { key in
            let before = held.count
            let owner = Owner(key: key, epoch: "test")
            while let snapshot = try? world.repository.snapshot(
                ItemQuery(), of: owner, after: nil, limit: nil, resume: {})
            {
                held.append(snapshot)
            }
            return held.count - before
        }

        #expect(counts == [2, 1, 1])
    }
}
