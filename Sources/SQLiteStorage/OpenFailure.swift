package import SQLite
import Storage

/// The reason why a database cannot be used; each case becomes one sentence for the operator.
package enum OpenFailure: Error, Equatable, Sendable {
    /// The file is not a toodoo database.
    case foreignDatabase
    /// The database was made by a development version, with another schema.
    case development
    /// The database was migrated by a newer program.
    case newer(found: Int, known: Int)
    /// The database lacks a step, and may not be migrated now.
    case older
    /// The text of an applied step differs from this program's.
    case edited(String)
    /// The schema is not that of its steps.
    case altered(SchemaDifference)
    /// A step failed; the database is unchanged.
    case migration(String, DatabaseError)
    case database(DatabaseError)
}

extension OpenFailure: MigrationFailure {
    package static var empty: OpenFailure { .foreignDatabase }
}

/// Performs database work; an error becomes an `OpenFailure`.
func opening<Value: ~Copyable>(
    _ work: () throws(DatabaseError) -> Value
) throws(OpenFailure) -> Value {
    do throws(DatabaseError) {
        return try work()
    } catch {
        throw .database(error)
    }
}
