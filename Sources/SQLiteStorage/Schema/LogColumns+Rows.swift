import Items
import SQLite
import Storage

extension LogColumns {
    /// Binds the columns of an entry that stores at most `done_at` of an item.
    static func bind(
        _ change: borrowing ChangeRow, _ number: Int, after previous: Int,
        _ members: ChangeMembers, to statement: inout Statement
    ) throws(DatabaseError) {
        try statement.bind(number, at: 1 + At.entry)
        try statement.bind(change.owner, at: 1 + At.owner)
        try statement.bind(previous, at: 1 + At.previous)
        try statement.bind(change.revision, at: 1 + At.revision)
        try statement.bind(change.changedAt, at: 1 + At.changedAt)
        try statement.bind(text: change.origin?.label, at: 1 + At.writtenBy)
        try statement.bind(change.origin?.undoes, at: 1 + At.undoes)
        try statement.bind(change.sequence, at: 1 + At.sequence)
        try statement.bind(members.rawValue, at: 1 + At.members)
        try statement.bind(
            members.contains(.doneAt) ? change.image?.doneAt : nil, at: 1 + At.doneAt)
    }

    /// Binds the other columns.
    static func bindImage(
        _ change: borrowing ChangeRow, _ members: ChangeMembers, to statement: inout Statement,
        without missing: ItemContent.Members = []
    ) throws(DatabaseError) {
        guard let image = change.image else { return }
        let isDeletion = members.contains(.deletion)
        let id = change.id
        try statement.bind(isDeletion ? image.createdAt : nil, at: 1 + At.createdAt)
        try statement.bind(uuid: isDeletion ? (id.high, id.low) : nil, at: 1 + At.id)
        try SQLiteContentColumn.bind(
            members.content, of: image.content, to: &statement, from: 1 + At.content,
            without: missing)
    }

    /// The change in a row with the columns of `image`.
    static func image(_ statement: borrowing Statement) throws(DatabaseError) -> ChangeImage {
        guard let members = ChangeMembers(stored: statement.integer(at: At.members - At.image))
        else { throw statement.corruption("unknown members") }
        let isDeletion = members.contains(.deletion)
        var content = ItemContent(title: "")
        try SQLiteContentColumn.read(
            members.content, of: &content, from: statement, at: At.content - At.image)
        return ChangeImage(
            sequence: statement.integer(at: At.sequence - At.image), members: members,
            id: isDeletion ? try statement.itemID(at: At.id - At.image) : nil,
            createdAt: isDeletion
                ? try statement.optionalSeconds(at: At.createdAt - At.image) : nil,
            doneAt: members.contains(.doneAt)
                ? try statement.optionalSeconds(at: At.doneAt - At.image) : nil, content: content)
    }
}
