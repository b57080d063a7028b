import SQLite

/// What the database is asked for when somebody first needs it, and not when the server starts: a
/// connection, or statements.
///
/// A statement takes SQLite 40 µs and up to four kilobytes, on every lane that has
/// it, and of more than a hundred a server needs six to answer its first request.
final class Lazy<Value> {
    private let make: () throws(DatabaseError) -> Value
    /// The value if somebody has asked for it.
    private(set) var loaded: Value?

    init(_ make: @escaping () throws(DatabaseError) -> Value) {
        self.make = make
    }

    convenience init(
        _ session: any StorageSession,
        _ make: @escaping (any StorageSession) throws(DatabaseError) -> Value
    ) {
        self.init { () throws(DatabaseError) in try make(session) }
    }

    /// The value; after a failure the next one who asks tries again.
    var value: Value {
        get throws(DatabaseError) {
            if let loaded { return loaded }
            let value = try make()
            loaded = value
            return value
        }
    }
}
