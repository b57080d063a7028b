public import CSQLite

// Columns count from 0 and are there only on a row: `step()` has answered true. Elsewhere SQLite
// reads NULL, and a debug build traps.
//
// A span borrows the statement, so the compiler refuses a step, a reset or a binding while it
// lives. Within one row SQLite could still move the bytes, when a value is converted from one type
// into another (c3ref/column_blob.html). So everything here reads with sqlite3_column_blob(), which
// converts a value at most once, on the first call; sqlite3_column_text() may move a blob only to
// put a NUL behind it, and is never called.
extension Statement {
    /// Whether the column is NULL.
    @inlinable
    package func isNull(at column: Int32) -> Bool {
        assert(hasColumn(column))
        return unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// The column as an integer; 0 when it is NULL.
    @inlinable
    package func int(at column: Int32) -> Int64 {
        assert(hasColumn(column))
        return unsafe sqlite3_column_int64(handle, column)
    }

    /// The column as a number; 0 when it is NULL.
    @inlinable
    package func double(at column: Int32) -> Double {
        assert(hasColumn(column))
        return unsafe sqlite3_column_double(handle, column)
    }

    /// The bytes of a text, which are UTF-8 if they were when they were bound; empty when it is
    /// empty, and also when it is NULL.
    ///
    /// They are where SQLite keeps them, and borrow the statement. (A file whose
    /// `PRAGMA encoding` is UTF-16 would hand out that; this project never makes one.)
    @inlinable
    @_lifetime(borrow self)
    package func text(at column: Int32) -> Span<UInt8> {
        blob(at: column)
    }

    /// A copy of a text; what is not UTF-8 in it is replaced by U+FFFD.
    package func string(at column: Int32) -> String {
        unsafe text(at: column).withUnsafeBufferPointer { bytes in
            unsafe String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The bytes of a blob; empty when it is empty, and also when it is NULL.
    ///
    /// They are where SQLite keeps them, and borrow the statement.
    @inlinable
    @_lifetime(borrow self)
    package func blob(at column: Int32) -> Span<UInt8> {
        let span = unsafe Span<UInt8>(_unsafeBytes: bytes(at: column))
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// The bytes of a text or a blob, nil when it is NULL.
    @inlinable
    @_lifetime(borrow self)
    package func optionalBlob(at column: Int32) -> Span<UInt8>? {
        let bytes = unsafe bytes(at: column)
        // Only an empty value and NULL have no address, so the others need
        // no question for their type.
        if unsafe bytes.baseAddress == nil, isNull(at: column) { return nil }
        let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// The two halves of a UUID; nil when the column does not hold sixteen bytes.
    @inlinable
    package func uuid(at column: Int32) -> (high: UInt64, low: UInt64)? {
        let bytes = unsafe bytes(at: column)
        guard bytes.count == 16 else { return nil }
        let high = unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        let low = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        return (UInt64(bigEndian: high), UInt64(bigEndian: low))
    }

    /// Where SQLite keeps the bytes of a column, until the next step or reset.
    @unsafe
    @inlinable
    func bytes(at column: Int32) -> UnsafeRawBufferPointer {
        assert(hasColumn(column))
        // Pointer first, length second (c3ref/column_blob.html). Without a pointer the length is
        // not looked at: that is NULL, an empty value, or a conversion that got no memory.
        guard let start = unsafe sqlite3_column_blob(handle, column) else {
            return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe UnsafeRawBufferPointer(start: start, count: count)
    }

    /// Whether the statement stands on a row with such a column.
    @usableFromInline
    func hasColumn(_ column: Int32) -> Bool {
        unsafe column >= 0 && column < sqlite3_data_count(handle)
    }
}
