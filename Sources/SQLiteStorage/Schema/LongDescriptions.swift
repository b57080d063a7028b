import Items
import SQLite

/// Descriptions of more than 256 bytes, which have rows in `descriptions`.
final class LongDescriptions {
    /// The maximum number of bytes of a description in its item's row.
    static let shortBytes = 256

    /// The members that are in the row of an item whose description is long.
    static let otherMembers = ItemContent.Members.all
        .subtracting(ItemContent.Members(.itemDescription))

    var find: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        find = try session.prepare("SELECT description FROM descriptions WHERE number = ?1")
    }

    /// Whether a description has a row in `descriptions`.
    static func isLong(_ description: String?) -> Bool {
        (description?.utf8.count ?? 0) > shortBytes
    }
}
