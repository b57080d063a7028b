internal import CSQLite

extension SQLiteConnection {
    /// The steps of SQLite's virtual machine between two reports: those of about a hundred rows of a
    /// copy, however long they are.
    private static let stepsPerReport: Int32 = 1_000

    /// Runs `work`, and calls `report` at intervals while a statement runs.
    ///
    /// `report` may read the connection's counters, and must not use its statements
    /// (c3ref/progress_handler.html).
    package func reporting<Failure>(
        _ report: @escaping () -> Void, during work: () throws(Failure) -> Void
    ) throws(Failure) {
        let handler = ProgressHandler(report: report)
        unsafe sqlite3_progress_handler(
            database, Self.stepsPerReport,
            { context in
                guard let context = unsafe context else { return 0 }
                unsafe Unmanaged<ProgressHandler>.fromOpaque(context).takeUnretainedValue().report()
                return 0  // Another number would end the statement.
            }, Unmanaged.passUnretained(handler).toOpaque())
        defer {
            unsafe sqlite3_progress_handler(database, 0, nil, nil)
            // SQLite has an unowned pointer to it.
            withExtendedLifetime(handler) {}
        }
        try work()
    }
}

private final class ProgressHandler {
    let report: () -> Void

    init(report: @escaping () -> Void) {
        self.report = report
    }
}
