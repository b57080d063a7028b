package import Items
package import TestSupport

extension ItemWrite.Action {
    /// Any write, sometimes an undo.
    package static func random(
        about state: ItemState, using random: inout SplitMix64
    ) -> ItemWrite.Action {
        guard random.chance(85) else {
            return .undo(revision: .random(in: 0...state.revision + 1, using: &random))
        }
        return .random(using: &random)
    }

    /// Any write except an undo.
    package static func random(using random: inout SplitMix64) -> ItemWrite.Action {
        switch Int.random(in: 0..<25, using: &random) {
        case 0..<5:
            let ids = (1...8 as ClosedRange<UInt64>).shuffled(using: &random).prefix(
                Int.random(in: 0...4, using: &random))
            return .add(
                ids.map { NewItem(id: id($0), content: .random(using: &random)) },
                onConflict: [.refuse, .skip, .replace].randomElement(using: &random) ?? .refuse)
        case 5..<10: return .put(.random(using: &random), .random(using: &random))
        case 10..<15: return .patch(.random(using: &random), .random(using: &random))
        case 15..<19: return .delete(.random(using: &random))
        case 19: return .deleteAll
        case 20: return .deleteMatching(.random(using: &random))
        case 21: return .patchMatching(.random(using: &random), .random(using: &random))
        default:
            let count = Int.random(in: 0...4, using: &random)
            return .batch((0..<count).map { _ in .random(using: &random) })
        }
    }
}

extension BatchStep {
    fileprivate static func random(using random: inout SplitMix64) -> BatchStep {
        let id = ItemID.random(using: &random)
        let revision = random.chance(10) ? Int.random(in: 1...9, using: &random) : nil
        switch Int.random(in: 0..<4, using: &random) {
        case 0..<2: return BatchStep(.put(id, .random(using: &random)), ifRevision: revision)
        case 2: return BatchStep(.patch(id, .random(using: &random)), ifRevision: revision)
        default: return BatchStep(.delete(id), ifRevision: revision)
        }
    }
}

extension ItemID {
    fileprivate static func random(using random: inout SplitMix64) -> ItemID {
        id(.random(in: 1...8, using: &random))
    }
}

extension String {
    /// A description that is too long for an item's own row.
    package static let long = String(repeating: "\u{E9}", count: 129)
}

// Few different values, so that writes often meet equal ones.
extension ItemContent {
    fileprivate static func random(using random: inout SplitMix64) -> ItemContent {
        let coordinate = random.chance(50) ? Coordinate(latitude: 1, longitude: 2) : nil
        let isDone = random.chance(40)
        let timestamp = random.chance(50) ? 0.1 : nil
        let hasRule = timestamp != nil && !isDone && random.chance(60)
        return ItemContent(
            title: random.chance(50) ? "caf\u{E9}" : "cafe\u{301}",
            itemDescription: random.chance(50)
                ? ["", "two", .long].randomElement(using: &random) : nil,
            timestamp: timestamp,
            day: timestamp != nil && random.chance(40) ? CivilDate(days: 0) : nil,
            repetition: hasRule ? RepetitionText(Repetition(.daily)) : nil,
            location: random.chance(40) ? Location(name: "", coordinate: coordinate) : nil,
            done: isDone)
    }
}

extension ItemPatch {
    fileprivate static func random(using random: inout SplitMix64) -> ItemPatch {
        var patch = ItemPatch()
        if random.chance(30) { patch.title = random.chance(50) ? "caf\u{E9}" : "tea" }
        if random.chance(30) { patch.done = random.chance(50) }
        if random.chance(30) {
            patch.itemDescription =
                random.chance(50) ? .clear : .set(random.chance(70) ? "two" : .long)
        }
        if random.chance(30) { patch.timestamp = random.chance(50) ? .clear : .set(0.2) }
        if random.chance(10) { patch.day = random.chance(50) ? .clear : .set(CivilDate(days: 3)) }
        if random.chance(10) {
            var rule = RepetitionPatch()
            rule.frequency = .set(.weekly)
            patch.repetition = random.chance(70) ? .set(rule) : .clear
        }
        guard random.chance(40) else { return patch }
        var point = CoordinatePatch()
        point.latitude = .set(3)
        if random.chance(50) { point.longitude = .set(4) }
        var location = LocationPatch()
        if random.chance(50) { location.name = random.chance(80) ? .set("home") : .clear }
        if random.chance(50) { location.coordinate = random.chance(70) ? .set(point) : .clear }
        patch.location = random.chance(80) ? .set(location) : .clear
        return patch
    }
}

extension ItemFilter {
    /// A random filter with any number of conditions.
    package static func random(using random: inout SplitMix64) -> ItemFilter {
        var filter = ItemFilter()
        if random.chance(30) { filter.done = random.chance(50) }
        if random.chance(30) { filter.hasLocation = random.chance(50) }
        if random.chance(25) {
            filter.dueBefore = [-5, 0, 1, 2.5, 9].randomElement(using: &random)
        }
        if random.chance(25) { filter.dueAfter = [-5, 0, 1, 2.5, 9].randomElement(using: &random) }
        if random.chance(30) {
            let words = [
                "milk", "MILK", "i", "tee t", "%", "\"", "stra\u{DF}e", "caf\u{E9}", "nowhere",
                "\u{725B}", "m t", "ilk", "two milk",
            ]
            filter.words = words.randomElement(using: &random).flatMap(SearchWords.init)
        }
        if random.chance(30) {
            filter.near = GeoCircle(
                center: .varied(using: &random),
                radius: [1, 1_000, 500_000, 9_000_000, 20_040_000].randomElement(using: &random)
                    ?? 1)
        }
        return filter
    }
}

extension Coordinate {
    package static func varied(using random: inout SplitMix64) -> Coordinate {
        Coordinate(
            latitude: [-90, -0.004, 0, 0.004, 51.2, 89.999, 90].randomElement(using: &random) ?? 0,
            longitude: [-180, -179.999, 0, 6.8, 6.801, 179.999, 180].randomElement(using: &random)
                ?? 0)
    }
}
