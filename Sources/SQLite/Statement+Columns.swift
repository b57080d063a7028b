public import CSQLite

// Columns count from 0 and exist only on a row, that is after `step()` has returned true. Elsewhere
// SQLite returns NULL, and a debug build traps.
//
// A span borrows the statement, so the compiler rejects a step, a reset or a binding while it
// lives. On the same row SQLite may still move the bytes when it converts a value to another type
// (c3ref/column_blob.html). So all bytes are read with sqlite3_column_blob(), which converts a
// value at most once, on the first call. sqlite3_column_text() is not used, because it may move a
// blob to append a NUL.
extension Statement {
    @inlinable
    package func isNull(at column: Int32) -> Bool {
        assert(hasColumn(column))
        return unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// The column as an integer; 0 if NULL.
    @inlinable
    package func int(at column: Int32) -> Int64 {
        assert(hasColumn(column))
        return unsafe sqlite3_column_int64(handle, column)
    }

    /// The column as a floating-point number; 0 if NULL.
    @inlinable
    package func double(at column: Int32) -> Double {
        assert(hasColumn(column))
        return unsafe sqlite3_column_double(handle, column)
    }

    /// The bytes of a text, UTF-8 if they were bound so; empty if the text is empty or NULL.
    ///
    /// They are SQLite's own memory and borrow the statement. (In a file whose
    /// `PRAGMA encoding` is UTF-16 they would be UTF-16; this project never makes one.)
    @inlinable
    @_lifetime(borrow self)
    package func text(at column: Int32) -> Span<UInt8> {
        blob(at: column)
    }

    /// A copy of a text; invalid UTF-8 is replaced by U+FFFD.
    package func string(at column: Int32) -> String {
        unsafe text(at: column).withUnsafeBufferPointer { bytes in
            unsafe String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The bytes of a blob; empty if the blob is empty or NULL.
    ///
    /// They are SQLite's own memory and borrow the statement.
    @inlinable
    @_lifetime(borrow self)
    package func blob(at column: Int32) -> Span<UInt8> {
        let span = unsafe Span<UInt8>(_unsafeBytes: bytes(at: column))
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// The bytes of a text or a blob; nil if NULL.
    @inlinable
    @_lifetime(borrow self)
    package func optionalBlob(at column: Int32) -> Span<UInt8>? {
        let bytes = unsafe bytes(at: column)
        // Only empty values and NULL have no address, so other values skip the type check.
        if unsafe bytes.baseAddress == nil, isNull(at: column) { return nil }
        let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// The two halves of a UUID; nil unless the column has 16 bytes.
    @inlinable
    package func uuid(at column: Int32) -> (high: UInt64, low: UInt64)? {
        let bytes = unsafe bytes(at: column)
        guard bytes.count == 16 else { return nil }
        let high = unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        let low = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        return (UInt64(bigEndian: high), UInt64(bigEndian: low))
    }

    /// SQLite's memory of a column, valid until the next step or reset.
    @unsafe
    @inlinable
    func bytes(at column: Int32) -> UnsafeRawBufferPointer {
        assert(hasColumn(column))
        // First the pointer, then the length (c3ref/column_blob.html). A null pointer means NULL,
        // an empty value, or a conversion that ran out of memory; the length is not read then.
        guard let start = unsafe sqlite3_column_blob(handle, column) else {
            return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe UnsafeRawBufferPointer(start: start, count: count)
    }

    /// Whether the statement is on a row that has this column.
    @usableFromInline
    func hasColumn(_ column: Int32) -> Bool {
        unsafe column >= 0 && column < sqlite3_data_count(handle)
    }
}
