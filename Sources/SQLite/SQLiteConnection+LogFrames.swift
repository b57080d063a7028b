internal import CSQLite

extension SQLiteConnection {
    /// Counts the log's frames after each commit of this connection, which no longer checkpoints by
    /// itself (c3ref/wal_hook.html).
    package func countLogFrames() {
        let counter = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        unsafe counter.initialize(to: 0)
        unsafe logFrameCounter = counter
        _ = unsafe sqlite3_wal_hook(
            database,
            { counter, _, _, frames in
                unsafe counter?.assumingMemoryBound(to: Int32.self).pointee = frames
                return SQLITE_OK
            }, counter)
    }

    /// The frames in the log after the last commit of this connection; 0 before the first one.
    package var logFrames: Int { unsafe logFrameCounter.map { Int(unsafe $0.pointee) } ?? 0 }
}
