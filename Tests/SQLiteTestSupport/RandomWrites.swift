package import Items
package import TestSupport

extension ItemWrite.Action {
    /// Any write, sometimes an undo.
    package static func random(
        about state: ItemState, using dice: inout SplitMix64
    ) -> ItemWrite.Action {
        guard dice.chance(85) else {
            return .undo(revision: .random(in: 0...state.revision + 1, using: &dice))
        }
        return random(using: &dice)
    }

    /// Any write but an undo.
    package static func random(using dice: inout SplitMix64) -> ItemWrite.Action {
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
    package static let long = String(repeating: "\u{E9}", count: 129)
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

extension ItemFilter {
    /// A random filter with any number of conditions.
    package static func random(using dice: inout SplitMix64) -> ItemFilter {
        var filter = ItemFilter()
        if dice.chance(30) { filter.done = dice.chance(50) }
        if dice.chance(30) { filter.hasLocation = dice.chance(50) }
        if dice.chance(25) { filter.dueBefore = [-5, 0, 1, 2.5, 9].randomElement(using: &dice) }
        if dice.chance(25) { filter.dueAfter = [-5, 0, 1, 2.5, 9].randomElement(using: &dice) }
        if dice.chance(30) {
            let words = [
                "milk", "MILK", "i", "tee t", "%", "\"", "stra\u{DF}e", "caf\u{E9}", "nowhere",
                "\u{725B}", "m t", "ilk", "two milk",
            ]
            filter.words = words.randomElement(using: &dice).flatMap(SearchWords.init)
        }
        if dice.chance(30) {
            filter.near = GeoCircle(
                center: .varied(using: &dice),
                radius: [1, 1_000, 500_000, 9_000_000, 20_040_000].randomElement(using: &dice) ?? 1)
        }
        return filter
    }
}

extension Coordinate {
    package static func varied(using dice: inout SplitMix64) -> Coordinate {
        Coordinate(
            latitude: [-90, -0.004, 0, 0.004, 51.2, 89.999, 90].randomElement(using: &dice) ?? 0,
            longitude: [-180, -179.999, 0, 6.8, 6.801, 179.999, 180].randomElement(using: &dice)
                ?? 0)
    }
}
