/// What a check of a database does at the moment. A number is that of the rows so far, or that of
/// the query.
package enum CheckProgress: Equatable, Sendable {
    /// SQLite's own check of pages, indexes and constraints.
    case file
    case references
    case invariant(Int, of: Int)
    /// Changes compared with the ones before them.
    case history(Int)
    case accounts
    case items(Int)
    /// The old values of changes.
    case changes(Int)
    /// Rows whose texts were read.
    case texts(Int)
    case counts
}
