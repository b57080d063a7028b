import Items
import PostgreSQL
import Telemetry

/// The connection of a writer, which finds the outcome of a commit whose answer was lost.
///
/// Each batch sets the number in the writer's own row of `writers`. When a connection breaks during
/// a COMMIT, that row, locked on the next connection, has the batch's number or not. Locking the
/// row waits for the old transaction, if that has set its number; writing to it waits until a
/// synchronous standby has the row that was found.
///
/// The server may still have to run statements that it has received of the old transaction. So a
/// batch that is not committed is fenced off: the row gets another number, and a batch sets its own
/// only where it finds the one that it expects. Otherwise the server refuses it with
/// `SQLState.invalidText`.
///
/// (The server's `pg_xact_status` does not help: after a promotion, the numbers of lost
/// transactions are given out again.)
final class WriterSession {
    private let connect: () throws(PostgresFailure) -> any PostgresSession
    private let writer: PostgresUUID
    private let steady: Clock
    private let metrics: PostgresMetrics?
    /// Waits between two attempts to find the outcome of a commit.
    private let pause: () -> Void
    private var session: (any PostgresSession)?
    private var isRegistered = false
    /// The number of the last batch that was begun.
    private var batch = 0
    /// The number in the writer's row.
    private var stored = 0
    /// Why the last attempt to connect failed, and the time of the next attempt: jobs must not wait
    /// one after the other for an unavailable server.
    private var unavailable: (failure: PostgresFailure, until: Double)?
    private static let retrySeconds = 0.25

    /// The limit of the attempts to find the outcome of a commit.
    struct Limit {
        let attempts: Int
        let end: Double
    }

    /// A writer that connects when it is needed.
    init(
        writer: PostgresUUID, steady: Clock, metrics: PostgresMetrics?, pause: @escaping () -> Void,
        connect: @escaping () throws(PostgresFailure) -> any PostgresSession
    ) {
        self.writer = writer
        self.steady = steady
        self.metrics = metrics
        self.pause = pause
        self.connect = connect
    }

    /// The session, connected again if it was lost.
    func connected(_ time: Double) throws(PostgresFailure) -> any PostgresSession {
        if let session, session.isConnected, isRegistered { return session }
        if let unavailable, steady.now() < unavailable.until { throw unavailable.failure }
        do throws(PostgresFailure) {
            let session = try connectAndRegister(time)
            unavailable = nil
            return session
        } catch {
            if case .cannotConnect = error {
                unavailable = (error, steady.now() + Self.retrySeconds)
            }
            throw error
        }
    }

    private func connectAndRegister(
        _ now: Double
    ) throws(PostgresFailure) -> any PostgresSession {
        let session: any PostgresSession
        if let open = self.session, open.isConnected {
            session = open
        } else {
            session = try connect()
            self.session = session
        }
        if !isRegistered { try register(session, now) }
        return session
    }

    /// Makes the writer's row, or reads its number.
    ///
    /// Committed before its first use: a row that is not committed is not waited for.
    private func register(
        _ session: any PostgresSession, _ now: Double
    ) throws(PostgresFailure) {
        let rows = try session.run(
            PostgresCommand(
                """
                INSERT INTO writers (writer, batch, seen_at) VALUES ($1, $2, $3) \
                ON CONFLICT (writer) DO UPDATE SET seen_at = excluded.seen_at RETURNING batch
                """
            ) {
                $0.append(writer)
                $0.append(batch)
                $0.append(now)
            })
        stored = try rows.integer(0, 0)
        batch = max(batch, stored)
        isRegistered = true
    }

    /// Makes the next batch read its row: the row was pruned because this writer has written
    /// nothing for a long time, or it has another number.
    func unregister() {
        isRegistered = false
    }

    /// The statement that marks the next batch as committed, to be sent with its COMMIT.
    func mark(_ now: Double) -> PostgresCommand {
        batch += 1
        return PostgresCommand(
            """
            WITH marked AS (UPDATE writers SET batch = $2, seen_at = $3 \
            WHERE writer = $1 AND batch = $4 RETURNING batch) \
            SELECT CASE count(*) WHEN 1 THEN 0 \
            ELSE ('the batch was given up before: ' || count(*))::bigint END FROM marked
            """
        ) {
            $0.append(writer)
            $0.append(batch)
            $0.append(now)
            $0.append(stored)
        }
    }

    /// Marks the last batch as committed.
    func committed() {
        stored = batch
    }

    /// Whether the last batch, whose COMMIT was not answered, is committed; nil if it could not be
    /// found out within the limit.
    func isCommitted(_ now: Double, until limit: Limit) -> Bool? {
        for attempt in 1...limit.attempts {
            do throws(PostgresFailure) {
                let isCommitted = try isCommitted(now)
                metrics?.resolvedCommits.add()
                return isCommitted
            } catch {
                // Without a connection nothing is known, and the next attempt may have one.
                guard attempt < limit.attempts, steady.now() < limit.end else { break }
                pause()
            }
        }
        metrics?.unknownCommits.add()
        return nil
    }

    private func isCommitted(_ now: Double) throws(PostgresFailure) -> Bool {
        let session = try connectAndRegister(now)
        do throws(PostgresFailure) {
            let rows = try session.exchange([
                PostgresCommand("BEGIN"),
                PostgresCommand("SELECT batch FROM writers WHERE writer = $1 FOR UPDATE") {
                    $0.append(writer)
                },
            ])
            guard let row = rows.last, row.count == 1 else {
                throw .unexpected("the row of this writer is gone")
            }
            let isCommitted = try row.integer(0, 0) == batch
            let number = isCommitted ? batch : batch + 1
            _ = try session.exchange([
                PostgresCommand(
                    "UPDATE writers SET batch = $2, seen_at = $3 WHERE writer = $1"
                ) {
                    $0.append(writer)
                    $0.append(number)
                    $0.append(now)
                },
                PostgresCommand("COMMIT"),
            ])
            (batch, stored) = (number, number)
            return isCommitted
        } catch {
            // A refused transaction accepts no further queries.
            session.close()
            throw error
        }
    }

    /// Ends what a failure has left open.
    func recover(from failure: PostgresFailure) {
        leave(after: failure)
        rollBack()
    }

    /// Closes the connection if another one may succeed, such as after a server has become a
    /// standby. Otherwise a transaction may still be open.
    func leave(after failure: PostgresFailure) {
        if case .connection = failure.scope { session?.close() }
    }

    /// Ends an open transaction; a session that cannot do that is closed.
    func rollBack() {
        guard let session, session.isConnected else { return }
        do throws(PostgresFailure) {
            _ = try session.run("ROLLBACK")
        } catch {
            session.close()
        }
    }

    /// Closes the connection and removes the writer's row.
    func close() throws(PostgresFailure) {
        defer {
            session?.close()
            session = nil
        }
        guard isRegistered, let session, session.isConnected else { return }
        _ = try session.run(
            PostgresCommand("DELETE FROM writers WHERE writer = $1") { $0.append(writer) })
    }
}
