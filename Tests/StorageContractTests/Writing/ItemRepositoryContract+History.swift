import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `A history of random writes` {
        /// Fixed seeds, and a new one in each run.
        static let seeds: [UInt64] = [1, 2, 3, 4, 5, .random(in: 6 ... .max)]

        @Test(arguments: seeds)
        func `has the same outcomes on every kind, step by step`(seed: UInt64) throws {
            var random = SplitMix64(seed: seed)
            let manualClock = ManualClock(0)
            let worlds = try ItemWorld.Kind.repositories.map {
                try SharedWorld($0, clock: manualClock.clock)
            }

            for step in 0..<120 {
                manualClock.now = Double(step)
                let turn = Int.random(in: 0...1, using: &random)
                let before = try worlds[0].repository.state(of: worlds[0].owners[turn])
                let action = ItemWrite.Action.random(about: before, using: &random)
                let conditions = Conditions.random(about: before, using: &random)

                let outcomes = worlds.map { $0.write(action, of: $0.owners[turn], conditions) }
                let states = try worlds.map { world in
                    try world.owners.map { try world.repository.state(of: $0) }
                }

                let hint = Comment("seed \(seed), step \(step): \(action) if \(conditions)")
                #expect(outcomes.allSatisfy { $0 == outcomes[0] }, hint)
                #expect(states.allSatisfy { $0 == states[0] }, hint)
                #expect(states[0][turn].follows(before, by: outcomes[0]), hint)
                guard outcomes.allSatisfy({ $0 == outcomes[0] }) else { return }
                if random.chance(30) { for world in worlds { try world.repository.endRound() } }
            }
            for world in worlds {
                #expect(try world.violations() == [], "seed \(seed)")
            }
        }
    }
}

extension ItemWorld.Kind {
    /// The kinds that run the history with this seed. Only one history runs on the disk, where each
    /// write costs a sync.
    static func forHistory(_ seed: UInt64) -> [ItemWorld.Kind] {
        seed == 1 ? repositories : [.double, .sqliteInMemory]
    }
}

extension ItemState {
    /// Whether a write with this outcome leads from `before` to this state: a change takes exactly
    /// one revision, on all touched items and no others, in the default order.
    fileprivate func follows(_ before: ItemState, by outcome: Outcome) -> Bool {
        guard case .success(let outcome) = outcome else { return self == before }
        guard outcome.changed else { return self == before && outcome.revision == revision }
        let old = Set(before.items.map(\.key))
        let touched = items.filter { !old.contains($0.key) }
        let sorted = items.sorted {
            ($0.content.done ? 1 : 0, $0.sequence) < ($1.content.done ? 1 : 0, $1.sequence)
        }
        return self != before && revision == before.revision + 1 && outcome.revision == revision
            && touched.allSatisfy { $0.revision == revision } && items == sorted
    }
}

extension ToDoItem {
    /// All values of the item, as a key.
    fileprivate var key: String { "\(self)" }
}

extension Conditions {
    fileprivate static func random(
        about state: ItemState, using random: inout SplitMix64
    ) -> Conditions {
        var conditions = Conditions()
        if random.chance(20) { conditions.ifMatch = .random(about: state, using: &random) }
        if random.chance(10) { conditions.ifNoneMatch = .random(about: state, using: &random) }
        return conditions
    }
}

extension Conditions.States {
    fileprivate static func random(
        about state: ItemState, using random: inout SplitMix64
    ) -> Conditions.States {
        if random.chance(30) { return .any }
        let known = state.items.map(\.revision) + [state.revision]
        return .revisions(known.shuffled(using: &random).dropLast(random.chance(50) ? 0 : 1))
    }
}
