public import CSQLite

// Parameters count from 1. Nil binds NULL. Every `bind` throws `misuse` for a missing parameter and
// on a statement that is on a row, and also `tooBig` and `noMemory`.
//
// SQLite copies a text or a blob (SQLITE_TRANSIENT): the memory is not guaranteed to stay in place
// until the statement has run.
extension Statement {
    @inlinable
    package mutating func bind(_ value: Int64?, at index: Int32) throws(DatabaseError) {
        guard let value else { return try bindNull(at: index) }
        try check(unsafe sqlite3_bind_int64(handle, index, value))
    }

    @inlinable
    package mutating func bind(_ value: Int?, at index: Int32) throws(DatabaseError) {
        try bind(value.map(Int64.init), at: index)
    }

    /// Binds a number; NaN becomes NULL, because SQLite cannot store it.
    ///
    /// A REAL column stores −0 as 0, because small whole numbers are stored as integers
    /// (sqlite.org/datatype3.html).
    @inlinable
    package mutating func bind(_ value: Double?, at index: Int32) throws(DatabaseError) {
        guard let value else { return try bindNull(at: index) }
        try check(unsafe sqlite3_bind_double(handle, index, value))
    }

    @inlinable
    package mutating func bindNull(at index: Int32) throws(DatabaseError) {
        try check(unsafe sqlite3_bind_null(handle, index))
    }

    /// Binds a text, which may contain NUL.
    @inlinable
    package mutating func bind(text: String?, at index: Int32) throws(DatabaseError) {
        guard let text else { return try bindNull(at: index) }
        try bind(text: text.utf8.span, at: index)
    }

    /// Binds a UTF-8 text; the caller guarantees valid UTF-8, because SQLite does not check it.
    @inlinable
    package mutating func bind(text: Span<UInt8>?, at index: Int32) throws(DatabaseError) {
        guard let text else { return try bindNull(at: index) }
        let code = unsafe text.withUnsafeBufferPointer { bytes in
            unsafe csqlite_bind_text(handle, index, bytes.baseAddress, UInt64(bytes.count))
        }
        try check(code)
    }

    @inlinable
    package mutating func bind(blob: Span<UInt8>?, at index: Int32) throws(DatabaseError) {
        guard let blob else { return try bindNull(at: index) }
        let code = unsafe blob.withUnsafeBufferPointer { bytes in
            unsafe csqlite_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
        }
        try check(code)
    }

    /// Binds the 16 bytes of a UUID, the most significant byte first.
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

    /// Binds the 16 bytes of a UUID, or NULL.
    @inlinable
    package mutating func bind(
        uuid: (high: UInt64, low: UInt64)?, at index: Int32
    ) throws(DatabaseError) {
        guard let uuid else { return try bindNull(at: index) }
        try bind(uuid: uuid.high, low: uuid.low, at: index)
    }

    /// Throws the error of a result code other than OK.
    @inlinable
    func check(_ code: Int32) throws(DatabaseError) {
        guard code == SQLITE_OK else { throw failure(code) }
    }
}
