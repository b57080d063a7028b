package import Accounts
import Items
import SQLite

/// The rows of one owner at one moment, for debugging, while a server may be writing.
///
/// Rows are passed one by one and never collected. A value that no write can store is thrown as
/// damage. A row without its counterpart is shown as such.
package final class OwnerInspection {
    /// The selection of the owner.
    package enum Choice: Equatable, Sendable {
        /// The owner of a server without accounts.
        case local
        /// The owner of an account.
        case account(Email)
        /// The owner with this key, also if it is leaving.
        case key(Int)
    }

    /// The owner's key.
    package let owner: Int
    let session: any StorageSession

    /// Opens an existing database, which must have this program's schema; nil when the owner does
    /// not exist.
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

    /// Calls `body` with each row of a statement until it returns false; ?1 is the owner, ?2 the
    /// limit.
    func visit(
        _ sql: String, limit: Int?,
        _ body: (borrowing Statement) throws(DatabaseError) -> Bool
    ) throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            var rows = try session.prepare(sql)
            try rows.bind(owner, at: 1)
            // A negative LIMIT is no limit (sqlite.org/lang_select.html#limitoffset).
            try rows.bind(limit ?? -1, at: 2)
            while try session.step(&rows) {
                guard try body(rows) else { break }
            }
        }
    }

    /// SQL for a column of seconds since 1970 as ISO 8601: NULL stays NULL, and a time outside the
    /// calendar becomes an empty text.
    static func time(_ column: String) -> String {
        """
        iif(\(column) IS NULL, NULL, \
        coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', \(column), 'unixepoch'), ''))
        """
    }
}

extension Statement {
    /// A time from a column of `OwnerInspection.time`.
    func time(at column: Int32) throws(DatabaseError) -> String {
        guard let time = try optionalTime(at: column) else { throw corruption("no time") }
        return time
    }

    /// A time from a column of `OwnerInspection.time`, nil when it is NULL.
    func optionalTime(at column: Int32) throws(DatabaseError) -> String? {
        guard !isNull(at: column) else { return nil }
        let text = string(at: column)
        try require(!text.isEmpty, "a time that is none")
        return text
    }
}
