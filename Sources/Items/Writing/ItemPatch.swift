/// A merge patch (RFC 7396) for an item, which sets, clears or keeps each member.
package struct ItemPatch: Equatable, Sendable {
    package var title: String?
    package var itemDescription: Change<String> = .keep
    package var timestamp: Change<Double> = .keep
    package var day: Change<CivilDate> = .keep
    package var repetition: Change<RepetitionPatch> = .keep
    package var location: Change<LocationPatch> = .keep
    package var tags: Change<Tags> = .keep
    package var position: Change<OrderKey> = .keep
    package var remind: Change<Int> = .keep
    package var done: Bool?

    /// A patch that keeps everything.
    package init() {}

    /// The content with this patch merged into it.
    ///
    /// Whether a location is complete and a rule is one depends on the stored ones, so it is
    /// checked here. The error names all faults.
    package func applied(to content: ItemContent) throws(IncompletePatch) -> ItemContent {
        var missing: [Missing] = []
        var dueDate: [FaultyDueDate.Fault] = []
        var result = content
        for member in ItemMember.allCases {
            switch member {
            case .title: if let title { result.title = title }
            case .itemDescription:
                result.itemDescription = itemDescription.applied(to: content.itemDescription)
            case .timestamp: dueDate = applyDueDate(to: &result)
            case .day, .repetition, .remind: break  // with `timestamp`
            case .location:
                switch location {
                case .keep: break
                case .clear: result.location = nil
                case .set(let location):
                    result.location = Self.merge(location, into: content.location, &missing)
                }
            case .tags: result.tags = tags.applied(to: content.tags)
            case .position: result.position = position.applied(to: content.position)
            case .done: if let done { result.done = done }
            }
        }
        guard missing.isEmpty, dueDate.isEmpty else {
            throw IncompletePatch(missing: missing, dueDate: dueDate)
        }
        return result
    }
}

extension ItemPatch {
    /// The change of one member.
    package enum Change<Value: Equatable & Sendable>: Equatable, Sendable {
        case keep
        case clear
        case set(Value)
    }

    /// The part of a patch that merges into a location.
    package struct LocationPatch: Equatable, Sendable {
        package var name: Change<String> = .keep
        package var coordinate: Change<CoordinatePatch> = .keep

        /// A patch that keeps everything.
        package init() {}
    }

    /// The part of a patch that merges into a coordinate.
    package struct CoordinatePatch: Equatable, Sendable {
        package var latitude: Change<Double> = .keep
        package var longitude: Change<Double> = .keep

        /// A patch that keeps everything.
        package init() {}
    }

    /// The required members of a location that a merge can leave without a value.
    package enum Missing: Error, Equatable, Sendable, CaseIterable {
        case locationName
        case latitude
        case longitude
    }

    static func merge(
        _ patch: LocationPatch, into old: Location?, _ missing: inout [Missing]
    ) -> Location? {
        let name = patch.name.applied(to: old?.name)
        if name == nil { missing.append(.locationName) }
        var coordinate = old?.coordinate
        switch patch.coordinate {
        case .keep: break
        case .clear: coordinate = nil
        case .set(let point):
            let latitude = point.latitude.applied(to: coordinate?.latitude)
            let longitude = point.longitude.applied(to: coordinate?.longitude)
            if latitude == nil { missing.append(.latitude) }
            if longitude == nil { missing.append(.longitude) }
            coordinate = Coordinate(latitude: latitude ?? 0, longitude: longitude ?? 0)
        }
        return Location(name: name ?? "", coordinate: coordinate)
    }
}

/// A patch whose result lacks required members, or has a faulty due date.
package struct IncompletePatch: Error, Equatable, Sendable {
    package let missing: [ItemPatch.Missing]
    package var dueDate: [FaultyDueDate.Fault] = []
}

extension ItemPatch.Change {
    func applied(to old: Value?) -> Value? {
        switch self {
        case .keep: old
        case .clear: nil
        case .set(let value): value
        }
    }
}
