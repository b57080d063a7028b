internal import CSQLite

/// A number that SQL reads through a function while a statement runs.
///
/// SQLite cannot rebind a statement that is on a row; this function supplies the value, and the
/// next step uses the current one. For one thread. The value has its own memory, which avoids the
/// exclusivity check of a class's property.
@safe
package final class SQLVariable {
    private let memory = UnsafeMutablePointer<Int64>.allocate(capacity: 1)

    /// A variable with the value 0.
    package init() {
        unsafe memory.initialize(to: 0)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// The value that the function returns.
    package var value: Int64 {
        get { unsafe memory.pointee }
        set { unsafe memory.pointee = newValue }
    }
}

extension SQLiteConnection {
    /// Defines an SQL function that returns the variable's value, until the connection closes.
    ///
    /// It takes an argument and ignores it: with a column as argument, SQLite calls it for each row
    /// and not once per statement. Views and triggers cannot call it, because the connection trusts
    /// no schema.
    package func define(_ function: String, _ variable: SQLVariable) throws(DatabaseError) {
        let context = unsafe Unmanaged.passRetained(variable).toOpaque()
        let code = unsafe sqlite3_create_function_v2(
            database, function, 1, SQLITE_UTF8, context,
            { call, _, _ in
                guard let context = unsafe sqlite3_user_data(call) else { return }
                let value = unsafe Unmanaged<SQLVariable>.fromOpaque(context)
                    ._withUnsafeGuaranteedRef(\.value)
                unsafe sqlite3_result_int64(call, value)
            }, nil, nil,
            // SQLite calls this also when creating the function fails (c3ref/create_function.html).
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<SQLVariable>.fromOpaque(context).release()
                }
            })
        guard code == SQLITE_OK else {
            throw unsafe DatabaseError.last(code: code, database: database, sql: nil)
        }
    }
}
