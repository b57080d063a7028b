extension ToDoItem {
    /// Whether one member is the same in both.
    func matches(_ other: ToDoItem, in member: Member) -> Bool {
        switch member {
        case .title: title == other.title
        case .itemDescription: itemDescription == other.itemDescription
        case .timestamp:
            timestamp == other.timestamp && day == other.day && repetition == other.repetition
        case .location: location == other.location
        case .done: done == other.done
        }
    }

    /// Takes one member from another item.
    mutating func copy(_ member: Member, from other: ToDoItem) {
        switch member {
        case .title: title = other.title
        case .itemDescription: itemDescription = other.itemDescription
        case .timestamp:
            timestamp = other.timestamp
            day = other.day
            repetition = other.repetition
        case .location: location = other.location
        case .done: done = other.done
        }
    }

    /// The item without its rule of repetition.
    var withoutRule: ToDoItem {
        var item = self
        item.repetition = nil
        return item
    }

    /// The members that differ, in the order of their declaration.
    func differences(from other: ToDoItem) -> [Member] {
        Member.allCases.filter { !matches(other, in: $0) }
    }

    /// Whether nothing but `done` differs from an earlier state, and the rule that a completion has
    /// taken along.
    func isSameExceptDone(_ other: ToDoItem) -> Bool {
        var other = other
        if hasLostRule { other.repetition = nil }
        other.done = done
        return self == other
    }

    /// The item with the members that differ between `base` and `changed` as `changed` has them.
    func applying(_ changed: ToDoItem, from base: ToDoItem) -> ToDoItem {
        var result = self
        for member in changed.differences(from: base) { result.copy(member, from: changed) }
        return result
    }
}
