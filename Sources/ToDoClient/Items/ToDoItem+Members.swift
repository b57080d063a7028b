extension ToDoItem {
    /// Whether one member is the same in both.
    func matches(_ other: ToDoItem, in member: Member) -> Bool {
        member.wireMembers.allSatisfy { $0.property.matches(self, other) }
    }

    /// Takes one member from another item.
    mutating func copy(_ member: Member, from other: ToDoItem) {
        for wireMember in member.wireMembers { take(wireMember, from: other) }
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

    /// Whether an earlier version is equal, or differs only because it was not done yet and had the
    /// rule that a completion has moved to the next item.
    ///
    /// A tick does not count as a change against a deletion; opening a done item again does.
    func isSameOrTicked(since earlier: ToDoItem) -> Bool {
        var ticked = hasLostRule ? earlier.withoutRule : earlier
        ticked.done = true
        return self == earlier || self == ticked
    }

    /// The item, with the members in which `changed` differs from `base` taken from `changed`.
    func applying(_ changed: ToDoItem, from base: ToDoItem) -> ToDoItem {
        var result = self
        for member in changed.differences(from: base) { result.copy(member, from: changed) }
        return result
    }
}
