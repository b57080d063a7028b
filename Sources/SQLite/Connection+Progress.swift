internal import CSQLite

extension Connection {
    /// Something to be done now and then, in an object that SQLite is given the address of.
    final class Act {
        let perform: () -> Void

        init(_ perform: @escaping () -> Void) {
            self.perform = perform
        }
    }

    /// Has something done each time that a statement has gone about so many steps, or more
    /// (c3ref/progress_handler.html); those of all its runs are counted together.
    ///
    /// It is done on the thread that runs the statement, which waits for it, and must not use the
    /// connection. Until the connection is closed, or something else is to be done.
    package func perform(every steps: Int, _ act: @escaping () -> Void) {
        // Otherwise SQLite would have nothing done at all.
        precondition(steps > 0)
        let act = Act(act)
        let context = unsafe Unmanaged.passUnretained(act).toOpaque()
        unsafe sqlite3_progress_handler(
            database, Int32(clamping: steps),
            { context in
                guard let context = unsafe context else { return 0 }
                unsafe Unmanaged<Act>.fromOpaque(context).takeUnretainedValue().perform()
                // Anything else would interrupt the statement.
                return 0
            }, context)
        // Only now nobody calls the one before any more.
        nowAndThen = act
    }

    /// Has nothing done any more.
    func performNothing() {
        unsafe sqlite3_progress_handler(database, 0, nil, nil)
        nowAndThen = nil
    }
}
