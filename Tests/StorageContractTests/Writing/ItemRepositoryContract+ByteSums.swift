import SQLiteTestSupport
import Items
import SQLiteStorage
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `The size of an owner's data` {
        // proves: limits-2
        @Test(arguments: ItemRepositoryContract.`A history of random writes`.seeds)
        func `is counted to the byte after every write, undo and pruning`(seed: UInt64) throws {
            for kind in ItemWorld.Kind.forHistory(seed) where ItemWorld.Kind.sqlite.contains(kind) {
                var random = SplitMix64(seed: seed)
                let manualClock = ManualClock(0)
                let world = try SharedWorld(
                    kind, clock: manualClock.clock, historyByteLimit: 40_000)
                let database = try #require(world.database)
                var seen = (undone: 0, marks: 0, forgotten: 0)

                for step in 1...160 {
                    // History older than 30 days is pruned by later writes.
                    manualClock.now = manualClock.now + (step % 40 == 0 ? 31 * 86_400 : 1)
                    let owner = world.owners[step % 10 < 2 || random.chance(60) ? 0 : 1]
                    let before = try world.repository.state(of: owner)
                    try world.repository.endRound()
                    let lowest = try database.oldestRevision(of: owner)
                    let action: ItemWrite.Action =
                        switch step % 10 {
                        case 0: .long(step, using: &random)
                        case 1: .undo(revision: before.revision)
                        default: .random(about: before, using: &random)
                        }
                    let outcome = world.write(action, of: owner)
                    try world.repository.endRound()

                    if case (.undo, .success) = (action, outcome) { seen.undone += 1 }
                    seen.marks += try database.integer("SELECT count(*) FROM marks") ?? 0
                    if try database.oldestRevision(of: owner) > lowest { seen.forgotten += 1 }
                    for owner in world.owners {
                        let (stored, counted) = try (
                            database.storedSums(of: owner), database.countedSums(of: owner)
                        )
                        #expect(stored == counted, "seed \(seed), \(kind), step \(step): \(action)")
                        guard stored == counted else { return }
                    }
                }

                #expect(min(seen.undone, seen.marks, seen.forgotten) > 0, "\(seen)")
                #expect(database.violations() == [], "seed \(seed), \(kind)")
            }
        }

        // proves: limits-2
        @Test(arguments: [ItemWorld.Kind.sqliteInMemory, .sqliteOnDisk])
        func `is 128 bytes for an item, 64 for an entry, plus their texts in UTF-8`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try SharedWorld(kind)
            let (owner, database) = (world.owners[0], try #require(world.database))
            let location = Location(name: "caf\u{E9}", coordinate: nil)
            let long = ItemContent(
                title: "\u{1F95B}", itemDescription: .long, location: location)
            var sums: [Sums] = []
            func write(_ action: ItemWrite.Action) throws {
                _ = try world.write(action, of: owner).get()
                try world.repository.endRound()
                sums.append(try database.storedSums(of: owner))
            }

            try write(.put(id(1), long))
            try write(.patch(id(1), .changing { $0.itemDescription = .set("abc") }))
            try write(.patch(id(1), .changing { $0.done = true }))
            try write(.delete(id(1)))

            let (first, second) = (128 + 4 + 258 + 5, 128 + 4 + 3 + 5)
            let history = [64, 64 + 258, 64, 64 + 4 + 3 + 5]
            #expect(sums.map(\.items) == [first, second, second, 0])
            #expect(sums.map(\.history) == history.indices.map { history[...$0].reduce(0, +) })
        }
    }
}

extension ItemWrite.Action {
    /// A write of several KiB of new text.
    fileprivate static func long(_ step: Int, using random: inout SplitMix64) -> Self {
        let text = String(repeating: "x", count: .random(in: 4_000...8_000, using: &random))
        return .put(id(1), ItemContent(title: "long", itemDescription: "\(step) \(text)"))
    }
}
