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

    /// Whether an earlier version is equal, or differs only in what is no change against a deletion:
    /// the place in the order by hand, and a tick with the rule that it has moved to the next item.
    ///
    /// Opening a done item again is a change.
    func isSameMovedOrTicked(since earlier: ToDoItem) -> Bool {
        var earlier = hasLostRule ? earlier.withoutRule : earlier
        earlier.position = position
        if done { earlier.done = true }
        return self == earlier
    }

    /// The item with the changes that lead from `base` to `changed`, and the members in which these
    /// have replaced another change of the item.
    func merged(
        _ changed: ToDoItem, from base: ToDoItem
    ) -> (item: ToDoItem, overwritten: Set<Member>) {
        var result = self
        var overwritten: Set<Member> = []
        for member in changed.differences(from: base) {
            result.copy(member, from: changed)
            guard !matches(base, in: member), !matches(changed, in: member) else { continue }
            switch member {
            case .tags:
                let all = Tag.merged(changed.tags, tags, base: base.tags)
                result.tags = Array(all.prefix(Tag.most))
                if all.count > Tag.most { overwritten.insert(member) }
            // The last move counts; a move that it replaces is not reported.
            case .position: break
            case .title, .itemDescription, .timestamp, .location, .done:
                overwritten.insert(member)
            }
        }
        return (result, overwritten)
    }

    /// The item with the changes that lead from `base` to `changed`.
    func applying(_ changed: ToDoItem, from base: ToDoItem) -> ToDoItem {
        merged(changed, from: base).item
    }
}
