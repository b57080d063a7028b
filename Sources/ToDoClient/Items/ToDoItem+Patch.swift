extension ToDoItem {
    /// The merge patch (RFC 7396) that turns another item into this one.
    func patch(from before: ToDoItem) -> JSONValue {
        var changed = Set(WireMember.allCases.filter { !$0.property.matches(before, self) })
        // `timestamp` alone would remove `day`.
        if changed.contains(.timestamp) || changed.contains(.day) {
            changed.insert(.timestamp)
            if before.day != nil || day != nil { changed.insert(.day) }
        }
        var members: [String: JSONValue] = [:]
        for member in changed {
            members[member.rawValue] = JSONValue.patch(
                from: member.property.json(of: before), to: member.property.json(of: self))
        }
        for name in Set(before.others.keys).union(others.keys)
        where before.others[name] != others[name] {
            members[name] = JSONValue.patch(from: before.others[name], to: others[name])
        }
        return .object(members)
    }
}

extension JSONValue {
    /// The merge patch that turns one value into another; nil is none.
    fileprivate static func patch(from before: JSONValue?, to after: JSONValue?) -> JSONValue {
        guard case .object(let old)? = before, case .object(let new)? = after else {
            return after ?? .null
        }
        return .object(
            old.mapValues { _ in JSONValue.null }.merging(
                new.map { name, value in (name, patch(from: old[name], to: value)) }
            ) { _, new in new })
    }
}
