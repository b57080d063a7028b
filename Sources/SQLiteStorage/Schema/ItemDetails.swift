import Items
import SQLite

/// The rows of `details`: members that most items lack, and descriptions of more than 256 bytes.
///
/// An item without them pays nothing: its row says whether it has a row in `details`.
final class ItemDetails {
    /// The maximum number of bytes of a description in its item's row.
    static let shortBytes = 256
    /// The members that are in no row of `items`.
    static let members = ItemContent.Members(
        ItemMember.allCases.filter(\.isDetail).map { .init($0) })
    /// Those that may be in `details`.
    static let possible = members.union(.init(.itemDescription))
    static let columns = ["number"] + SQLiteContentColumn.namesInDetails

    /// Where the first column of a whole content would be, so that the description, the first of
    /// them here, is behind the number.
    private static let content = 1 - SQLiteContentColumn.description.rawValue

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
        try statement.bind(number, at: 1)
        try SQLiteContentColumn.bind(
            isLong(content.itemDescription) ? possible : members, of: content, to: &statement,
            from: 1 + Self.content, without: .all.subtracting(possible))
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
                    description: try statement.optionalText(
                        at: SQLiteContentColumn.description.at(Self.content)),
                    tags: try statement.optionalText(
                        at: SQLiteContentColumn.tags.at(Self.content)),
                    position: try statement.optionalText(
                        at: SQLiteContentColumn.position.at(Self.content)),
                    remind: try statement.optionalInteger(
                        at: SQLiteContentColumn.remind.at(Self.content),
                        in: ItemRules.reminders)))
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

        /// Adds the members that are not texts.
        func complete(_ fields: inout ItemRow.ScalarFields) {
            // Only what is due reminds.
            if fields.timestamp != nil { fields.remind = remind }
        }
    }
}

extension ItemContent {
    /// Whether it has one of the members that are in no row of `items`.
    var hasDetails: Bool { ItemMember.allCases.contains { hasDetail($0) ?? false } }

    /// Whether it has a member that is in no row of `items`; nil for the other members.
    ///
    /// `Row` has a value for each of the former.
    fileprivate func hasDetail(_ member: ItemMember) -> Bool? {
        switch member {
        case .tags: tags != nil
        case .position: position != nil
        case .remind: remind != nil
        case .title, .itemDescription, .timestamp, .day, .repetition, .location, .done: nil
        }
    }
}

extension ItemMember {
    /// Whether it is in no row of `items`.
    fileprivate var isDetail: Bool { ItemContent(title: "").hasDetail(self) != nil }
}
