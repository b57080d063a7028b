import SQLite

/// A value from the database that is made at its first use: a connection, or prepared statements.
///
/// Preparing a statement takes 40 µs and up to 4 KB on every lane. There are over a hundred, and
/// the first request needs six.
final class Lazy<Value> {
    private let make: () throws(DatabaseError) -> Value
    /// The value if it was made.
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

    /// Makes the value at first use; after a failure the next use tries again.
    var value: Value {
        get throws(DatabaseError) {
            if let loaded { return loaded }
            let value = try make()
            loaded = value
            return value
        }
    }
}
