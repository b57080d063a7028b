import Items
import SQLite

/// The rows of `details`: members that most items lack, and descriptions of more than 256 bytes.
///
/// An item without them pays nothing: its row says whether it has a row in `details`.
final class ItemDetails {
    /// The maximum number of bytes of a description in its item's row.
    static let shortBytes = 256
    /// The members that are in no row of `items`.
    static let members = ItemContent.Members([.tags, .position, .remind].map { .init($0) })
    /// Those that may be in `details`.
    static let possible = members.union(.init(.itemDescription))
    static let columns = ["number", "description", "tags", "position", "remind"]

    private enum At {
        static let description: Int32 = 1
        static let tags: Int32 = 2
        static let position: Int32 = 3
        static let remind: Int32 = 4
    }

    var find: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        find = try session.prepare("SELECT \(Self.columns.list) FROM details WHERE number = ?1")
    }

    /// Whether a description has a row in `details`.
    static func isLong(_ description: String?) -> Bool {
        (description?.utf8.count ?? 0) > shortBytes
    }

    /// What the row of an item says of its details: nil if it has none, else the bytes of its
    /// description there.
    static func mark(of content: ItemContent) -> Int? {
        if isLong(content.itemDescription) { return content.itemDescription?.utf8.count }
        return content.hasDetails ? 0 : nil
    }

    /// Binds the row of an item.
    static func bind(
        _ content: ItemContent, _ number: Int, to statement: inout Statement
    ) throws(DatabaseError) {
        let description = isLong(content.itemDescription) ? content.itemDescription : nil
        try statement.bind(number, at: 1)
        try statement.bind(text: description, at: 1 + At.description)
        try statement.bind(text: content.tags?.text, at: 1 + At.tags)
        try statement.bind(text: content.position?.text, at: 1 + At.position)
        try statement.bind(content.remind, at: 1 + At.remind)
    }

    /// Calls `body` with the row of an item's details.
    func visit<Value>(
        _ number: Int, _ session: any StorageSession,
        _ body: (borrowing Row) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        try find.withReset { statement throws(DatabaseError) in
            try statement.bind(number, at: 1)
            try statement.require(try session.step(&statement), "no details")
            return try body(
                Row(
                    description: try statement.optionalText(at: At.description),
                    tags: try statement.optionalText(at: At.tags),
                    position: try statement.optionalText(at: At.position),
                    remind: try statement.optionalReminder(at: At.remind)))
        }
    }

    /// A row, whose texts stay in SQLite's memory.
    struct Row: ~Escapable {
        let description: Span<UInt8>?
        let tags: Span<UInt8>?
        let position: Span<UInt8>?
        let remind: Int?

        @_lifetime(copy description, copy tags, copy position)
        init(
            description: Span<UInt8>?, tags: Span<UInt8>?, position: Span<UInt8>?, remind: Int?
        ) {
            self.description = description
            self.tags = tags
            self.position = position
            self.remind = remind
        }
    }
}

extension ItemContent {
    /// Whether it has one of the members that are in no row of `items`.
    var hasDetails: Bool { tags != nil || position != nil || remind != nil }
}
