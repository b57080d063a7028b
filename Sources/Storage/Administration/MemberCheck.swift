import Items

/// Checks that the members of all items, and their old values in the history, are such as a write
/// leaves. The schema checks less of items, and nothing of old values.
package enum MemberCheck {
    package static let description = "every member has a value that a write leaves"

    /// The number of violations, and the first one. A transaction is open.
    ///
    /// A value that cannot be read fails the check.
    package static func violations<Session: DatabaseSession>(
        _ session: Session
    ) throws(Session.Failure) -> (count: Int, example: String) {
        var (count, example) = (0, "")
        func note(_ place: String, _ member: ItemMember?) {
            guard let member else { return }
            if count == 0 { example = "\(place), \(member.rawValue)" }
            count += 1
        }
        try session.readItems { owner, item in
            note(
                "owner \(owner), sequence \(item.sequence)",
                invalidMember(item.content, .all, item.doneAt))
            return true
        }
        try session.readChanges { owner, change in
            note(
                "owner \(owner), a change of sequence \(change.sequence)",
                invalidMember(change.content, change.members.content, change.doneAt))
            return true
        }
        return (count, example)
    }

    private static func invalidMember(
        _ content: ItemContent, _ members: ItemContent.Members, _ doneAt: Double?
    ) -> ItemMember? {
        doneAt?.isFinite == false ? .done : content.invalidMember(of: members)
    }
}
