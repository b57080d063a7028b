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

        let request = world.request()
        world.reader.resume(request)
        #expect(throws: StorageFailure.pending) {
            try world.repository.snapshot(
                ItemQuery(sort: sort), of: world.owner, after: nil, limit: nil)
        }
        while !world.round().contains(request) {}
        world.reader.resume(request)
        let snapshot = try world.repository.snapshot(
            ItemQuery(sort: sort), of: world.owner, after: nil, limit: nil)
        world.reader.forget(request)
        var (seen, hasMore): ([UInt64], Bool) = ([], true)
        while hasMore {
            do throws(StorageFailure) {
                hasMore = try snapshot.next(128) { row in
                    seen.append(row.fields.id.low)
                    return true
                }
            } catch {
                #expect(error == .pending)
                while !world.round().contains(request) {}
            }
        }

        #expect(snapshot.revision == 1)
        #expect(seen.count == 1_200)
        #expect(Set(seen).count == 1_200)
    }

    @Test func `gives its connection back when it is dropped while rows are under way`() throws {
        let world = try ReaderWorld()
        world.connect()

        // Of one owner there may be two at a time.
        for _ in 0..<20 {
            let snapshot = world.outcome { repository throws(StorageFailure) in
                try repository.snapshot(ItemQuery(), of: world.owner, after: nil, limit: nil)
                    .revision
            }
            if case .failure(let failure) = snapshot { #expect(failure == .overloaded) }
        }
        var last = Result<Int, StorageFailure>.failure(.overloaded)
        while last == .failure(.overloaded) {
            last = world.outcome { repository throws(StorageFailure) in
                try repository.snapshot(ItemQuery(), of: world.owner, after: nil, limit: nil)
                    .revision
            }
        }

        #expect(last == .success(0))
    }

    @Test func `is available to a third owner when two others have all that they can get`() throws {
        let world = try ReaderWorld()
        world.connect()
        var held: [any ItemSnapshot] = []

        let counts = (1...3).map { key in
            let before = held.count
            let owner = Owner(key: key, epoch: "test")
            while case .success(let snapshot) = world.outcome({
                repository throws(StorageFailure) in
                try repository.snapshot(ItemQuery(), of: owner, after: nil, limit: nil)
            }) { held.append(snapshot) }
            return held.count - before
        }

        #expect(counts == [2, 1, 1])
    }
}
