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
            var dice = SplitMix64(seed: seed)
            let manualClock = ManualClock(0)
            let worlds = try ItemWorld.Kind.repositories.map {
                try SharedWorld($0, clock: manualClock.clock)
            }

            for step in 0..<120 {
                manualClock.now = Double(step)
                let turn = Int.random(in: 0...1, using: &dice)
                let before = try worlds[0].repository.state(of: worlds[0].owners[turn])
                let action = ItemWrite.Action.random(about: before, using: &dice)
                let conditions = Conditions.random(about: before, using: &dice)

                let outcomes = worlds.map { $0.write(action, of: $0.owners[turn], conditions) }
                let states = try worlds.map { world in
                    try world.owners.map { try world.repository.state(of: $0) }
                }

                let hint = Comment("seed \(seed), step \(step): \(action) if \(conditions)")
                #expect(outcomes.allSatisfy { $0 == outcomes[0] }, hint)
                #expect(states.allSatisfy { $0 == states[0] }, hint)
                #expect(states[0][turn].follows(before, by: outcomes[0]), hint)
                guard outcomes.allSatisfy({ $0 == outcomes[0] }) else { return }
                if dice.chance(30) { for world in worlds { try world.repository.endRound() } }
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

extension ItemWrite.Action {
    /// Any write, sometimes an undo.
    static func random(about state: ItemState, using dice: inout SplitMix64) -> ItemWrite.Action {
        guard dice.chance(85) else {
            return .undo(revision: .random(in: 0...state.revision + 1, using: &dice))
        }
        return random(using: &dice)
    }

    /// Any write but an undo.
    static func random(using dice: inout SplitMix64) -> ItemWrite.Action {
        switch Int.random(in: 0..<25, using: &dice) {
        case 0..<5:
            let ids = (1...8 as ClosedRange<UInt64>).shuffled(using: &dice).prefix(
                Int.random(in: 0...4, using: &dice))
            return .add(
                ids.map { NewItem(id: id($0), content: .random(using: &dice)) },
                onConflict: [.refuse, .skip, .replace].randomElement(using: &dice) ?? .refuse)
        case 5..<10: return .put(.random(using: &dice), .random(using: &dice))
        case 10..<15: return .patch(.random(using: &dice), .random(using: &dice))
        case 15..<19: return .delete(.random(using: &dice))
        case 19: return .deleteAll
        case 20: return .deleteMatching(.random(using: &dice))
        case 21: return .patchMatching(.random(using: &dice), .random(using: &dice))
        default:
            let count = Int.random(in: 0...4, using: &dice)
            return .batch((0..<count).map { _ in .random(using: &dice) })
        }
    }
}

extension BatchStep {
    fileprivate static func random(using dice: inout SplitMix64) -> BatchStep {
        let id = ItemID.random(using: &dice)
        let revision = dice.chance(10) ? Int.random(in: 1...9, using: &dice) : nil
        switch Int.random(in: 0..<4, using: &dice) {
        case 0..<2: return BatchStep(.put(id, .random(using: &dice)), ifRevision: revision)
        case 2: return BatchStep(.patch(id, .random(using: &dice)), ifRevision: revision)
        default: return BatchStep(.delete(id), ifRevision: revision)
        }
    }
}

extension ItemID {
    fileprivate static func random(using dice: inout SplitMix64) -> ItemID {
        id(.random(in: 1...8, using: &dice))
    }
}

extension String {
    /// A description that is too long for an item's own row.
    static let long = String(repeating: "\u{E9}", count: 129)
}

// Few different values, so that writes often meet equal ones.
extension ItemContent {
    fileprivate static func random(using dice: inout SplitMix64) -> ItemContent {
        let coordinate = dice.chance(50) ? Coordinate(latitude: 1, longitude: 2) : nil
        let isDone = dice.chance(40)
        let timestamp = dice.chance(50) ? 0.1 : nil
        let hasRule = timestamp != nil && !isDone && dice.chance(60)
        return ItemContent(
            title: dice.chance(50) ? "caf\u{E9}" : "cafe\u{301}",
            itemDescription: dice.chance(50)
                ? ["", "two", .long].randomElement(using: &dice) : nil,
            timestamp: timestamp,
            day: timestamp != nil && dice.chance(40) ? CivilDate(days: 0) : nil,
            repetition: hasRule ? RepetitionText(Repetition(.daily)) : nil,
            location: dice.chance(40) ? Location(name: "", coordinate: coordinate) : nil,
            done: isDone)
    }
}

extension ItemPatch {
    fileprivate static func random(using dice: inout SplitMix64) -> ItemPatch {
        var patch = ItemPatch()
        if dice.chance(30) { patch.title = dice.chance(50) ? "caf\u{E9}" : "tea" }
        if dice.chance(30) { patch.done = dice.chance(50) }
        if dice.chance(30) {
            patch.itemDescription = dice.chance(50) ? .clear : .set(dice.chance(70) ? "two" : .long)
        }
        if dice.chance(30) { patch.timestamp = dice.chance(50) ? .clear : .set(0.2) }
        if dice.chance(10) { patch.day = dice.chance(50) ? .clear : .set(CivilDate(days: 3)) }
        if dice.chance(10) {
            var rule = RepetitionPatch()
            rule.frequency = .set(.weekly)
            patch.repetition = dice.chance(70) ? .set(rule) : .clear
        }
        guard dice.chance(40) else { return patch }
        var point = CoordinatePatch()
        point.latitude = .set(3)
        if dice.chance(50) { point.longitude = .set(4) }
        var location = LocationPatch()
        if dice.chance(50) { location.name = dice.chance(80) ? .set("home") : .clear }
        if dice.chance(50) { location.coordinate = dice.chance(70) ? .set(point) : .clear }
        patch.location = dice.chance(80) ? .set(location) : .clear
        return patch
    }
}

extension Conditions {
    fileprivate static func random(
        about state: ItemState, using dice: inout SplitMix64
    ) -> Conditions {
        var conditions = Conditions()
        if dice.chance(20) { conditions.ifMatch = .random(about: state, using: &dice) }
        if dice.chance(10) { conditions.ifNoneMatch = .random(about: state, using: &dice) }
        return conditions
    }
}

extension Conditions.States {
    fileprivate static func random(
        about state: ItemState, using dice: inout SplitMix64
    ) -> Conditions.States {
        if dice.chance(30) { return .any }
        let known = state.items.map(\.revision) + [state.revision]
        return .revisions(known.shuffled(using: &dice).dropLast(dice.chance(50) ? 0 : 1))
    }
}
