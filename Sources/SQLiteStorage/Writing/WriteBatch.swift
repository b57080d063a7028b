package import Items
package import SQLite

/// A write on its way through the writer, and where its outcome goes.
package struct WriteJob: Sendable {
    /// About how many bytes the write holds on to while it waits.
    let weight: Int
    package let write: ItemWrite
    /// The request it is, if that has a key.
    package let request: KeptRequest?
    package let reply: @Sendable (Result<WriteOutcome, WriteFailure>) -> Void

    /// A write that nobody has done yet.
    package init(
        write: ItemWrite, once request: KeptRequest? = nil,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        weight = write.weight
        self.write = write
        self.request = request
        self.reply = reply
    }
}

/// Does many writes in one transaction, each of them whole or not at all: the group commit.
///
///     BEGIN IMMEDIATE
///       SAVEPOINT · one request · RELEASE      (refused or failed: ROLLBACK TO, RELEASE)
///       …
///       SAVEPOINT · a little of what is old is forgotten · RELEASE
///       SAVEPOINT · what many writes have said becomes searchable · RELEASE
///     COMMIT                                   (the one fsync)
///
/// Only touched by one thread at a time: the writer's queue.
package final class WriteBatch {
    package typealias Outcome = Result<WriteOutcome, WriteFailure>

    private let session: any StorageSession
    private let transaction: SQLiteItemTransaction
    private let clock: Clock
    private let commits: CommitCounter
    private let pruner: Pruner
    private let addresses: AddressWriter
    private let report: @Sendable (StorageFailure) -> Void
    private let side: SideWork

    /// Prepares the statements; `commits` is told of every commit before anyone is answered, and
    /// `report` of failures that nobody is answered with.
    package init(
        session: any StorageSession, clock: Clock, commits: CommitCounter,
        answerRoom: Int = KeptRequest.room, addressRoom: Int = AddressWriter.room,
        searchRun: Int = 2_048,
        report: @escaping @Sendable (StorageFailure) -> Void = { _ in }
    ) throws(DatabaseError) {
        self.session = session
        self.clock = clock
        self.commits = commits
        transaction = try SQLiteItemTransaction(
            session: session, answerRoom: answerRoom, searchRun: searchRun)
        side = try SideWork(session, report: report)
        pruner = try Pruner(session, report: report)
        addresses = AddressWriter(session, room: addressRoom)
        self.report = report
    }

    /// Does the writes and returns their outcomes, which are final: what succeeded is on the disk.
    package func run(_ jobs: some Collection<WriteJob>) -> [Outcome] {
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(jobs.count)
        do throws(StorageFailure) {
            try begin()
            let now = clock.now()
            for job in jobs { outcomes.append(try perform(job, now: now)) }
            try transaction.finish()
            if transaction.rows > 0 {
                try pruner.run(now: now, rows: transaction.rows)
                try makeSearchable()
            }
            try storing { () throws(DatabaseError) in
                try session.run(&transaction.statements.commit)
            }
        } catch {
            // Nothing of the batch is on the disk, so nobody is told that it is.
            abandon()
            return [Outcome](repeating: .failure(.storage(error)), count: jobs.count)
        }
        commits.increment()
        return outcomes
    }

    /// Tells those who wait for whatever changes.
    func tellListeners() {
        commits.ring()
    }

    /// Remembers addresses; a failure is reported, for nobody waits.
    package func remember(_ found: [FoundAddress]) {
        do throws(StorageFailure) {
            try storing { () throws(DatabaseError) in
                // Left behind by a ROLLBACK that failed.
                if session.isInTransaction { try session.execute("ROLLBACK") }
                try addresses.write(found)
            }
            commits.increment()
        } catch {
            report(error)
        }
    }

    /// Copies the log into the database and empties it, so that the next start has nothing to recover.
    func checkpoint() throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            // That a reader was in the way is told in a row, not as an error (sqlite.org/pragma.html#pragma_wal_checkpoint).
            guard try session.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 1 else {
                throw DatabaseError(code: 5, message: "somebody reads from the log")
            }
        }
    }

    private func makeSearchable() throws(StorageFailure) {
        guard transaction.trigrams.mayBeDue else { return }
        let isDone = try side.run { () throws(DatabaseError) in _ = try transaction.trigrams.work()
        }
        if !isDone { transaction.trigrams.rest() }
    }

    private func begin() throws(StorageFailure) {
        transaction.startOver()
        try storing { () throws(DatabaseError) in
            // Left behind by a ROLLBACK that failed: without this no batch could ever begin again.
            if session.isInTransaction { try session.execute("ROLLBACK") }
            try session.run(&transaction.statements.begin)
        }
    }

    /// One write in its savepoint; throws only what the whole batch cannot survive.
    private func perform(_ job: WriteJob, now: Double) throws(StorageFailure) -> Outcome {
        transaction.owner = job.write.owner
        let lastPlace = transaction.lastPlace
        try storing { () throws(DatabaseError) in
            try session.run(&transaction.statements.savepoint)
        }
        let outcome: Outcome
        do throws(WriteFailure) {
            outcome = .success(try job.write.perform(once: job.request, in: transaction, now: now))
        } catch {
            outcome = .failure(error)
            try rollBack(after: error)
            transaction.lastPlace = lastPlace
        }
        try storing { () throws(DatabaseError) in
            try session.run(&transaction.statements.release)
        }
        return outcome
    }

    private func rollBack(after failure: WriteFailure) throws(StorageFailure) {
        // A full or broken disk makes SQLite give up the whole transaction, savepoints and all.
        if case .storage(let failure) = failure, !session.isInTransaction { throw failure }
        try storing { () throws(DatabaseError) in
            try session.run(&transaction.statements.rollBackTo)
        }
    }

    private func abandon() {
        guard session.isInTransaction else { return }
        // Should this fail too, the next batch tries again before it begins.
        try? session.execute("ROLLBACK")
    }
}
