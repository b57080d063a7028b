import Accounts
import Items
import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A lane's reads` {
    /// The results of every kind of read, all in one trip, as text.
    private static func everything(_ world: ReaderWorld) -> [ReaderWorld.Asked<String>] {
        let owner = world.owner
        let sorts = [nil, ItemSort(.timestamp, isDescending: false)]
        return [
            world.ask(.revision(owner)) { items throws(StorageFailure) in
                "\(try items.revision(of: owner))"
            },
            world.ask(.revocations) { accounts throws(StorageFailure) in
                "\(try accounts.revocations())"
            },
            world.ask(.item(id(1), owner)) { items throws(StorageFailure) in
                var text = ""
                _ = try items.read(id(1), of: owner) { text = "\($0.fields.revision)" }
                return text
            },
        ]
            + sorts.map { sort in
                let query = ItemQuery(sort: sort)
                return world.ask(.list(query, owner, after: nil, limit: 10)) {
                    items throws(StorageFailure) in
                    var text = ""
                    _ = try items.list(
                        query, of: owner, after: nil, limit: 10,
                        begin: {
                            text += "at \($0):"
                            return true
                        },
                        {
                            text += " \($0.fields.id.low)"
                            return true
                        })
                    return text
                }
            } + [
                world.ask(.changes(owner, since: nil, limit: 10)) { items throws(StorageFailure) in
                    let next = try items.changes(
                        of: owner, since: nil, limit: 10, begin: { _ in true }, { _, _ in true })
                    return "\(String(describing: next))"
                }
            ]
    }

    /// The results of those reads, in order.
    private static func results(
        _ asked: [ReaderWorld.Asked<String>], _ world: ReaderWorld
    ) throws -> [Result<String, StorageFailure>] {
        try asked.map { try world.result($0) }
    }

    private static let all = [
        "3", "0", "1", "at 3: 1 2 3", "at 3: 1 2 3",
        "Optional(Items.ChangePosition.after(revision: 3, rest: 0))",
    ].map { Result<String, StorageFailure>.success($0) }

    private static func fill(_ world: ReaderWorld) throws {
        let writer = world.world.database.repository()
        for number in 1...3 as ClosedRange<UInt64> {
            _ = try writer.perform(
                ItemWrite(owner: world.owner, action: .put(id(number), content("x")))
            ).get()
        }
    }

    @Test func `have their replies called once, when the rows have come`() throws {
        let world = try ReaderWorld()
        try Self.fill(world)
        world.connect()

        let asked = [world.revision(of: world.owner), world.revision(of: world.owner)]
        let before = asked.map(\.replies)
        let results = try asked.map { try world.result($0) }
        for _ in 0..<3 { try world.round() }

        #expect(before == [0, 0])
        #expect(results == [.success(3), .success(3)])
        #expect(asked.map(\.replies) == [1, 1])
    }

    /// Whatever fails, and at whichever of the twelve statements, a request gets its answer or a
    /// failure, and the next one gets its answer.
    // proves: durable-3
    @Test(arguments: FaultyPipeline.Fault.allCases, 0..<12)
    func `are right or refused at each fault`(fault: FaultyPipeline.Fault, place: Int) throws {
        let world = try ReaderWorld { connection, number in
            guard number == 0 else { return connection }
            return FaultyPipeline(connection, fault, after: place)
        }
        try Self.fill(world)
        world.connect()

        let asked = Self.everything(world)
        if fault == .stall { try Self.passTime(world, until: asked) }
        let results = try Self.results(asked, world)
        let next = try Self.results(Self.everything(world), world)

        #expect(next == Self.all)
        for (result, right) in zip(results, Self.all) {
            switch (fault, result) {
            case (_, .success): #expect(result == right)
            case (.refusal, .failure(.corrupt(let reason))): #expect(reason.contains("so be it"))
            case (.stall, .failure(.unavailable)): break
            default: Issue.record("\(result)")
            }
        }
        // After lost connections and altered plans each request gets its answer.
        if fault != .refusal, fault != .stall { #expect(results == Self.all) }
    }

    /// Advances the time whenever nothing arrives.
    private static func passTime(
        _ world: ReaderWorld, until asked: [ReaderWorld.Asked<String>]
    ) throws {
        var rounds = 0
        while asked.contains(where: { $0.result == nil }) {
            try world.round()
            rounds += 1
            if rounds > 20, world.isWatched { world.now += 1_000 }
        }
    }

    @Test func `of other requests are answered though one is refused`() throws {
        let world = try ReaderWorld { connection, number in
            guard number == 0 else { return connection }
            return FaultyPipeline(connection, .refusal, after: 0)
        }
        try Self.fill(world)
        world.connect()
        let owner = world.owner

        // The refused read is the first one of its trip.
        let asked = [
            world.revocations(), world.revision(of: owner),
            world.ask(.item(id(1), owner)) { items throws(StorageFailure) in
                try items.read(id(1), of: owner) { _ in } ? 1 : 0
            },
        ]
        let results = try asked.map { try world.result($0) }

        guard case .failure(.corrupt) = results[0] else {
            Issue.record("\(results[0])")
            return
        }
        #expect(results[1...] == [.success(3), .success(1)])
    }

    @Test func `of one kind and round are one statement, and each has its own rows`() throws {
        let world = try ReaderWorld()
        try Self.fill(world)
        let other = try world.world.addOwner()
        world.connect()
        let ids = [1, 9, 3, 1, 2, 8].map { id($0) }
        let owners = [world.owner, world.owner, world.owner, other, world.owner, other]

        let found = zip(ids, owners).map { id, owner in
            world.ask(.item(id, owner)) { items throws(StorageFailure) in
                var revision = 0
                _ = try items.read(id, of: owner) { revision = $0.fields.revision }
                return revision
            }
        }
        let revisions = owners.map { world.revision(of: $0) }

        #expect(try found.map { try world.result($0).get() } == [1, 0, 3, 0, 2, 0])
        #expect(try revisions.map { try world.result($0).get() } == [3, 3, 3, 0, 3, 0])
    }

    @Test func `are refused beyond the limit, until others are answered`() throws {
        var limits = PostgresReader.Limits()
        limits.reads = 2
        let world = try ReaderWorld(limits: limits)
        world.connect()
        let owners = (0..<3).map { Owner(key: $0, epoch: "abcd") }

        let asked = owners.map { world.revision(of: $0) }
        let refused = asked.map(\.result)
        let results = try asked.map { try world.result($0) }
        let later = try world.result(world.revision(of: owners[2]))

        #expect(refused == [nil, nil, .failure(.overloaded)])
        #expect(results == [.success(0), .success(0), .failure(.overloaded)])
        #expect(later == .success(0))
    }

    @Test func `are answered a part in each round when very many have their rows`() throws {
        let world = try ReaderWorld()
        world.connect()
        let asked = (0..<600).map { world.revision(of: Owner(key: $0, epoch: "abcd")) }

        var most = 0
        while asked.contains(where: { $0.result == nil }) {
            let before = asked.count { $0.result != nil }
            try world.round()
            most = max(most, asked.count { $0.result != nil } - before)
        }

        #expect(most == 256)
    }

    // proves: durable-3
    @Test func `fail at once while there is no server, and work when it is back`() throws {
        let world = try ReaderWorld { connection, number throws(PostgresFailure) in
            guard number >= 3 else { throw .cannotConnect("no route to host") }
            return connection
        }
        let away = StorageFailure.unavailable("no route to host")

        world.begin()
        // A read during the first attempt waits for that attempt.
        let first = try world.result(world.revision(of: world.owner))
        let second = world.revision(of: world.owner).result
        var pauses: [Int] = []
        while !world.isWatched {
            let until = try #require(world.repository.deadline)
            pauses.append(until - world.now)
            world.now = until
            world.repository.advance(at: world.now)
            #expect(
                pauses.count == 3
                    || world.revision(of: world.owner).result == .failure(away))
            try world.round()
        }

        #expect(first == .failure(away))
        #expect(second == .failure(away))
        #expect(pauses == [100, 200, 400])
        #expect(try world.result(world.revision(of: world.owner)) == .success(0))
    }

    @Test func `go on after the server has closed an idle connection`() throws {
        let world = try ReaderWorld()
        world.connect()
        #expect(try world.result(world.revocations()) == .success(0))

        _ = try world.world.connection.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)

        #expect(try world.result(world.revocations()) == .success(0))
    }
}
