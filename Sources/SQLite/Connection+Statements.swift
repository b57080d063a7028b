internal import CSQLite

extension Connection {
    /// Runs every statement in `sql` in turn and drops their rows; the first that fails ends it,
    /// and is the one the error names.
    ///
    /// What the statements before it did stays done, unless a transaction around them is rolled
    /// back.
    package func execute(_ sql: String) throws(DatabaseError) {
        try refuseNUL(in: sql)
        var rest = sql.utf8.span
        while !rest.isEmpty {
            // Nothing but blanks and comments compiles to no statement at all.
            guard var statement = try compile(&rest, flags: 0) else { continue }
            try statement.run()
        }
    }

    /// Compiles one statement that will be run many times; throws `misuse` when there is none, or
    /// when something follows it.
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

    /// SQLite stops reading at a NUL, and the rest of a script would be skipped in silence.
    private func refuseNUL(in sql: String) throws(DatabaseError) {
        guard !sql.utf8.contains(0) else {
            throw DatabaseError.misuse("there is a NUL in the statement", sql: sql)
        }
    }

    /// Whether nothing but blanks and comments stands in `sql`.
    ///
    /// Only the compiler knows; and what it refuses is a statement too, if a bad one.
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

    /// Compiles the first statement of `rest` and leaves there what follows it; nil when there is
    /// none up to its end.
    @_lifetime(rest: copy rest)
    private func compile(
        _ rest: inout Span<UInt8>, flags: UInt32
    ) throws(DatabaseError) -> Statement? {
        guard !rest.isEmpty else { return nil }
        var handle: OpaquePointer?
        var used = rest.count
        // A text of two gigabytes is SQLite's to refuse, and it does so from one gigabyte on.
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
