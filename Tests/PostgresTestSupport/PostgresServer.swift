import Foundation
package import PostgreSQL
import Synchronization

/// The PostgreSQL server of a test run. `scripts/postgres` starts it when a test first needs it,
/// and it ends with the process.
package final class PostgresServer: Sendable {
    /// The server; nil, with a message, on a machine without PostgreSQL.
    package static let shared: PostgresServer? = start()

    private let url: String
    private let databases = Atomic<Int>(0)
    /// The URLs of returned databases, by the number of parts of their tables.
    private let idle = Mutex<[Int?: [String]]>([:])

    private init(url: String) {
        self.url = url
    }

    /// A separate server with these settings, which runs as long as the process.
    package static func start(_ settings: [String] = []) -> PostgresServer? {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "scripts/postgres")
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = script
        process.arguments = settings
        process.standardInput = input
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            print("Tests on PostgreSQL are left out: \(error)")
            return nil
        }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard line.hasPrefix("postgres://") else {
            print("Tests on PostgreSQL are left out: no server was started.")
            return nil
        }
        // The server ends when it is closed, so it stays open as long as this process runs.
        held.withLock { $0.append(input) }
        return PostgresServer(url: line.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private static let held = Mutex<[Pipe]>([])

    /// A new database, a copy of `template`; returns its URL.
    package func makeDatabase(from template: String = "template1") throws -> String {
        let name = "test\(databases.add(1, ordering: .relaxed).newValue)"
        let session = try PostgresConnection(url)
        _ = try session.run("CREATE DATABASE \(name) TEMPLATE \(template)")
        return self.url(of: name)
    }

    /// A database that no other test uses until it is returned. It is a returned one that `clear`
    /// has emptied, or a new one.
    package func takeDatabase(
        partitions: Int? = nil, clear: (PostgresConnection) throws(PostgresFailure) -> Void
    ) throws -> (url: String, isNew: Bool) {
        while let url = idle.withLock({ $0[partitions]?.popLast() }) {
            do throws(PostgresFailure) {
                try clear(try PostgresConnection(url))
                return (url, false)
            } catch {
                // A test has left something open in this database, so it is not used again.
                continue
            }
        }
        return (try makeDatabase(), true)
    }

    /// Returns a database whose tables have this number of parts.
    package func giveBack(_ url: String, partitions: Int? = nil) {
        idle.withLock { $0[partitions, default: []].append(url) }
    }

    /// The URL of a database.
    package func url(of database: String) -> String {
        url.replacing("///postgres?", with: "///\(database)?")
    }
}
