import Accounts
import Dispatch
import Items
import PostgreSQL
import PostgresStorage
import Storage
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

/// After a connection has broken, the server goes on with the commands that it has received. So a
/// transaction that is not committed when its writer looks can be committed later.
@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A commit after its connection has broken` {
    /// The state that the two connections of a writer share.
    private final class Line: Sendable {
        /// Signalled when the writer has looked for the outcome.
        let hasLooked = DispatchSemaphore(value: 0)
        /// Signalled when the server has finished the received commands.
        let isDone = DispatchSemaphore(value: 0)
        private let failure = Mutex<PostgresFailure?>(nil)

        func waitUntilDone() {
            // The time-out prevents the test from hanging.
            #expect(isDone.wait(timeout: .now() + .seconds(60)) == .success)
        }

        var late: PostgresFailure? {
            get { failure.withLock { $0 } }
            set { failure.withLock { $0 = newValue } }
        }
    }

    /// The first connection, which breaks at the first COMMIT. The server runs that later.
    private final class BreakingSession: PostgresSession {
        private struct Box: @unchecked Sendable {
            // Proof: after the connection has broken, only the thread uses it.
            let session: PostgresConnection
        }

        private let session: PostgresConnection
        private let line: Line
        private(set) var isConnected = true

        init(_ session: PostgresConnection, _ line: Line) {
            (self.session, self.line) = (session, line)
        }

        func exchange(_ commands: [PostgresCommand]) throws(PostgresFailure) -> [PostgresRows] {
            guard commands.contains(where: { $0.sql == "COMMIT" }) else {
                return try session.exchange(commands)
            }
            isConnected = false
            let (box, line) = (Box(session: session), line)
            DispatchQueue.global().async {
                _ = line.hasLooked.wait(timeout: .now() + .seconds(60))
                do throws(PostgresFailure) {
                    _ = try box.session.exchange(commands)
                } catch {
                    line.late = error
                }
                // The server ends a transaction whose client has disconnected.
                box.session.close()
                line.isDone.signal()
            }
            throw .disconnected("the line is broken")
        }

        func execute(script: String) throws(PostgresFailure) {
            try session.execute(script: script)
        }

        func notifications(within milliseconds: Int) throws(PostgresFailure) -> [String] {
            try session.notifications(within: milliseconds)
        }

        func close() { isConnected = false }
    }

    /// The connections after it.
    private final class LookingSession: PostgresSession {
        private let session: PostgresConnection
        private let line: Line
        private var isLooking = false

        init(_ session: PostgresConnection, _ line: Line) {
            (self.session, self.line) = (session, line)
        }

        var isConnected: Bool { session.isConnected }

        func exchange(_ commands: [PostgresCommand]) throws(PostgresFailure) -> [PostgresRows] {
            let results = try session.exchange(commands)
            isLooking = isLooking || commands.contains { $0.sql.contains("FROM writers") }
            if isLooking, commands.contains(where: { $0.sql == "COMMIT" }) {
                isLooking = false
                line.hasLooked.signal()
            }
            return results
        }

        func execute(script: String) throws(PostgresFailure) {
            try session.execute(script: script)
        }

        func notifications(within milliseconds: Int) throws(PostgresFailure) -> [String] {
            try session.notifications(within: milliseconds)
        }

        func close() { session.close() }
    }

    private let world: PostgresWorld
    private let line = Line()
    private let batch: WriteBatch

    init() throws {
        world = try PostgresWorld()
        var isFirst = true
        batch = WriteBatch(
            writer: PostgresUUID(high: 1, low: 1), clock: .constant(1_000), pause: {}
        ) { [world, line] () throws(PostgresFailure) in
            let session = try world.connect()
            guard isFirst else { return LookingSession(session, line) }
            isFirst = false
            return BreakingSession(session, line)
        }
    }

    // proves: durable-4
    @Test func `does not happen once its writer has found none`() throws {
        let owner = world.database.localOwner
        let new = NewItem(id: id(1), hasGeneratedID: true, content: content("one"))

        let outcome = batch.run(.add([new], onConflict: .refuse), of: owner)
        line.waitUntilDone()

        #expect(try outcome.get().revision == 1)
        #expect(line.late != nil)
        let repository = world.database.repository()
        #expect(try repository.all(of: owner).map(\.revision) == [1])
        #expect(try repository.revision(of: owner) == 1)
        #expect(try world.violations() == [])
    }

    @Test func `does not make a write happen twice`() throws {
        let owner = world.database.localOwner

        let outcome = batch.run(.put(id(1), content("one")), of: owner)
        line.waitUntilDone()

        #expect(try outcome.get().revision == 1)
        #expect(try world.database.repository().revision(of: owner) == 1)
    }

    // proves: durable-4
    @Test func `does not add an account that was refused`() throws {
        let account = NewAccount(name: "Ada", email: Email(stored: "ada@b.c"), password: "$y$a")
        let job = AccountJob(write: .add(account)) { _ in }
        let outcome = batch.run([], [job], isMaintenance: false).accounts[0]
        line.waitUntilDone()

        #expect(throws: AccountFailure.self) { try outcome.get() }
        #expect(try world.connection.run("SELECT count(*) FROM accounts").integer(0, 0) == 0)
    }
}
