import Items
import Storage
import TestSupport
import Testing

private let owners = (1...3).map { Owner(key: $0, epoch: "abcd") }

/// What the loop of a batch does on every storage.
@Suite struct `A batch decided in memory` {
    typealias Outcome = WriteBatch.Outcome

    /// A batch, its storage, and the faults of its rows.
    private struct World {
        let store: InMemoryBatchStore
        let batch: WriteBatch
        let faults: FaultyRowStore

        init(beforeCommit: @escaping () throws(TransactionFailure) -> Void = {}) throws {
            var faults: FaultyRowStore?
            store = InMemoryBatchStore(
                wrap: {
                    let faulty = FaultyRowStore($0)
                    faults = faulty
                    return faulty
                }, beforeCommit: beforeCommit)
            self.faults = try #require(faults)
            batch = WriteBatch(store: store, clock: .constant(1_000), limits: OwnerLimits())
        }

        func run(_ writes: [ItemWrite]) -> [Outcome] {
            batch.run(writes.map { WriteJob(apart: $0) { _ in } }, []).items
        }

        var items: [[ToDoItem]] { owners.map { store.items(of: $0) } }
        var unclockedItems: [[ToDoItem]] { items.map { $0.map(\.unclocked) } }
    }

    private static func put(_ number: UInt64, of owner: Int = 0) -> ItemWrite {
        ItemWrite(owner: owners[owner], action: .put(id(number), content("\(number)")))
    }

    /// Random writes of few ids, some of which are refused after they have written.
    private static func writes(_ seed: UInt64, _ count: Int) -> [ItemWrite] {
        var random = SplitMix64(seed: seed)
        func any(_ limit: UInt64) -> UInt64 { random.next() % limit }
        return (0..<count).map { number in
            let action: ItemWrite.Action
            switch any(9) {
            case 0, 1: action = .put(id(any(12)), content("\(number)"))
            case 2:
                var patch = ItemPatch()
                patch.done = any(2) == 0
                action = .patch(id(any(12)), patch)
            case 3: action = .delete(id(any(12)))
            case 4:
                let new = NewItem(
                    id: id(1_000 + UInt64(number)), hasGeneratedID: true, content: content("new"))
                action = .add([new], onConflict: .refuse)
            case 5, 6:
                // The last step is refused.
                action = .batch([
                    BatchStep(.put(id(any(12)), content("refused \(number)"))),
                    BatchStep(.delete(id(any(12)))), BatchStep(.put(id(20), content("x"))),
                    BatchStep(.delete(id(99))),
                ])
            case 7: action = .undo(revision: Int(any(20)))
            default:
                var filter = ItemFilter()
                filter.done = true
                action = .deleteMatching(filter)
            }
            return ItemWrite(owner: owners[Int(any(3))], action: action)
        }
    }

    /// An outcome without the times of its items: a write that shares a batch may be a microsecond
    /// later.
    private static func summary(_ outcome: Outcome) -> String {
        switch outcome {
        case .success(let done): "\(done.revision) \(done.changed)"
        case .failure(let failure): "\(failure)"
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `has the outcomes of one write after the other`(seed: UInt64) throws {
        let (together, apart) = (try World(), try World())
        for part in 0..<3 as Range<UInt64> {
            let writes = Self.writes(seed << 8 | part, 25)

            let outcomes = together.run(writes)
            let expected = writes.flatMap { apart.run([$0]) }

            #expect(outcomes.map(Self.summary) == expected.map(Self.summary))
            #expect(together.unclockedItems == apart.unclockedItems)
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `survives a read or a flush that fails once`(seed: UInt64) throws {
        let before = Self.writes(seed, 10)
        let writes = Self.writes(seed << 8, 10)
        let whole = try World()
        _ = whole.run(before)
        let expected = whole.run(writes)
        for call in 0... {
            let world = try World()
            _ = world.run(before)
            world.faults.callsLeft = call

            let outcomes = world.run(writes)

            if world.faults.callsLeft != nil { break }
            #expect(
                outcomes.map(Self.summary) == expected.map(Self.summary), "call \(call)")
            #expect(world.unclockedItems == whole.unclockedItems, "call \(call)")
        }
    }

    @Test func `that cannot commit fails every write, and leaves nothing`() throws {
        let world = try World { () throws(TransactionFailure) in
            throw .failed(FaultyRowStore.failure)
        }

        let outcomes = world.run([Self.put(1), Self.put(2, of: 1)])

        #expect(outcomes == Array(repeating: .failure(.storage(FaultyRowStore.failure)), count: 2))
        #expect(world.items == [[], [], []])
    }

    @Test func `that is refused is repeated with a transaction for each write`() throws {
        var commits = 0
        let world = try World { () throws(TransactionFailure) in
            commits += 1
            if commits == 1 { throw .refused(FaultyRowStore.failure) }
        }

        let outcomes = world.run([Self.put(1), Self.put(2, of: 1), Self.put(3)])

        #expect(outcomes.map { try? $0.get().revision } == [1, 1, 2])
        #expect(commits == 4)
        #expect(world.items.map { $0.map(\.content.title) } == [["1", "3"], ["2"], []])
    }

    @Test func `that was outdated is repeated at once`() throws {
        var commits = 0
        let world = try World { () throws(TransactionFailure) in
            commits += 1
            if commits == 1 { throw .outdated(FaultyRowStore.failure) }
        }

        let outcomes = world.run([Self.put(1), Self.put(2)])

        #expect(outcomes.map { try? $0.get().revision } == [1, 2])
        #expect(commits == 2)
        #expect(world.items.map(\.count) == [2, 0, 0])
    }

    @Test func `undoes a bulk write that is refused after parts of it, and nothing else`() throws {
        let world = try World()
        let home = Location(name: "Home", coordinate: nil)
        let items = (1...300 as ClosedRange<UInt64>).map {
            NewItem(id: id($0), content: ItemContent(title: "\($0)", location: home))
        }
        let add = ItemWrite(owner: owners[0], action: .add(items, onConflict: .refuse))
        _ = world.run([add, Self.put(301)])
        let before = world.items[0]
        var patch = ItemPatch()
        // The last item has no location, so it cannot have a coordinate alone.
        var (location, coordinate) = (ItemPatch.LocationPatch(), ItemPatch.CoordinatePatch())
        (coordinate.latitude, coordinate.longitude) = (.set(1), .set(2))
        location.coordinate = .set(coordinate)
        patch.location = .set(location)
        let bulk = ItemWrite(owner: owners[0], action: .patchMatching(ItemFilter(), patch))

        let alone = world.run([bulk])
        let among = world.run([Self.put(400), bulk, Self.put(401)])

        #expect(alone == [.failure(.incomplete([.locationName]))])
        #expect(among.map { try? $0.get().revision } == [3, nil, 4])
        #expect(among[1] == alone[0])
        #expect(Array(world.items[0].prefix(301)) == before)
        #expect(world.items[0].map(\.content.title).suffix(2) == ["400", "401"])
    }
}

extension ToDoItem {
    /// The item without its times.
    fileprivate var unclocked: ToDoItem {
        ToDoItem(
            id: id, sequence: sequence, content: content, createdAt: 0, updatedAt: 0,
            doneAt: doneAt == nil ? nil : 0, revision: revision)
    }
}
