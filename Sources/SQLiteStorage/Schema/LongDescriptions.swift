import Items
import SQLite

/// Descriptions of more than 256 bytes, which have rows of their own.
final class LongDescriptions {
    /// Up to how many bytes a description stands in the row of its item.
    static let shortBytes = 256

    var find: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        find = try session.prepare("SELECT description FROM descriptions WHERE number = ?1")
    }

    /// Whether a description has a row of its own.
    static func isLong(_ description: String?) -> Bool {
        (description?.utf8.count ?? 0) > shortBytes
    }
}
