package import Accounts
import Items
import SQLite

/// What a database has of one owner at one moment, for debugging, beside a server that may be writing.
///
/// Rows are shown one after the other and never held together. What no write can have left is thrown as
/// damage; a row that lacks what it leads to is shown, and says so.
package final class OwnerInspection {
    /// Which owner is looked at.
    package enum Choice: Equatable, Sendable {
        /// The owner of a server without accounts.
        case local
        /// The owner of an account.
        case account(Email)
        /// The owner with this key, be it one that is leaving.
        case key(Int)
    }

    /// The owner's key.
    package let owner: Int
    let session: any StorageSession

    /// Opens a database that must be there, with the schema of this program; nil when there is no
    /// such owner.
    package static func open(
        _ path: String, of choice: Choice, busyMilliseconds: Int
    ) throws(OpenFailure) -> OwnerInspection? {
        let session = try Connection.openExisting(path, busyMilliseconds: busyMilliseconds)
        try Migrator(session, Migration.all, clock: .constant(0)).requireCurrent()
        return try opening { () throws(DatabaseError) in try OwnerInspection(session, of: choice) }
    }

    /// Begins a read transaction, which ends with the connection.
    init?(_ session: any StorageSession, of choice: Choice) throws(DatabaseError) {
        self.session = session
        try session.execute("BEGIN")
        switch choice {
        case .local: owner = Owner.localKey
        case .key(let key): owner = key
        case .account(let email):
            guard let found = try session.owner(of: email) else { return nil }
            owner = found.key
        }
        guard try session.integer("SELECT 1 FROM owners WHERE owner = \(owner)") != nil else {
            return nil
        }
    }

    /// Shows what a statement answers, row by row, as long as `body` answers true; ?1 is the owner
    /// and ?2 how many rows there may be.
    func visit(
        _ sql: String, limit: Int?,
        _ body: (borrowing Statement) throws(DatabaseError) -> Bool
    ) throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            var rows = try session.prepare(sql)
            try rows.bind(owner, at: 1)
            // Below zero is without a limit (sqlite.org/lang_select.html#limitoffset).
            try rows.bind(limit ?? -1, at: 2)
            while try session.step(&rows) {
                guard try body(rows) else { break }
            }
        }
    }

    /// SQL that makes ISO 8601 of a column with seconds since 1970: NULL of none, and an empty text of
    /// what no calendar has.
    static func time(_ column: String) -> String {
        """
        iif(\(column) IS NULL, NULL, \
        coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', \(column), 'unixepoch'), ''))
        """
    }
}

extension Statement {
    /// What `OwnerInspection.time` made of a time.
    func time(at column: Int32) throws(DatabaseError) -> String {
        guard let time = try optionalTime(at: column) else { throw corruption("no time") }
        return time
    }

    /// The same, nil when there is none.
    func optionalTime(at column: Int32) throws(DatabaseError) -> String? {
        guard !isNull(at: column) else { return nil }
        let text = string(at: column)
        try require(!text.isEmpty, "a time that is none")
        return text
    }

    /// The name in that column and the coordinate in the next two, nil when there is none.
    func location(at column: Int32) throws(DatabaseError) -> Location? {
        guard let name = try optionalString(at: column) else { return nil }
        return Location(name: name, coordinate: try ItemColumns.coordinate(self, at: column + 1))
    }
}
