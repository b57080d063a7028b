import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `Company for a batch` {
    @Test func `is whoever was answered, as long as the sync took`() {
        var company = Company()
        company.note(answered: 3, waiting: 2, syncTook: 1_000, now: 50)

        company.begin(with: 2)
        let (before, after) = (company.takeTime(at: 1_049), company.takeTime(at: 1_050))

        #expect(company.isAwaited(beside: 4))
        #expect(!company.isAwaited(beside: 5))
        #expect(before)
        #expect(!after)
    }

    @Test func `is awaited for five milliseconds at most`() {
        var company = Company()
        company.note(answered: 1, waiting: 1, syncTook: 1_000_000, now: 0)

        company.begin(with: 1)
        let (before, after) = (company.takeTime(at: 4_999), company.takeTime(at: 5_000))

        #expect(before)
        #expect(!after)
    }

    @Test(arguments: [1, 0])
    func `is nobody for a client that is alone, and for a batch that none can come to`(writes: Int)
    {
        var company = Company()
        company.note(answered: 1, waiting: 1 - writes, syncTook: 1_000, now: 0)

        company.begin(with: writes)

        #expect(!company.isAwaited(beside: writes))
    }

    @Test func `that does not come is awaited ever more rarely, until it comes`() {
        var company = Company()
        var waits: [Int] = []
        company.note(answered: 4, waiting: 4, syncTook: 1_000, now: 0)
        for batch in 1...202 {
            company.begin(with: 4)
            let isAwaited = company.isAwaited(beside: 4) && company.takeTime(at: 0)
            if isAwaited { waits.append(batch) }
            // Two of four are worth it: each is spared a sync, and four have waited for one half.
            let came = isAwaited ? (batch == 200 ? 2 : 1) : 0
            company.note(answered: 4 + came, waiting: 4, syncTook: 1_000, now: 0)
        }

        #expect(waits == [1, 3, 6, 11, 20, 37, 70, 135, 200, 201])
    }

    @Test func `that nobody had time to wait for is awaited the next time`() {
        var company = Company()
        for _ in 1...10 {
            company.note(answered: 4, waiting: 4, syncTook: 1_000, now: 0)
            company.begin(with: 4)
            let (isAwaited, hasTime) = (company.isAwaited(beside: 4), company.takeTime(at: 1_000))

            #expect(isAwaited)
            #expect(!hasTime)
        }
    }

    @Test(arguments: [(false, [2, 2]), (true, [0, 3])])
    func `is no older than when it came`(isTorn: Bool, expected: [Int]) throws {
        let hands = Hands(at: 1_000)
        let world = try BatchWorld(clock: hands.clock)
        if isTorn { try tear(world) }

        _ = world.run([1, 2], late: [[3, 4]]) { hands.set(to: 1_001) }
        let times = try [1_000, 1_001].map {
            try world.database.integer("SELECT count(*) FROM items WHERE created_at = \($0)")
        }

        #expect(times == expected)
    }

    /// Has the fourth item refused, which stands in for a damaged page.
    private func tear(_ world: BatchWorld) throws {
        try world.database.execute(
            """
            CREATE TRIGGER torn BEFORE INSERT ON items WHEN new.title = '4'
            BEGIN SELECT raise(ABORT, 'torn'); END
            """)
    }

    @Test func `is written in the same transaction`() throws {
        let spy = SpyBox()
        let world = try BatchWorld(session: { spy.spy(on: $0) })

        let outcomes = world.run([1, 2], late: [[3, 4], [5]])

        #expect(outcomes.map { try? $0.get().clock } == [1, 2, 3, 4, 5])
        #expect(spy.session?.ran("BEGIN IMMEDIATE") == 1)
        #expect(spy.session?.ran("COMMIT") == 1)
        #expect(world.database.breaches() == [])
    }

    @Test func `that has to be taken back takes back nobody else`() throws {
        let world = try BatchWorld()
        try tear(world)

        let outcomes = world.run([1, 2], late: [[3, 4, 5]])

        #expect(outcomes.map { try? $0.get().clock } == [1, 2, 3, nil, 4])
        #expect(try world.titles == ["1", "2", "3", "5"])
        #expect(world.database.breaches() == [])
    }

    @Test func `is answered what is on the disk, whatever fails`() throws {
        var failed = 0
        for step in 0..<60 {
            let (world, session) = try BatchWorld.failing(takesTransaction: true)
            _ = world.run([1])

            let outcomes = world.run([2], late: [[3]]) { session.stepsLeft = step }

            session.stepsLeft = nil
            let stored = zip(["2", "3"], outcomes).filter { (try? $1.get()) != nil }.map(\.0)
            #expect(outcomes.count == 2)
            #expect(try world.titles == ["1"] + stored)
            #expect(world.database.breaches() == [])
            failed += stored.count < 2 ? 1 : 0
        }
        #expect(failed > 0)
    }
}
