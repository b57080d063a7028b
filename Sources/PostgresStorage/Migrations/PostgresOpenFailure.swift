package import PostgreSQL
import Storage

/// Why a database cannot be used.
package enum PostgresOpenFailure: Error, Equatable, Sendable {
    /// The server does not take writes: a standby.
    case readOnly
    /// The database has tables, but they are not of this program.
    case foreignDatabase
    /// The database has no tables yet.
    case empty
    /// The database has tables, and must have none.
    case notEmpty
    /// The database has accounts or items, and must have none.
    case hasData
    /// The database lacks steps of the schema.
    case older
    /// Programs with these names are connected, which may be servers.
    case inUse(connections: Int, of: String)
    /// The database was migrated by a newer program.
    case newer(found: Int, known: Int)
    /// The text of an applied step differs from this program's.
    case edited(String)
    /// A step failed; the database is unchanged.
    case migration(String, PostgresFailure)
    case database(PostgresFailure)
}

extension PostgresOpenFailure: MigrationFailure {}

/// Performs database work; an error becomes a `PostgresOpenFailure`.
func opening<Value: ~Copyable>(
    _ work: () throws(PostgresFailure) -> Value
) throws(PostgresOpenFailure) -> Value {
    do throws(PostgresFailure) {
        return try work()
    } catch {
        throw .database(error)
    }
}
