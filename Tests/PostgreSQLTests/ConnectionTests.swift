import Glibc
import PostgreSQL
import PostgresTestSupport
import Testing

/// Whether there is a server for tests.
let hasServer = PostgresServer.shared != nil

/// A connection to a new database.
func connect(_ options: PostgresConnection.Options = .init()) throws -> PostgresConnection {
    let server = try #require(PostgresServer.shared)
    return try PostgresConnection(server.makeDatabase(), options)
}

@Suite(.enabled(if: hasServer)) struct `A connection to PostgreSQL` {
    @Test func `gives every kind of value back as it was sent`() throws {
        let session = try connect()
        let command = PostgresCommand("SELECT $1, $2, $3, $4, $5, $6, $7") {
            $0.append(Int.min)
            $0.append(-0.0)
            $0.append(true)
            $0.append("caf\u{E9}")
            $0.append(PostgresBytes([0, 255]))
            $0.append(PostgresUUID(high: 1, low: .max))
            $0.append(nil as String?)
        }

        let rows = try session.run(command)

        #expect(rows.count == 1)
        #expect(try rows.integer(0, 0) == .min)
        #expect(try rows.double(0, 1).bitPattern == (-0.0).bitPattern)
        #expect(try rows.bool(0, 2))
        #expect(rows.string(0, 3) == "caf\u{E9}")
        #expect(rows.blob(0, 4) == [0, 255])
        #expect(try rows.uuid(0, 5) == PostgresUUID(high: 1, low: .max))
        #expect(rows.isNull(0, 6))
        #expect(rows.optionalString(0, 6) == nil)
    }

    @Test func `distinguishes the empty text from NULL`() throws {
        let session = try connect()

        let rows = try session.run(
            PostgresCommand("SELECT $1, $2") {
                $0.append("")
                $0.append(PostgresBytes([]))
            })

        #expect(rows.optionalString(0, 0) == "")
        #expect(!rows.isNull(0, 1))
        #expect(rows.blob(0, 1) == [])
    }

    @Test(arguments: [[], [1], [nil, 2, nil]] as [[Int?]])
    func `sends arrays`(values: [Int?]) throws {
        let session = try connect()

        let rows = try session.run(
            PostgresCommand("SELECT v, n FROM unnest($1) WITH ORDINALITY AS u (v, n)") {
                $0.append(values) { $0 }
            })

        let read = try (0..<rows.count).map { row in
            rows.isNull(row, 0) ? nil : try rows.integer(row, 0)
        }
        #expect(read == values)
    }

    @Test func `answers many commands in one trip, in their order`() throws {
        let session = try connect()
        // This is more than the buffers of both sides hold, so each side must read while the other
        // sends.
        let long = String(repeating: "x", count: 1 << 20)

        let results = try session.exchange(
            (0..<32).map { number in
                PostgresCommand("SELECT $1 || $2, $3") {
                    $0.append("\(number)")
                    $0.append(long)
                    $0.append(number)
                }
            })

        #expect(try results.map { try $0.integer(0, 1) } == Array(0..<32))
        #expect(results.allSatisfy { $0.blob(0, 0).count > long.utf8.count })
    }

    @Test func `does nothing after a command that is refused, and goes on with the next trip`()
        throws
    {
        let session = try connect()
        _ = try session.run("CREATE TABLE numbers (n bigint PRIMARY KEY)")
        let add = { (number: Int) in
            PostgresCommand("INSERT INTO numbers VALUES ($1)") { $0.append(number) }
        }

        let failure = #expect(throws: PostgresFailure.self) {
            try session.exchange([add(1), add(1), add(2)])
        }
        let count = try session.run("SELECT count(*) FROM numbers").integer(0, 0)
        _ = try session.exchange([add(1), add(2)])

        guard case .refused(.uniqueViolation, let message) = failure else {
            throw failure ?? .unexpected("no failure")
        }
        #expect(message.contains("numbers_pkey"))
        #expect(count == 0)
        #expect(try session.run("SELECT count(*) FROM numbers").integer(0, 0) == 2)
    }

    @Test func `prepares a statement again that could not be prepared`() throws {
        let session = try connect()
        let select = PostgresCommand("SELECT count(*) FROM later")

        #expect(throws: PostgresFailure.self) { try session.run(select) }
        try session.execute(script: "CREATE TABLE later (); CREATE TABLE other ()")

        #expect(try session.run(select).integer(0, 0) == 0)
    }

    @Test func `takes nothing of a script of which a part is refused`() throws {
        let session = try connect()

        #expect(throws: PostgresFailure.self) {
            try session.execute(script: "CREATE TABLE one (); CREATE TABLE one ()")
        }

        #expect(try session.run("SELECT to_regclass('one') IS NULL").bool(0, 0))
    }

    @Test func `counts the rows that it has changed`() throws {
        let session = try connect()
        try session.execute(script: "CREATE TABLE numbers (n bigint)")

        let added = try session.run("INSERT INTO numbers SELECT generate_series(1, 5)")
        let deleted = try session.run("DELETE FROM numbers WHERE n > 2")

        #expect([added.changed, deleted.changed] == [5, 3])
    }

    @Test func `is over when the server does not answer in time`() throws {
        var options = PostgresConnection.Options()
        options.answerMilliseconds = 1
        let session = try connect(options)

        #expect(throws: PostgresFailure.timedOut) { try session.run("SELECT pg_sleep(60)") }
        #expect(!session.isConnected)
        #expect(throws: PostgresFailure.disconnected("the connection is closed")) {
            try session.run("SELECT 1")
        }
    }

    @Test func `is over when the server ends it`() throws {
        let server = try #require(PostgresServer.shared)
        let url = try server.makeDatabase()
        let (session, other) = (try PostgresConnection(url), try PostgresConnection(url))
        let process = try session.run("SELECT pg_backend_pid()::bigint").integer(0, 0)
        _ = try other.run(
            PostgresCommand("SELECT pg_terminate_backend($1::int, 10000)") { $0.append(process) })

        let failure = #expect(throws: PostgresFailure.self) { try session.run("SELECT 1") }

        #expect(failure?.leavesDoubt == true)
        #expect(!session.isConnected)
    }

    // proves: durable-3
    @Test func `keeps the descriptor that is polled after the server has ended it`() throws {
        let connection = try connect()
        let descriptor = connection.descriptor
        try connection.queue([PostgresCommand("SELECT pg_terminate_backend(pg_backend_pid())")])
        _ = try connection.flush()

        while connection.isConnected {
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&wait, 1, -1)
            try? connection.receive { _ in }
        }

        #expect(connection.descriptor == descriptor)
        #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
    }

    @Test func `receives the notifications of another one`() throws {
        let server = try #require(PostgresServer.shared)
        let url = try server.makeDatabase()
        let (session, other) = (try PostgresConnection(url), try PostgresConnection(url))
        _ = try session.run("LISTEN news")
        _ = try other.exchange(
            ["a", "b"].map { PostgresCommand("SELECT pg_notify('news', '\($0)')") })

        let heard = try session.notifications(within: 60_000)
        let none = try session.notifications(within: 0)

        #expect(heard == ["a", "b"])
        #expect(none == [])
    }

    @Test func `has the settings that were asked for`() throws {
        var options = PostgresConnection.Options()
        options.settings = [("lock_timeout", "2s"), ("jit", "off")]

        let session = try connect(options)

        #expect(try session.run("SHOW lock_timeout").string(0, 0) == "2s")
        #expect(try session.run("SHOW jit").string(0, 0) == "off")
        #expect(session.serverVersion >= PostgresConnection.oldestServer)
    }

    @Test func `that cannot be made fails with the reason, without the password`() throws {
        let failure = #expect(throws: PostgresFailure.self) {
            try PostgresConnection("postgres://user:secret@localhost:1/none?connect_timeout=2")
        }

        guard case .cannotConnect(let reason) = failure else {
            throw failure ?? .unexpected("no failure")
        }
        #expect(reason.contains("onnection refused") && !reason.contains("secret"))
    }
}

@Suite struct `A machine without libpq` {
    @Test func `contains the name of the library`() {
        #expect(throws: PostgresFailure.libraryMissing("libpq.so.none")) {
            try PostgresLibrary.load("libpq.so.none")
        }
    }
}
