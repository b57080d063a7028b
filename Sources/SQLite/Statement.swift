public import CSQLite

/// A compiled statement: bind its parameters, step through its rows, read their columns.
///
///         prepare ──▶ ready ── step ──▶ on a row ── step ──▶ ready again, at the end
///                      │ ▲                 │                  (or after an error)
///                 bind └─┘ ◀──── reset ────┘
///
/// It accepts values only while it is ready, and has columns only on a row. On a row it holds a
/// read transaction open. So it resets itself at the end and after an error; `withReset` resets it
/// when the caller stops earlier.
///
/// The functions on a request's path are inlinable: this saves 20 ns of 490 for a point read and 4
/// ns of 91 for a row. Inlinable code may name only publicly imported C functions, and needs a
/// `@usableFromInline` type.
@safe
@usableFromInline
package struct Statement: ~Copyable {
    /// Owned; finalized once, in `deinit`.
    @usableFromInline let handle: OpaquePointer

    /// Takes ownership of a compiled statement.
    @unsafe
    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        // Returns the error of the last step, which was thrown already.
        _ = unsafe sqlite3_finalize(handle)
    }

    /// Advances to the next row; false at the end, where the statement is reset at once.
    ///
    /// After an error it is reset too. In both cases bindings are kept, and the next step starts
    /// over.
    @inlinable
    package mutating func step() throws(DatabaseError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE {
            _ = unsafe sqlite3_reset(handle)
            return false
        }
        throw failedStep(code)
    }

    /// Leaves the current row, so that the statement can be bound and run again.
    ///
    /// Ending a read cannot fail. A write with RETURNING outside a transaction commits when it
    /// ends; if the reset ends it, the reset throws the error of that commit (c3ref/reset.html).
    @inlinable
    package mutating func reset() throws(DatabaseError) {
        let code = unsafe sqlite3_reset(handle)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Steps to the end and discards the rows.
    @inlinable
    package mutating func run() throws(DatabaseError) {
        while try step() {}
    }

    /// Runs `body`, which binds, steps and reads, and resets the statement in any case.
    ///
    /// An error of `body` takes precedence over an error of the reset.
    @inlinable
    package mutating func withReset<Result: ~Copyable>(
        _ body: (inout Statement) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        let result: Result
        do {
            result = try body(&self)
        } catch {
            _ = unsafe sqlite3_reset(handle)
            throw error
        }
        try reset()
        return result
    }

    /// The SQL, without bound values.
    package var sql: String {
        guard let sql = unsafe sqlite3_sql(handle) else { return "" }
        return unsafe String(cString: sql)
    }

    /// The error of a step; its message is read before the reset can replace it.
    @usableFromInline
    func failedStep(_ code: Int32) -> DatabaseError {
        let error = failure(code)
        _ = unsafe sqlite3_reset(handle)
        return error
    }

    /// The error of a call that returned `code`.
    @usableFromInline
    func failure(_ code: Int32) -> DatabaseError {
        unsafe DatabaseError.last(code: code, database: sqlite3_db_handle(handle), sql: sql)
    }
}
