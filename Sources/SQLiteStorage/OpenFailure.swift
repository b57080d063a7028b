package import SQLite

/// Why a database cannot be used; each case becomes one sentence for the operator.
package enum OpenFailure: Error, Equatable, Sendable {
    /// The file is a database, but not one of ours.
    case foreignDatabase
    /// A development version made it, with another schema.
    case development
    /// A newer program has migrated it to a step that this one does not know.
    case newer(found: Int, known: Int)
    /// It has not been migrated to what this program knows, and is only to be read.
    case older
    /// An old step's text differs from what was applied.
    case edited(String)
    /// A step failed and left the database as it was.
    case migration(String, DatabaseError)
    case database(DatabaseError)
}

/// Does database work and names its failure as one of opening.
func opening<Value: ~Copyable>(
    _ work: () throws(DatabaseError) -> Value
) throws(OpenFailure) -> Value {
    do throws(DatabaseError) {
        return try work()
    } catch {
        throw .database(error)
    }
}
