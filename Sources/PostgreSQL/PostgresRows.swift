import CPostgres

/// The rows of one command, in libpq's memory, in binary format.
///
/// Rows and columns count from 0.
@safe
package final class PostgresRows: Sendable {
    // Proof: a result is not changed after it was made, and libpq's functions read it without locks
    // (postgresql.org/docs/15/libpq-threading.html).

    private let library: PostgresLibrary
    /// Owned; cleared once, in `deinit`.
    private let handle: Handle
    package let count: Int
    /// The number of rows that an INSERT, UPDATE or DELETE touched.
    package let changed: Int

    @safe
    private struct Handle: @unchecked Sendable {
        // Proof: see above.
        let pointer: OpaquePointer
    }

    @unsafe
    init(_ pointer: OpaquePointer, _ library: PostgresLibrary) {
        self.library = library
        unsafe handle = Handle(pointer: pointer)
        count = unsafe Int(library.functions.ntuples(pointer))
        let text = unsafe library.functions.cmdTuples(pointer)
        changed = unsafe text.flatMap { unsafe Int(String(cString: $0)) } ?? 0
    }

    deinit {
        unsafe library.functions.clear(handle.pointer)
    }

    package func isNull(_ row: Int, _ column: Int) -> Bool {
        unsafe library.functions.getisnull(handle.pointer, Int32(row), Int32(column)) != 0
    }

    /// The bytes of a value, which borrow the rows; empty if it is NULL.
    @_lifetime(borrow self)
    package func bytes(_ row: Int, _ column: Int) -> Span<UInt8> {
        let span = unsafe Span<UInt8>(_unsafeBytes: raw(row, column))
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// The bytes of a value, which borrow the rows; nil if it is NULL.
    @_lifetime(borrow self)
    package func optionalBytes(_ row: Int, _ column: Int) -> Span<UInt8>? {
        if isNull(row, column) { return nil }
        return bytes(row, column)
    }

    /// The value of a bigint.
    package func integer(_ row: Int, _ column: Int) throws(PostgresFailure) -> Int {
        Int(Int64(bitPattern: try word(row, column, 0, of: 8)))
    }

    /// The value of a bigint in the last column.
    package func lastInteger(_ row: Int) throws(PostgresFailure) -> Int {
        try integer(row, unsafe Int(library.functions.nfields(handle.pointer)) - 1)
    }

    /// The value of a double precision; nil if it is NULL.
    package func optionalDouble(_ row: Int, _ column: Int) throws(PostgresFailure) -> Double? {
        isNull(row, column) ? nil : try double(row, column)
    }

    /// The value of a double precision.
    package func double(_ row: Int, _ column: Int) throws(PostgresFailure) -> Double {
        Double(bitPattern: try word(row, column, 0, of: 8))
    }

    /// The value of a boolean.
    package func bool(_ row: Int, _ column: Int) throws(PostgresFailure) -> Bool {
        let bytes = unsafe raw(row, column)
        guard bytes.count == 1 else { throw mismatch(row, column, bytes.count) }
        return unsafe bytes[0] != 0
    }

    package func uuid(_ row: Int, _ column: Int) throws(PostgresFailure) -> PostgresUUID {
        PostgresUUID(
            high: try word(row, column, 0, of: 16), low: try word(row, column, 8, of: 16))
    }

    /// A copy of a text; empty if it is NULL.
    package func string(_ row: Int, _ column: Int) -> String {
        unsafe String(decoding: raw(row, column), as: UTF8.self)
    }

    /// A copy of a text; nil if it is NULL.
    package func optionalString(_ row: Int, _ column: Int) -> String? {
        isNull(row, column) ? nil : string(row, column)
    }

    /// A copy of a bytea.
    package func blob(_ row: Int, _ column: Int) -> [UInt8] {
        unsafe [UInt8](raw(row, column))
    }

    private func word(
        _ row: Int, _ column: Int, _ offset: Int, of count: Int
    ) throws(PostgresFailure) -> UInt64 {
        let bytes = unsafe raw(row, column)
        guard bytes.count == count else { throw mismatch(row, column, bytes.count) }
        return unsafe UInt64(
            bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    private func mismatch(_ row: Int, _ column: Int, _ count: Int) -> PostgresFailure {
        .unexpected("\(count) bytes in column \(column) of row \(row)")
    }

    @unsafe
    private func raw(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
        let functions = library.functions
        let start = unsafe functions.getvalue(handle.pointer, Int32(row), Int32(column))
        let length = unsafe functions.getlength(handle.pointer, Int32(row), Int32(column))
        return unsafe UnsafeRawBufferPointer(start: start, count: Int(length))
    }
}
