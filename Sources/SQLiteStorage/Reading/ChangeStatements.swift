import SQLite

/// The questions behind the changes since a position, each a walk along an index.
///
/// There are two of each kind, for SQLite does not seek to (revision, place) as a
/// pair: it would walk through all of a large revision to get to the rest of it.
final class ChangeStatements {
    var reach: Statement
    var items: Statement
    var restOfItems: Statement
    var tombstones: Statement
    var restOfTombstones: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        reach = try session.prepare(Self.reachSQL)
        items = try session.prepare(Self.itemsSQL)
        restOfItems = try session.prepare(Self.restOfItemsSQL)
        tombstones = try session.prepare(Self.tombstonesSQL)
        restOfTombstones = try session.prepare(Self.restOfTombstonesSQL)
    }

    static let reachSQL = "SELECT revision, horizon FROM owners WHERE owner = ?1"
    static let itemsSQL = """
        SELECT \(ItemCard.list) FROM items INDEXED BY items_by_revision \
        WHERE owner = ?1 AND revision > ?2 ORDER BY revision, place
        """
    static let restOfItemsSQL = """
        SELECT \(ItemCard.list) FROM items INDEXED BY items_by_revision \
        WHERE owner = ?1 AND revision = ?2 AND place > ?3 ORDER BY place
        """
    static let tombstonesSQL = """
        SELECT place, id, revision FROM tombstones INDEXED BY tombstones_by_revision \
        WHERE owner = ?1 AND revision > ?2 ORDER BY revision, place
        """
    static let restOfTombstonesSQL = """
        SELECT place, id, revision FROM tombstones INDEXED BY tombstones_by_revision \
        WHERE owner = ?1 AND revision = ?2 AND place > ?3 ORDER BY place
        """
}
