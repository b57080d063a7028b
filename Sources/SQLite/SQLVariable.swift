internal import CSQLite

/// A number that SQL asks for while it runs, by a function of its own.
///
/// It is what a parameter is to a statement that stands on a row, which takes no new ones: the next
/// step goes by what the number is by then. For one thread; it has memory of its own, since each
/// look at a property of an object is checked as the program runs.
@safe
package final class SQLVariable {
    private let memory = UnsafeMutablePointer<Int64>.allocate(capacity: 1)

    /// A number that is 0 at first.
    package init() {
        unsafe memory.initialize(to: 0)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// What is answered from now on.
    package var value: Int64 {
        get { unsafe memory.pointee }
        set { unsafe memory.pointee = newValue }
    }
}

extension Connection {
    /// Makes a function of SQL that answers with the number, for as long as the connection lives.
    ///
    /// It takes an argument, of whatever value: it is asked again for each row that the argument is
    /// a column of, and not once for all. No view or trigger may call it, since a connection trusts
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
            // It is let go of even when there will be no such function (c3ref/create_function.html).
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
