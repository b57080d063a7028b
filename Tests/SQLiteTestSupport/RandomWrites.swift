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
        var patch = ItemPatch()
        for member in ItemMember.allCases where random.chance(50) {
            patch.change(member, using: &random)
        }
        var content = ItemContent(title: random.chance(50) ? "caf\u{E9}" : "cafe\u{301}")
        // A patch that needs a value of the item changes nothing.
        content = (try? patch.applied(to: content)) ?? content
        if content.done { content.repetition = nil }
        return content
    }
}

extension ItemPatch {
    fileprivate static func random(using random: inout SplitMix64) -> ItemPatch {
        var patch = ItemPatch()
        for member in ItemMember.allCases where random.chance(25) {
            patch.change(member, using: &random)
        }
        return patch
    }

    /// Changes a member to any value, or clears it.
    fileprivate mutating func change(_ member: ItemMember, using random: inout SplitMix64) {
        switch member {
        case .title: title = random.chance(50) ? "caf\u{E9}" : "tea"
        case .itemDescription:
            itemDescription = .any(of: ["", "two", .long], using: &random)
        case .timestamp: timestamp = .any(of: [0.1, 0.2], using: &random)
        case .day:
            day = .any(of: [CivilDate(days: 0), CivilDate(days: 3)], using: &random)
        case .repetition:
            var rule = RepetitionPatch()
            rule.frequency = .set(random.chance(50) ? .daily : .weekly)
            repetition = .any(of: [rule], using: &random)
        case .location:
            var point = CoordinatePatch()
            point.latitude = .set(3)
            if random.chance(50) { point.longitude = .set(4) }
            var location = LocationPatch()
            if random.chance(70) { location.name = .any(of: ["", "home"], using: &random) }
            if random.chance(50) { location.coordinate = .any(of: [point], using: &random) }
            self.location = .any(of: [location], using: &random)
        case .tags:
            tags = .any(of: ["home", "Home x", "x"].compactMap { Tags($0) }, using: &random)
        case .position:
            position = .any(of: ["a0", "a1", "a0V"].compactMap { OrderKey($0) }, using: &random)
        case .remind: remind = .any(of: [0, 10, -540], using: &random)
        case .done: done = random.chance(50)
        }
    }
}

extension ItemPatch.Change {
    fileprivate static func any(of values: [Value], using random: inout SplitMix64) -> Self {
        guard random.chance(70), let value = values.randomElement(using: &random) else {
            return .clear
        }
        return .set(value)
    }
}

extension ItemFilter {
    /// A random filter with any number of conditions.
    package static func random(using random: inout SplitMix64) -> ItemFilter {
        var filter = ItemFilter()
        if random.chance(30) { filter.done = random.chance(50) }
        if random.chance(30) {
            filter.tags = ["home", "HOME,X", "none"].randomElement(using: &random)
                .flatMap { TagFilter($0) }
        }
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
