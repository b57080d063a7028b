import Accounts
import Items
import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A lane's reads` {
    /// The results of a request with every kind of read, as a text.
    static func everything(
        _ owner: Owner
    ) -> (PostgresItemRepository) throws(StorageFailure) -> String {
        { repository throws(StorageFailure) in
            var text = "\(try repository.revision(of: owner)) \(try repository.revocations())"
            _ = try repository.read(id(1), of: owner) { text += " \($0.fields.revision)" }
            let sorts = [nil, ItemSort(.timestamp, isDescending: false)]
            for sort in sorts {
                _ = try repository.list(
                    ItemQuery(sort: sort), of: owner, after: nil, limit: 10,
                    begin: {
                        text += " at \($0):"
                        return true
                    },
                    {
                        text += " \($0.fields.id.low)"
                        return true
                    })
            }
            let next = try repository.changes(of: owner, since: nil, limit: 10)?.position
            return text + " \(String(describing: next))"
        }
    }

    private static let all =
        "3 0 1 at 3: 1 2 3 at 3: 1 2 3 Optional(Items.ChangePosition.after(revision: 3, rest: 0))"

    private static func fill(_ world: ReaderWorld) throws {
        let writer = world.world.database.repository()
        for number in 1...3 as ClosedRange<UInt64> {
            _ = try writer.perform(
                ItemWrite(owner: world.owner, action: .put(id(number), content("x")))
            ).get()
        }
    }

    @Test func `are pending until their rows have come`() throws {
        let world = try ReaderWorld()
        try Self.fill(world)
        world.connect()
        let request = world.request()
        world.reader.resume(request)

        #expect(throws: StorageFailure.pending) { try world.repository.revision(of: world.owner) }
        #expect(throws: StorageFailure.pending) { try world.repository.revision(of: world.owner) }
        var ready: Set<ReadRequestID> = []
        while ready.isEmpty { ready = world.round() }

        #expect(ready == [request])
        world.reader.resume(request)
        #expect(try world.repository.revision(of: world.owner) == 3)
    }

    /// Whatever fails, and wherever (it takes twelve statements): a request has its answer, or a
    /// failure, and the next one its answer.
    // proves: database-server-12
    @Test(arguments: FaultyPipeline.Fault.allCases, 0..<12)
    func `are right or refused at each fault`(fault: FaultyPipeline.Fault, place: Int) throws {
        let world = try ReaderWorld { connection, number in
            guard number == 0 else { return connection }
            return FaultyPipeline(connection, fault, after: place)
        }
        try Self.fill(world)
        world.connect()

        var outcome = Result<String, StorageFailure>.failure(.pending)
        if fault == .stall {
            outcome = Self.untilTimeOut(world, Self.everything(world.owner))
        } else {
            outcome = world.outcome(Self.everything(world.owner))
        }
        let next = world.outcome(Self.everything(world.owner))

        #expect(next == .success(Self.all))
        switch (fault, outcome) {
        case (_, .success(let text)): #expect(text == Self.all)
        case (.refusal, .failure(.corrupt(let reason))): #expect(reason.contains("so be it"))
        case (.stall, .failure(.unavailable)): break
        default: Issue.record("\(outcome)")
        }
        // Lost connections and altered plans cost no request its answer.
        if fault != .refusal, fault != .stall { #expect(outcome == .success(Self.all)) }
    }

    /// The outcome of a request during which time passes whenever nothing arrives.
    private static func untilTimeOut(
        _ world: ReaderWorld,
        _ attempt: (PostgresItemRepository) throws(StorageFailure) -> String
    ) -> Result<String, StorageFailure> {
        let request = world.request()
        defer { world.reader.forget(request) }
        for _ in 0..<500 {
            world.reader.resume(request)
            do throws(StorageFailure) {
                return .success(try attempt(world.repository))
            } catch {
                guard error == .pending else { return .failure(error) }
            }
            var rounds = 0
            while !world.round().contains(request) {
                rounds += 1
                if rounds > 20, world.isWatched { world.now += 1_000 }
            }
        }
        return .failure(.unexpected("it is never answered"))
    }

    @Test func `of other requests are answered though one is refused`() throws {
        let world = try ReaderWorld { connection, number in
            guard number == 0 else { return connection }
            return FaultyPipeline(connection, .refusal, after: 0)
        }
        try Self.fill(world)
        world.connect()
        let requests = (0..<3).map { _ in world.request() }
        let owner = world.owner

        // The one that is refused is the first of its trip.
        var outcomes = [Result<Int, StorageFailure>?](repeating: nil, count: 3)
        while outcomes.contains(where: { $0 == nil }) {
            for (index, request) in requests.enumerated() where outcomes[index] == nil {
                world.reader.resume(request)
                do throws(StorageFailure) {
                    switch index {
                    case 0: outcomes[0] = .success(try world.repository.revocations())
                    case 1: outcomes[1] = .success(try world.repository.revision(of: owner))
                    default:
                        let isThere = try world.repository.read(id(1), of: owner) { _ in }
                        outcomes[2] = .success(isThere ? 1 : 0)
                    }
                } catch {
                    if error != .pending { outcomes[index] = .failure(error) }
                }
            }
            _ = world.round()
        }

        guard case .failure(.corrupt)? = outcomes[0] else {
            Issue.record("\(String(describing: outcomes[0]))")
            return
        }
        #expect(outcomes[1] == .success(3))
        #expect(outcomes[2] == .success(1))
    }

    @Test func `of one kind and round are one statement, and each has its own rows`() throws {
        let world = try ReaderWorld()
        try Self.fill(world)
        let other = try world.world.addOwner()
        world.connect()
        let ids = [1, 9, 3, 1, 2, 8].map { id($0) }
        let owners = [world.owner, world.owner, world.owner, other, world.owner, other]
        let requests = ids.map { _ in world.request() }

        var found = [Int?](repeating: nil, count: ids.count)
        var revisions = [Int?](repeating: nil, count: ids.count)
        for _ in 0..<200 where found.contains(where: { $0 == nil }) {
            for index in ids.indices {
                world.reader.resume(requests[index])
                do throws(StorageFailure) {
                    var revision = 0
                    _ = try world.repository.read(ids[index], of: owners[index]) {
                        revision = $0.fields.revision
                    }
                    revisions[index] = try world.repository.revision(of: owners[index])
                    found[index] = revision
                } catch {
                    #expect(error == .pending)
                }
            }
            _ = world.round()
        }

        #expect(found == [1, 0, 3, 0, 2, 0])
        #expect(revisions == [3, 3, 3, 0, 3, 0])
    }

    @Test func `of a request that is forgotten are dropped`() throws {
        let world = try ReaderWorld()
        world.connect()
        let (gone, other) = (world.request(), world.request())
        for request in [gone, other] {
            world.reader.resume(request)
            #expect(throws: StorageFailure.pending) { try world.repository.revocations() }
        }

        world.reader.forget(gone)
        var ready: Set<ReadRequestID> = []
        while ready.isEmpty { ready = world.round() }

        #expect(ready == [other])
    }

    @Test func `are refused beyond the limit, until others are answered`() throws {
        var limits = PostgresReader.Limits()
        limits.reads = 2
        let world = try ReaderWorld(limits: limits)
        world.connect()
        let requests = (0..<3).map { _ in world.request() }
        let owners = (0..<3).map { Owner(key: $0, epoch: "abcd") }

        let failures = (0..<3).map { index in
            world.reader.resume(requests[index])
            return #expect(throws: StorageFailure.self) {
                try world.repository.revision(of: owners[index])
            }
        }
        var ready: Set<ReadRequestID> = []
        while ready.count < 2 { ready.formUnion(world.round()) }
        let later = world.outcome { repository throws(StorageFailure) in
            try repository.revision(of: owners[2])
        }

        #expect(failures == [.pending, .pending, .overloaded])
        #expect(later == .success(0))
    }

    // proves: database-server-12
    @Test func `fail at once while there is no server, and work when it is back`() throws {
        let world = try ReaderWorld { connection, number throws(PostgresFailure) in
            guard number >= 3 else { throw .cannotConnect("no route to host") }
            return connection
        }
        let away = StorageFailure.unavailable("no route to host")
        let ask = { (repository: PostgresItemRepository) throws(StorageFailure) in
            try repository.revision(of: world.owner)
        }

        world.begin()
        // Asked while the first attempt is under way, it waits for that.
        let first = world.outcome(ask)
        let second = world.outcome(rounds: 1, ask)
        var pauses: [Int] = []
        while !world.isWatched {
            let until = try #require(world.reader.deadline)
            pauses.append(until - world.now)
            world.now = until
            _ = world.collect()
            #expect(pauses.count == 3 || world.outcome(rounds: 1, ask) == .failure(away))
            _ = world.round()
        }

        #expect(first == .failure(away))
        #expect(second == .failure(away))
        #expect(pauses == [100, 200, 400])
        #expect(world.outcome(ask) == .success(0))
    }

    @Test func `go on after the server has closed an idle connection`() throws {
        let world = try ReaderWorld()
        world.connect()
        let ask = { (repository: PostgresItemRepository) throws(StorageFailure) in
            try repository.revocations()
        }
        #expect(world.outcome(ask) == .success(0))

        _ = try world.world.connection.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)

        #expect(world.outcome(ask) == .success(0))
    }
}
