internal import CSQLite

extension Connection {
    /// How much a checkpoint insists.
    package enum CheckpointMode: Sendable {
        /// Moves what it can without waiting for anybody.
        case passive
        /// Waits for the readers and the writer, moves everything, and empties the log's file.
        case truncate
    }

    /// What a checkpoint found and did, in pages of the log.
    package struct Checkpoint: Sendable, Equatable {
        /// How many the log holds; 0 when it was emptied.
        package let frames: Int
        /// How many of them stand in the database file by now.
        package let checkpointed: Int

        /// A result, also for doubles.
        package init(frames: Int, checkpointed: Int) {
            self.frames = frames
            self.checkpointed = checkpointed
        }
    }

    /// Moves pages from the write-ahead log into the database file; nil without such a log.
    ///
    /// Throws `busy` when another checkpoint runs, for which no busy timeout waits; and with
    /// `truncate` when the readers outlast the busy timeout, having moved what was possible
    /// (c3ref/wal_checkpoint_v2.html).
    package func checkpoint(_ mode: CheckpointMode) throws(DatabaseError) -> Checkpoint? {
        let mode =
            switch mode {
            case .passive: SQLITE_CHECKPOINT_PASSIVE
            case .truncate: SQLITE_CHECKPOINT_TRUNCATE
            }
        var frames: Int32 = -1
        var checkpointed: Int32 = -1
        // "main" and not every attached database: a checkpoint is about one file.
        let code = unsafe sqlite3_wal_checkpoint_v2(
            database, "main", mode, &frames, &checkpointed)
        guard code == SQLITE_OK else {
            throw unsafe DatabaseError.last(code: code, database: database, sql: nil)
        }
        // SQLite says −1 when there is no log.
        guard frames >= 0 else { return nil }
        return Checkpoint(frames: Int(frames), checkpointed: Int(checkpointed))
    }
}
