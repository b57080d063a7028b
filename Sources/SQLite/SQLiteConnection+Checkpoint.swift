internal import CSQLite

extension SQLiteConnection {
    package enum CheckpointMode: Sendable {
        /// Copies what is possible without waiting.
        case passive
        /// Waits for readers and the writer, copies all frames, and waits for the readers of the log,
        /// so that the next commit starts it over.
        case restart
        /// Does the same and truncates the log file.
        case truncate
    }

    /// The result of a checkpoint, in frames of the log.
    package struct Checkpoint: Sendable, Equatable {
        /// The frames in the log; 0 after it was truncated.
        package let frames: Int
        /// The frames that are copied to the database file.
        package let checkpointed: Int

        /// A result; also for test doubles.
        package init(frames: Int, checkpointed: Int) {
            self.frames = frames
            self.checkpointed = checkpointed
        }
    }

    /// Copies frames from the write-ahead log to the database file; nil in another journal mode.
    ///
    /// Throws `busy` at once when another checkpoint runs. Except with `passive` it also throws `busy`
    /// when readers outlast the busy timeout; frames copied until then stay copied
    /// (c3ref/wal_checkpoint_v2.html).
    package func checkpoint(_ mode: CheckpointMode) throws(DatabaseError) -> Checkpoint? {
        let mode =
            switch mode {
            case .passive: SQLITE_CHECKPOINT_PASSIVE
            case .restart: SQLITE_CHECKPOINT_RESTART
            case .truncate: SQLITE_CHECKPOINT_TRUNCATE
            }
        var frames: Int32 = -1
        var checkpointed: Int32 = -1
        // "main" only, because a checkpoint concerns one file.
        let code = unsafe sqlite3_wal_checkpoint_v2(
            database, "main", mode, &frames, &checkpointed)
        guard code == SQLITE_OK else {
            throw unsafe DatabaseError.last(code: code, database: database, sql: nil)
        }
        // SQLite returns −1 without a log.
        guard frames >= 0 else { return nil }
        return Checkpoint(frames: Int(frames), checkpointed: Int(checkpointed))
    }

    /// Syncs the database file, and first writes its changed pages back.
    ///
    /// A checkpoint that stops before the end of the log does not sync. The sync of a later one then
    /// has less to write.
    package func syncFile() throws(DatabaseError) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        var code = unsafe sqlite3_file_control(
            database, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        if code == SQLITE_OK, let file = unsafe file {
            unsafe code = file.pointee.pMethods.pointee.xSync(file, SQLITE_SYNC_NORMAL)
        }
        guard code == SQLITE_OK else {
            throw unsafe DatabaseError.last(code: code, database: database, sql: nil)
        }
    }
}
