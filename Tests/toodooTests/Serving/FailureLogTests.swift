import Items
import PostgreSQL
import PostgresTestSupport
import SQLiteStorage
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

@testable import toodoo

@Suite struct `The end of an outage of the database` {
    private let lines = Lines()

    @Test func `is logged once, with the first connection`() {
        let log = log()

        log.reportConnection()
        log.report(StorageFailure.unavailable("refused"))
        log.report(StorageFailure.unavailable("refused"))
        log.reportConnection()
        log.reportConnection()

        #expect(
            lines.all == [
                "error: the database cannot be reached: refused",
                "info: the database is reached again",
            ])
    }

    @Test func `is no end of other failures`() {
        let log = log()

        log.report(StorageFailure.full("no room"))
        log.reportConnection()

        #expect(lines.all == ["error: the disk is full: no room"])
    }

    @Test func `is no reader that holds the log, which has its own sentence`() {
        let log = log()

        log.report(HeldLog(bytes: 294 << 20, since: 1_795_600_800))

        #expect(
            lines.all == [
                """
                error: the write-ahead log has 294 MiB and cannot be emptied, because a \
                transaction of another program has been open since 2026-11-25T10:00:00Z; fuser shows it
                """
            ])
        #expect(log.counts.first { $0.kind == "busy" }?.count == 1)
    }

    @Test(.enabled(if: PostgresWorld.isAvailable))
    func `is in the log of a server whose connections broke`() throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let server = try RunningServer(database: url)
        defer { _ = try? server.stop() }
        let administrator = try PostgresConnection(url)

        _ = try administrator.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        var line = ""
        repeat { line = try server.program.errorLine() } while !line.contains("reached")
        let away = line
        repeat { line = try server.program.errorLine() } while !line.contains("reached again")

        #expect(away.contains(" error: the database cannot be reached: "))
        #expect(line.hasSuffix(" info: the database is reached again"))
    }

    private func log() -> FailureLog {
        FailureLog(clock: .constant(7)) { [lines] level, message in
            lines.add("\(level.rawValue): \(message)")
        }
    }
}

/// The lines of a log.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
