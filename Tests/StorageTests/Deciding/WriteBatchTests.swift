import Items
import Storage
import Synchronization
import Telemetry
import TestSupport
import Testing

@testable import Storage

private let day = 86_400.0
private let owners = (1...3).map { Owner(key: $0, epoch: "abcd") }

/// What the loop of a batch does on every storage.
@Suite struct `A batch decided in memory` {
    typealias Outcome = WriteBatch.Outcome

    /// A batch, its storage, and the faults of its rows.
    private struct World {
        let store: InMemoryBatchStore
        let batch: WriteBatch
        let faults: FaultyRowStore

        init(
            items limit: ItemSize = .unlimited, clock: Clock = .constant(1_000),
            steady: Clock? = nil, metrics: WriterMetrics? = nil,
            onBegin: @escaping () throws(TransactionFailure) -> Void = {},
            beforeCommit: @escaping () throws(TransactionFailure) -> Void = {}
        ) throws {
            var faults: FaultyRowStore?
            store = InMemoryBatchStore(
                wrap: {
                    let faulty = FaultyRowStore($0)
                    faults = faulty
                    return faulty
                }, onBegin: onBegin, beforeCommit: beforeCommit)
            self.faults = try #require(faults)
            batch = WriteBatch(
                store: store, clock: clock,
                jumpTolerantClock: JumpTolerantClock(steady: steady ?? clock),
                limits: OwnerLimits(items: limit), metrics: metrics)
        }

        func run(_ writes: [ItemWrite]) -> [Outcome] {
            batch.run(writes.map { WriteJob(apart: $0) { _ in } }, []).items
        }

        /// Runs these actions of the first owner in one batch.
        func run(_ actions: ItemWrite.Action...) -> [Outcome] {
            run(actions.map { ItemWrite(owner: owners[0], action: $0) })
        }

        var titles: [String] { items[0].map(\.content.title) }
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

    @Test func `that is refused is repeated in halves`() throws {
        var commits = 0
        let world = try World { () throws(TransactionFailure) in
            commits += 1
            if commits == 1 { throw .refused(FaultyRowStore.failure) }
        }

        let outcomes = world.run([Self.put(1), Self.put(2, of: 1), Self.put(3)])

        #expect(outcomes.map { try? $0.get().revision } == [1, 1, 2])
        #expect(commits == 3)
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

        #expect(alone == [.failure(.incomplete([.locationName]))])
        #expect(world.items[0] == before)
    }

    @Test func `fails the one write that meets a damaged row, after few transactions`() throws {
        var transactions = 0
        let metrics = WriterMetrics()
        let world = try World(metrics: metrics, onBegin: { transactions += 1 })
        _ = world.run([Self.put(1)])
        world.faults.damaged = OwnedID(owner: owners[0].key, id: id(1))
        transactions = 0

        let outcomes = world.run(
            (0..<16 as Range<UInt64>).map { Self.put($0, of: $0 == 1 ? 0 : Int($0 % 3)) })

        let failures = outcomes.enumerated().filter { $0.element.isOfStorage }
        #expect(failures.map(\.offset) == [1])
        #expect(transactions <= 9)
        #expect(metrics.failedBatches.value == 0)
    }

    @Test func `that meets a locked row fails the writes of its owner, and waits no more`() throws {
        var transactions = 0
        let world = try World(onBegin: { transactions += 1 })
        world.store.locked = [owners[1].key]

        let outcomes = world.run((0..<9 as Range<UInt64>).map { Self.put($0, of: Int($0 % 3)) })

        let revisions = outcomes.map { try? $0.get().revision }
        #expect(revisions == [1, nil, 1, 2, nil, 2, 3, nil, 3])
        #expect(outcomes[1] == .failure(.storage(.busy("lock timeout"))))
        #expect(transactions == 2)
    }

    @Test(
        arguments: [
            (.interrupted(FaultyRowStore.failure), 2), (.locked(FaultyRowStore.failure), 2),
            (.unavailable(FaultyRowStore.failure), 1),
        ] as [(TransactionFailure, Int)])
    func `gives up soon if a failure concerns every write`(
        failure: TransactionFailure, attempts: Int
    ) throws {
        var transactions = 0
        let metrics = WriterMetrics()
        let world = try World(
            metrics: metrics,
            onBegin: { () throws(TransactionFailure) in
                transactions += 1
                throw failure
            })

        let outcomes = world.run((0..<8 as Range<UInt64>).map { Self.put($0, of: Int($0 % 3)) })

        #expect(outcomes.count { $0.isOfStorage } == 8)
        #expect(transactions == attempts)
        #expect(metrics.failedBatches.value == 1)
    }

    @Test func `whose halves cannot begin waits once`() throws {
        var transactions = 0
        let world = try World(
            onBegin: { () throws(TransactionFailure) in
                transactions += 1
                if transactions > 1 { throw .unavailable(.busy("locked")) }
            },
            beforeCommit: { () throws(TransactionFailure) in
                throw .refused(FaultyRowStore.failure)
            })

        let outcomes = world.run((0..<8 as Range<UInt64>).map { Self.put($0) })

        #expect(outcomes == Array(repeating: .failure(.storage(.busy("locked"))), count: 8))
        #expect(transactions == 2)
    }

    @Test func `that was interrupted once is repeated`() throws {
        var transactions = 0
        let world = try World(
            onBegin: { () throws(TransactionFailure) in
                transactions += 1
                if transactions == 1 { throw .interrupted(.unavailable("shut down")) }
            })

        let outcomes = world.run([Self.put(1), Self.put(2)])

        #expect(outcomes.map { try? $0.get().revision } == [1, 2])
        #expect(transactions == 2)
    }

    /// The first undo deletes each item and creates it again, at its old sequence.
    @Test func `undoes an undo of many items in parts`() throws {
        let world = try World()
        func run(_ action: ItemWrite.Action) throws -> Int {
            let write = ItemWrite(owner: owners[0], action: action)
            let job = WriteJob(write: write, isBulk: true) { _ in }
            return try world.batch.run([job], [], isMaintenance: false).items[0].get().revision
        }
        func items(_ title: String) -> [NewItem] {
            (1...1_101 as ClosedRange<UInt64>).map { NewItem(id: id($0), content: content(title)) }
        }
        _ = try run(
            .add(items("old") + [NewItem(id: id(0), content: content("x"))], onConflict: .refuse))
        var patch = ItemPatch()
        patch.title = "new"
        let patched = try run(.patchMatching(ItemFilter(), patch))
        _ = try run(.deleteMatching(ItemFilter()))
        _ = try run(
            .add([NewItem(id: id(0), content: content("new"))] + items("new"), onConflict: .refuse))
        let before = world.unclockedItems[0].map(\.sequence)

        let undone = try run(.undo(revision: patched))
        let old = world.unclockedItems[0].map(\.content.title)
        _ = try run(.undo(revision: undone))

        #expect(old == Array(repeating: "old", count: 1_101) + ["x"])
        #expect(world.unclockedItems[0].map(\.sequence) == before)
        #expect(world.items[0].allSatisfy { $0.content.title == "new" })
        #expect(world.faults.mostSequences <= 251)
    }

    @Test func `refuses a bulk write soon after it is beyond the quota`() throws {
        let world = try World(items: .bytes(1 << 20))
        let items = (1...900 as ClosedRange<UInt64>).map {
            NewItem(id: id($0), content: content("\($0)"))
        }
        _ = world.run([ItemWrite(owner: owners[0], action: .add(items, onConflict: .refuse))])
        var patch = ItemPatch()
        patch.itemDescription = .set(String(repeating: "x", count: 20_000))
        let bulk = ItemWrite(owner: owners[0], action: .patchMatching(ItemFilter(), patch))

        let outcome = try #require(world.run([bulk]).first)

        guard case .failure(.quotaExceeded(_, limit: 1 << 20)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(world.faults.parts <= 2)
        #expect(world.items[0].allSatisfy { $0.content.itemDescription == nil })
    }

    @Test func `with writes that are refused is one transaction, performed once`() throws {
        var commits = 0
        let world = try World { () throws(TransactionFailure) in commits += 1 }
        // With the later change, as many as undos may read in a batch with other writes.
        let count = UInt64(UndoLimits.inSharedBatch - 1)
        let many = (1...count).map { NewItem(id: id($0), content: content("\($0)")) }
        _ = world.run(.add(many, onConflict: .refuse))

        let outcomes = world.run(
            .put(id(count), content("x")), .undo(revision: 1),
            .batch([BatchStep(.put(id(800), content("refused"))), BatchStep(.delete(id(900)))]),
            .put(id(1_000), content("y")))

        #expect(outcomes.map { try? $0.get().revision } == [2, nil, nil, 3])
        #expect(outcomes[1] == .failure(.changedSince([id(count)])))
        #expect(outcomes[2] == .failure(.atStep(1, .notFound)))
        #expect(world.titles.suffix(2) == ["x", "y"])
        #expect(world.items[0].map(\.sequence) == Array(1...Int(count) + 1))
        #expect(commits == 2)
    }

    @Test func `gives the room of a refused write to smaller ones`() throws {
        let world = try World(items: .bytes(400))
        let two = [BatchStep(.put(id(2), content("two"))), BatchStep(.put(id(3), content("six")))]

        let outcomes = world.run(
            .put(id(1), content("one")), .batch(two + [BatchStep(.put(id(4), content("ten")))]),
            .batch(two), .put(id(5), content("one too many")), .delete(id(1)),
            .put(id(5), content("five")))

        #expect(outcomes.map { try? $0.get().revision } == [1, nil, 2, nil, 3, 4])
        #expect(outcomes[1] == .failure(.quotaExceeded(bytes: 524, limit: 400)))
        #expect(outcomes[3] == .failure(.quotaExceeded(bytes: 533, limit: 400)))
        #expect(world.titles == ["two", "six", "five"])
    }

    @Test func `refuses an item with an id that is taken, and what it wrote before`() throws {
        let world = try World()
        let taken = [2, 3, 3].map { NewItem(id: id($0), content: content("\($0)")) }

        // The write rules never add an id twice.
        let outcomes = world.run(
            .put(id(1), content("1")), .add(taken, onConflict: .refuse), .put(id(4), content("4")))

        #expect(outcomes.map { try? $0.get().revision } == [1, nil, 2])
        #expect(outcomes[1] == .failure(.storage(.corrupt("an item with an id that is taken"))))
        #expect(world.titles == ["1", "4"])
    }

    @Test func `gives no sequence beyond 2^31 - 1`() throws {
        let world = try World()
        world.store.setLastSequence(2_147_483_646, of: owners[0])

        let outcomes = world.run(
            .put(id(1), content("last")), .put(id(2), content("one too many")),
            .put(id(1), content("changed")))

        #expect(outcomes.map { try? $0.get().revision } == [1, nil, 2])
        #expect(
            outcomes[1] == .failure(.storage(.unexpected("an owner has no sequences left"))))
        #expect(world.items[0].map(\.sequence) == [2_147_483_647])
        #expect(world.titles == ["changed"])
    }

    @Test(arguments: [false, true])
    func `looks up an id only if it may have been used`(isGenerated: Bool) throws {
        let world = try World()
        let new = NewItem(id: id(1), hasGeneratedID: isGenerated, content: content("one"))

        _ = world.run(.add([new], onConflict: .refuse))

        #expect(world.titles == ["one"])
        #expect(world.faults.lookups == (isGenerated ? [] : [id(1)]))
    }

    @Test(
        arguments: [
            .patchMatching(ItemFilter(), ItemPatch()), .deleteMatching(ItemFilter()),
            .undo(revision: 1), .put(id(2), content("two")), .delete(id(1)),
        ] as [ItemWrite.Action])
    func `answers the probes that wait when it makes progress`(action: ItemWrite.Action) throws {
        let world = try World()
        _ = world.run(.put(id(1), content("one")))
        let answers = Mutex(0)
        world.batch.livenessProbes.add { answers.withLock { $0 += 1 } }

        _ = world.run(action)

        #expect(answers.withLock { $0 } == 1)
    }

    /// A response is kept for a day, by the time that tolerates jumps of the wall clock.
    // proves: undo-3
    @Test(arguments: [-365 * day, -3_600, 3_600, 2 * day, 365 * day])
    func `forgets no response because the wall clock jumps for a while`(jump: Double) throws {
        let (wall, steady) = (ManualClock(1_800_000_000), ManualClock(0))
        let world = try World(clock: wall.clock, steady: steady.clock)
        func put(_ title: String, after seconds: Double, offset: Double = 0) -> Outcome {
            steady.now += seconds
            wall.now = 1_800_000_000 + steady.now + offset
            let write = ItemWrite(owner: owners[0], action: .put(id(1), content(title)))
            return world.batch.run([WriteJob(write: write, once: .post("k")) { _ in }], []).items[0]
        }
        let replayed = WriteOutcome(
            revision: 1, changed: false,
            result: .replayed(StoredResponse(status: 201, head: [], content: Array("1".utf8))))

        let outcomes = [
            put("one", after: 0), put("two", after: 10, offset: jump),
            put("three", after: 10, offset: jump), put("four", after: 10),
            put("five", after: day - 40), put("six", after: 50),
        ]

        #expect(outcomes.map { try? $0.get().revision } == [1, 1, 1, 1, 1, 2])
        #expect(outcomes[1..<5].allSatisfy { $0 == .success(replayed) })
        #expect(world.titles == ["six"])
    }
}

extension WriteBatch.Outcome {
    /// Whether storage failed; false if a rule refused the write.
    fileprivate var isOfStorage: Bool {
        if case .failure(.storage) = self { true } else { false }
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
