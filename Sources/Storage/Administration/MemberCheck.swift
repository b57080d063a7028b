package import Items

/// Checks that the members of all items, and their old values in the history, are such as a write
/// leaves. The schema checks less of items, and nothing of old values.
package enum MemberCheck {
    package static let description = "every member has a value that a write leaves"

    /// The number of violations, and the first one. A transaction is open.
    package static func violations<Session: DatabaseSession>(
        _ session: Session, _ progress: (CheckProgress) -> Void
    ) throws(Session.Failure) -> (count: Int, example: String) {
        var (count, example) = (0, "")
        try session.checkMembers(progress) { violation in
            if count == 0 { example = violation }
            count += 1
        }
        return (count, example)
    }
}

extension ToDoItem {
    /// The first member with an invalid value.
    package var invalidMember: ItemMember? {
        doneAt?.isFinite == false ? .done : content.invalidMember(of: .all)
    }
}

extension ChangeImage {
    /// The first kept member with an invalid value.
    package var invalidMember: ItemMember? {
        doneAt?.isFinite == false ? .done : content.invalidMember(of: members.content)
    }
}
