extension ItemContent {
    /// The first of these members whose value no write leaves; nil if all are valid.
    ///
    /// Each is judged for itself, as in a change that has only some of them.
    package func invalidMember(of members: Members) -> ItemMember? {
        ItemMember.allCases.first { members.contains($0) && !isValid($0) }
    }

    private func isValid(_ member: ItemMember) -> Bool {
        switch member {
        case .title: (try? ItemRules.title(title)).map { sameBytes($0, title) } ?? false
        case .itemDescription:
            itemDescription.map { (try? ItemRules.description($0)) != nil } ?? true
        case .timestamp: timestamp.map(ItemRules.times.contains) ?? true
        case .location: location?.isValid ?? true
        case .remind: remind.map(ItemRules.reminders.contains) ?? true
        // Their types have no other values.
        case .day, .repetition, .tags, .position, .done: true
        }
    }
}

extension Location {
    fileprivate var isValid: Bool {
        let isInside =
            coordinate.map {
                ItemRules.latitudes.contains($0.latitude)
                    && ItemRules.longitudes.contains($0.longitude)
            } ?? true
        return isInside && (try? ItemRules.locationName(name)) != nil
    }
}
