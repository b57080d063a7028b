internal import CSQLite
import Glibc

extension SQLiteConnection {
    /// Runs all statements in `sql` and discards their rows; stops at the first error.
    ///
    /// The error names the failing statement. Earlier statements stay in effect, unless an
    /// enclosing transaction is rolled back.
    package func execute(_ sql: String) throws(DatabaseError) {
        try refuseNUL(in: sql)
        var rest = sql.utf8.span
        while !rest.isEmpty {
            // A text of only white space and comments compiles to no statement.
            guard var statement = try compile(&rest, flags: 0) else { continue }
            try statement.run()
        }
    }

    /// Compiles one statement for repeated use; throws `misuse` if there is none or more than one.
    ///
    /// The statement may outlive the connection (see `close()`).
    package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        try refuseNUL(in: sql)
        var rest = sql.utf8.span
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        guard let statement = try compile(&rest, flags: flags) else {
            throw DatabaseError.misuse("there is no statement", sql: sql)
        }
        guard isBlank(rest) else {
            throw DatabaseError.misuse("there is more than one statement", sql: sql)
        }
        return statement
    }

    /// SQLite stops at a NUL, and would silently skip the rest of a script.
    private func refuseNUL(in sql: String) throws(DatabaseError) {
        let length = unsafe sql.withCString { unsafe strlen($0) }
        guard length == sql.utf8.count else {
            throw DatabaseError.misuse("there is a NUL in the statement", sql: sql)
        }
    }

    /// Whether `sql` is only white space and comments.
    ///
    /// The compiler decides; text that it refuses counts as a statement.
    private func isBlank(_ sql: Span<UInt8>) -> Bool {
        var rest = sql
        while !rest.isEmpty {
            do {
                guard try compile(&rest, flags: 0) == nil else { return false }
            } catch {
                return false
            }
        }
        return true
    }

    /// Compiles the first statement of `rest` and leaves the remainder there; nil if there is none.
    @_lifetime(rest: copy rest)
    private func compile(
        _ rest: inout Span<UInt8>, flags: UInt32
    ) throws(DatabaseError) -> Statement? {
        guard !rest.isEmpty else { return nil }
        var handle: OpaquePointer?
        var used = rest.count
        // Clamping is safe: SQLite refuses texts of more than 1 GB.
        let count = Int32(clamping: rest.count)
        let code = unsafe rest.withUnsafeBytes { bytes in
            let start = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
            var tail: UnsafePointer<CChar>?
            let code = unsafe sqlite3_prepare_v3(database, start, count, flags, &handle, &tail)
            if let start = unsafe start, let tail = unsafe tail { unsafe used = tail - start }
            return code
        }
        guard code == SQLITE_OK else {
            let sql = unsafe rest.withUnsafeBufferPointer { bytes in
                unsafe String(decoding: bytes, as: UTF8.self)
            }
            throw unsafe DatabaseError.last(code: code, database: database, sql: sql)
        }
        rest = rest.extracting(used...)
        guard let handle = unsafe handle else { return nil }
        return unsafe Statement(handle)
    }
}
