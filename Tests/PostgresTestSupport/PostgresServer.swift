import Foundation
package import PostgreSQL
import Synchronization

/// The PostgreSQL server of a test run, started by `scripts/postgres` when a test first needs it;
/// it ends with the process.
package final class PostgresServer: Sendable {
    /// The server; nil, after saying so, where there is no PostgreSQL.
    package static let shared: PostgresServer? = start()

    private let url: String
    private let databases = Atomic<Int>(0)
    /// The URLs of databases that were given back, by the number of parts of their tables.
    private let idle = Mutex<[Int?: [String]]>([:])

    private init(url: String) {
        self.url = url
    }

    /// A server of a test's own with these settings, for as long as the process runs.
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
        // Its end is the server's, so it stays open as long as this process runs.
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

    /// A database that no other test uses until it is given back: one that was given back, of which
    /// `clear` has made a new one, or a new one, of which it has not.
    package func takeDatabase(
        partitions: Int? = nil, clear: (PostgresConnection) throws(PostgresFailure) -> Void
    ) throws -> (url: String, isNew: Bool) {
        while let url = idle.withLock({ $0[partitions]?.popLast() }) {
            do throws(PostgresFailure) {
                try clear(try PostgresConnection(url))
                return (url, false)
            } catch {
                // What a test has left open is in the way; this one is not used again.
                continue
            }
        }
        return (try makeDatabase(), true)
    }

    /// Gives a database back whose tables have so many parts.
    package func giveBack(_ url: String, partitions: Int? = nil) {
        idle.withLock { $0[partitions, default: []].append(url) }
    }

    /// The URL of a database.
    package func url(of database: String) -> String {
        url.replacing("///postgres?", with: "///\(database)?")
    }
}
