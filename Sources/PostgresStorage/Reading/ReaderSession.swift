import Items
import PostgreSQL

/// The connection of a reader, made at its first use and again after it was lost.
final class ReaderSession {
    private let connect: () throws(PostgresFailure) -> any PostgresSession
    private var session: (any PostgresSession)?

    init(_ connect: @escaping () throws(PostgresFailure) -> any PostgresSession) {
        self.connect = connect
    }

    /// Sends commands in one trip; their results are of one moment.
    ///
    /// A connection may have been lost long ago, which is noticed only now; so reads are sent once
    /// more on a new one.
    func read(_ commands: [PostgresCommand]) throws(PostgresFailure) -> [PostgresRows] {
        let isNew = session?.isConnected != true
        do throws(PostgresFailure) {
            return try send(commands)
        } catch {
            guard case .disconnected = error, !isNew else { throw error }
            return try send(commands)
        }
    }

    private func send(_ commands: [PostgresCommand]) throws(PostgresFailure) -> [PostgresRows] {
        let session = try connected()
        // One statement is of one moment by itself.
        guard commands.count > 1 else { return try session.exchange(commands) }
        let results = try session.exchange(
            [PostgresCommand(Self.begin)] + commands + [PostgresCommand("COMMIT")])
        guard results.count == commands.count + 2 else {
            throw .unexpected("another number of results")
        }
        return Array(results.dropFirst().dropLast())
    }

    /// Sends commands, after which `readInMoment` reads the same moment until `endMoment`.
    func beginMoment(_ commands: [PostgresCommand]) throws(PostgresFailure) -> [PostgresRows] {
        let isNew = session?.isConnected != true
        let commands = [PostgresCommand(Self.begin)] + commands
        var results: [PostgresRows]
        do throws(PostgresFailure) {
            results = try connected().exchange(commands)
        } catch {
            endMoment()
            guard case .disconnected = error, !isNew else { throw error }
            results = try connected().exchange(commands)
        }
        guard results.count == commands.count else { throw .unexpected("other results") }
        results.removeFirst()
        return results
    }

    /// Sends commands in one trip that read the moment that was begun.
    func readInMoment(_ commands: [PostgresCommand]) throws(PostgresFailure) -> [PostgresRows] {
        guard let session else { throw .unexpected("no moment was begun") }
        let results = try session.exchange(commands)
        guard results.count == commands.count else { throw .unexpected("other results") }
        return results
    }

    /// Ends the moment; a session that cannot do that is closed.
    func endMoment() {
        guard let session, session.isConnected else { return }
        do throws(PostgresFailure) {
            _ = try session.run("COMMIT")
        } catch {
            session.close()
        }
    }

    /// Begins a transaction whose statements all read one moment.
    static let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    private func connected() throws(PostgresFailure) -> any PostgresSession {
        if let session, session.isConnected { return session }
        let new = try connect()
        session = new
        return new
    }

    func close() {
        session?.close()
        session = nil
    }
}
