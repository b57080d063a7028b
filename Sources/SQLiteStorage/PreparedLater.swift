import SQLite

/// Statements that are prepared when they are first asked for, and not when the server starts; their
/// connection may be made then as well.
///
/// Each takes SQLite 40 µs and up to four kilobytes, on every lane that has it, and of more than a
/// hundred a server needs six to answer its first request.
final class PreparedLater<Statements> {
    private let prepare: () throws(DatabaseError) -> Statements
    /// The statements if somebody has asked for them.
    private(set) var known: Statements?

    init(_ prepare: @escaping () throws(DatabaseError) -> Statements) {
        self.prepare = prepare
    }

    convenience init(
        _ session: any StorageSession,
        _ prepare: @escaping (any StorageSession) throws(DatabaseError) -> Statements
    ) {
        self.init { () throws(DatabaseError) in try prepare(session) }
    }

    /// The statements; after a failure the next one who asks tries again.
    var statements: Statements {
        get throws(DatabaseError) {
            if let known { return known }
            let statements = try prepare()
            known = statements
            return statements
        }
    }
}
