package import Items

/// A connection that runs SQL which is the same on all storages.
///
/// The parameters of a statement are `$1`, `$2`, …
package protocol SQLSession {
    associatedtype Failure: StorageError
    associatedtype Row: SQLRow where Row.Failure == Failure

    /// Runs a statement and calls `body` with its rows; returns the number of rows that an INSERT,
    /// UPDATE or DELETE touched.
    @discardableResult
    func run(
        _ sql: String, _ values: [SQLValue], _ body: (Row) throws(Failure) -> Void
    ) throws(Failure) -> Int
    /// Runs a statement with each of the lists of values.
    func run(_ sql: String, each lists: [[SQLValue]]) throws(Failure)
}

/// A row, which is valid until the next one is read. Columns count from 0.
package protocol SQLRow {
    associatedtype Failure: StorageError

    /// A counter, a key or a number of bytes.
    func integer(_ column: Int) throws(Failure) -> Int
    func double(_ column: Int) throws(Failure) -> Double
    func optionalDouble(_ column: Int) throws(Failure) -> Double?
    func bool(_ column: Int) throws(Failure) -> Bool
    func text(_ column: Int) throws(Failure) -> String
    func optionalText(_ column: Int) throws(Failure) -> String?
    func bytes(_ column: Int) throws(Failure) -> [UInt8]
    func optionalBytes(_ column: Int) throws(Failure) -> [UInt8]?
    func uuid(_ column: Int) throws(Failure) -> (high: UInt64, low: UInt64)
    func optionalUUID(_ column: Int) throws(Failure) -> (high: UInt64, low: UInt64)?
    /// An owner's epoch.
    func epoch(_ column: Int) throws(Failure) -> String
    /// The failure for a value that no write can have stored.
    func malformed(_ what: String) -> Failure
}

/// The value of a parameter; nil is NULL.
package enum SQLValue {
    case integer(Int?)
    case double(Double?)
    case bool(Bool)
    case text(String?)
    case bytes([UInt8]?)
    case uuid((high: UInt64, low: UInt64)?)
}

extension SQLSession {
    /// Runs a statement whose rows are ignored.
    @discardableResult
    package func run(_ sql: String, _ values: [SQLValue] = []) throws(Failure) -> Int {
        try run(sql, values) { _ in }
    }

    func hasRows(_ sql: String, _ values: [SQLValue]) throws(Failure) -> Bool {
        var found = false
        try run(sql, values) { _ in found = true }
        return found
    }

    package func rows<Value>(
        _ sql: String, _ values: [SQLValue] = [], _ value: (Row) throws(Failure) -> Value
    ) throws(Failure) -> [Value] {
        var found: [Value] = []
        try run(sql, values) { row throws(Failure) in found.append(try value(row)) }
        return found
    }
}
