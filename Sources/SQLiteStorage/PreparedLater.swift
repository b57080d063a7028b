import SQLite

/// Statements that are prepared when they are first asked for, and not when the server starts.
///
/// Each takes SQLite 40 µs and up to four kilobytes, on every lane that has it, and of more than a
/// hundred a server needs six to answer its first request.
final class PreparedLater<Statements> {
    private let session: any StorageSession
    private let prepare: (any StorageSession) throws(DatabaseError) -> Statements
    private var known: Statements?

    init(
        _ session: any StorageSession,
        _ prepare: @escaping (any StorageSession) throws(DatabaseError) -> Statements
    ) {
        self.session = session
        self.prepare = prepare
    }

    /// The statements; after a failure the next one who asks tries again.
    var statements: Statements {
        get throws(DatabaseError) {
            if let known { return known }
            let statements = try prepare(session)
            known = statements
            return statements
        }
    }
}
