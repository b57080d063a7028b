public import CSQLite

// Parameters count from 1. Every `bind` throws `misuse` for a parameter that is not there and on a
// statement that stands on a row, `tooBig` and `noMemory`. Nil binds NULL.
//
// SQLite copies a text or a blob once (SQLITE_TRANSIENT), for nobody here can promise that it
// stays where it is until the statement has run.
extension Statement {
    /// Binds an integer.
    @inlinable
    package mutating func bind(_ value: Int64?, at index: Int32) throws(DatabaseError) {
        guard let value else { return try bindNull(at: index) }
        try check(unsafe sqlite3_bind_int64(handle, index, value))
    }

    /// Binds an integer.
    @inlinable
    package mutating func bind(_ value: Int?, at index: Int32) throws(DatabaseError) {
        try bind(value.map(Int64.init), at: index)
    }

    /// Binds a number; NaN becomes NULL, for SQLite has no other place for it.
    ///
    /// A column of type REAL keeps −0 as 0 (sqlite.org/datatype3.html: it
    /// stores small whole numbers as integers).
    @inlinable
    package mutating func bind(_ value: Double?, at index: Int32) throws(DatabaseError) {
        guard let value else { return try bindNull(at: index) }
        try check(unsafe sqlite3_bind_double(handle, index, value))
    }

    /// Binds NULL.
    @inlinable
    package mutating func bindNull(at index: Int32) throws(DatabaseError) {
        try check(unsafe sqlite3_bind_null(handle, index))
    }

    /// Binds a text; a NUL inside is kept.
    @inlinable
    package mutating func bind(text: String?, at index: Int32) throws(DatabaseError) {
        guard let text else { return try bindNull(at: index) }
        try bind(text: text.utf8.span, at: index)
    }

    /// Binds the UTF-8 of a text; that it is UTF-8 is the caller's promise, SQLite does not look.
    @inlinable
    package mutating func bind(text: Span<UInt8>?, at index: Int32) throws(DatabaseError) {
        guard let text else { return try bindNull(at: index) }
        let code = unsafe text.withUnsafeBufferPointer { bytes in
            unsafe csqlite_bind_text(handle, index, bytes.baseAddress, UInt64(bytes.count))
        }
        try check(code)
    }

    /// Binds bytes.
    @inlinable
    package mutating func bind(blob: Span<UInt8>?, at index: Int32) throws(DatabaseError) {
        guard let blob else { return try bindNull(at: index) }
        let code = unsafe blob.withUnsafeBufferPointer { bytes in
            unsafe csqlite_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
        }
        try check(code)
    }

    /// Binds the sixteen bytes of a UUID, the most significant one first.
    @inlinable
    package mutating func bind(
        uuid high: UInt64, low: UInt64, at index: Int32
    ) throws(DatabaseError) {
        let halves = (high.bigEndian, low.bigEndian)
        let code = unsafe withUnsafeBytes(of: halves) { bytes in
            unsafe csqlite_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
        }
        try check(code)
    }

    /// Binds the sixteen bytes of a UUID, if there is one.
    @inlinable
    package mutating func bind(
        uuid: (high: UInt64, low: UInt64)?, at index: Int32
    ) throws(DatabaseError) {
        guard let uuid else { return try bindNull(at: index) }
        try bind(uuid: uuid.high, low: uuid.low, at: index)
    }

    /// Throws what a binding answered, unless it went well.
    @inlinable
    func check(_ code: Int32) throws(DatabaseError) {
        guard code == SQLITE_OK else { throw failure(code) }
    }
}
