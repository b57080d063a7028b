import APITestSupport
import PostgreSQL
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: hasPushLibraries, "libcurl.so.4 or libcrypto.so.3 cannot be loaded here"))
struct `The subscriptions of a database` {
    // proves: durable-8
    @Test(.enabled(if: PostgresWorld.isAvailable))
    func `are copied, with the key that browsers are bound to and with what waits for them`() throws
    {
        let source = try CommandWorld()
        let expected = try source.subscribe()
        let server = try CommandWorld(onServer: ())
        let file = try CommandWorld()

        let endings = try [(source, server), (server, file)].map { from, to in
            try Program(["copy", "--from", from.database, "--to", to.database]).ending()
        }

        #expect(endings.map(\.code) == [0, 0])
        #expect(try server.deliveries() == 1)
        #expect(try file.deliveries() == 1)
        #expect(try server.subscriptions() == expected)
        #expect(try file.subscriptions() == expected)
    }

    // proves: durable-6
    @Test(arguments: [([], 0), (["--keep-tokens"], 1)])
    func `end with a restore, except with --keep-tokens, and the key stays`(
        words: [String], left: Int
    ) throws {
        let world = try CommandWorld()
        let before = try world.subscribe()
        let copy = world.folder.file("copy")
        _ = try world.run("backup", copy)

        let ending = try world.run(["restore", copy] + words, input: [])

        #expect(ending.code == 0)
        try expect(world, left, of: before)
    }

    // proves: durable-7
    @Test(.enabled(if: PostgresWorld.isAvailable), arguments: [([], 0), (["--keep-tokens"], 1)])
    func `end with new epochs on a server, except with --keep-tokens, and the key stays`(
        words: [String], left: Int
    ) throws {
        let world = try CommandWorld(onServer: ())
        let before = try world.subscribe()

        let ending = try world.run(["migrate", "--new-epoch"] + words, input: [])

        #expect(ending.code == 0)
        try expect(world, left, of: before)
    }

    /// Expects all subscriptions and deliveries, or none, and the same key.
    private func expect(_ world: CommandWorld, _ left: Int, of before: String) throws {
        #expect(try world.deliveries() == left)
        let after = try world.subscriptions()
        if left == 1 {
            #expect(after == before)
        } else {
            let key = try #require(before.firstMatch(of: /"publicKey":"[^"]+"/)).output
            #expect(after == "{\(key),\"subscriptions\":[]}")
        }
    }
}

extension CommandWorld {
    /// Nobody listens there, so nothing is sent.
    private static let service = "http://127.0.0.1:1"

    private func serving<Result>(_ use: (RunningServer) throws -> Result) throws -> Result {
        let server = try RunningServer(
            database: database,
            arguments: [
                "--push-contact", "mailto:admin@example.org", "--push-local", Self.service,
            ])
        let result = try use(server)
        try server.stop()
        return result
    }

    /// The key and the subscriptions, as a client reads them.
    fileprivate func subscriptions() throws -> String {
        try serving { try $0.send("GET", "/subscriptions").text }
    }

    /// Subscribes to two topics, and lets a delivery wait; returns what a client reads then.
    fileprivate func subscribe() throws -> String {
        let text = try serving { server in
            for topic in ["one", "two"] {
                let made = try server.send(
                    "POST", "/subscriptions",
                    json: """
                        {"kind":"ntfy","url":"\(Self.service)/\(topic)","label":"\(topic)",\
                        "token":"secret","timeZone":"Europe/Berlin"}
                        """)
                try #require(made.status == 201)
            }
            return try server.send("GET", "/subscriptions").text
        }
        let id = database.hasPrefix("postgres") ? "gen_random_uuid()" : "zeroblob(16)"
        try execute(
            """
            INSERT INTO deliveries (handle, at, id, owner) \
            SELECT handle, 1, \(id), owner FROM subscriptions ORDER BY handle LIMIT 1;
            UPDATE subscriptions SET next_at = 1 WHERE handle IN (SELECT handle FROM deliveries);
            """)
        return text
    }

    private func execute(_ sql: String) throws {
        guard database.hasPrefix("postgres") else { return try alter(sql) }
        let session = try PostgresConnection(database)
        try session.execute(script: sql)
        session.close()
    }

    fileprivate func deliveries() throws -> Int {
        let sql = "SELECT count(*) FROM deliveries"
        guard database.hasPrefix("postgres") else { return try number(sql) }
        let session = try PostgresConnection(database)
        defer { session.close() }
        return try session.run(sql).integer(0, 0)
    }
}
