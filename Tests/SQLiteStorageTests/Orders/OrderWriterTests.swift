import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `The orders` {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `have what was written, whatever was rolled back or merged halfway`(seed: UInt64) throws {
        var dice = SplitMix64(seed: seed)
        let world = try OrderWorld(pace: OrderWriter.Effort(least: Int(seed) * 20, each: 0))

        for _ in 0..<200 {
            try world.runBatch(&dice, changes: 1...100)

            let owner = Bool.random(using: &dice) ? 1 : 2
            #expect(try world.terms(of: owner) == world.expected[owner, default: []].sorted(by: <))
            #expect(
                try world.terms(of: owner, isDescending: true)
                    == world.expected[owner, default: []].sorted(by: >))
        }

        #expect(world.rollBacks > 20)
        #expect(world.merges > 20)
    }

    @Test(arguments: [(1, 5), (2, 12), (3, 40), (4, 300), (5, 300)] as [(UInt64, Int)])
    func `have what was written a few at a time, of few items and of many`(
        seed: UInt64, places: Int
    ) throws {
        var dice = SplitMix64(seed: seed)
        let world = try OrderWorld(pace: OrderWriter.Effort(least: 60, each: 0))

        for _ in 0..<400 {
            try world.runBatch(&dice, requests: 1...2, changes: 1...3, places: 1...places)

            let owner = Bool.random(using: &dice) ? 1 : 2
            #expect(try world.terms(of: owner) == world.expected[owner, default: []].sorted(by: <))
            let runs = try RunStatements(world.session).runs(of: owner).runs
            let rows = try world.session.integer(
                "SELECT count(DISTINCT run) FROM terms WHERE owner = \(owner)")
            #expect(rows == runs.count)
            #expect(runs.count < (places < 10 ? 1 : 16))
        }
    }

    @Test func `whose newest terms are damaged let others be written`() throws {
        let world = try BatchWorld()
        _ = world.run(.add([NewItem(1, "milk")], onConflict: .refuse))
        try world.database.execute("UPDATE owners SET newest = x'FFFF00'")

        for number in 2...100 as ClosedRange<UInt64> {
            let outcomes = world.run(.add([NewItem(number, "tea")], onConflict: .refuse))
            #expect(throws: Never.self) { try outcomes.map { try $0.get() } }
        }

        #expect(try !RunStatements(world.database).runs(of: world.owner.key).runs.isEmpty)
        #expect(throws: DatabaseError.self) {
            try RunStatements(world.database).orders(of: world.owner.key)
        }
    }

    @Test func `of what comes alone stand beside the list of runs`() throws {
        let world = try BatchWorld()

        for number in 1...10 as ClosedRange<UInt64> {
            _ = world.run(.add([NewItem(number, "item \(number)")], onConflict: .refuse))
        }

        #expect(try world.database.integer("SELECT count(*) FROM terms") == 0)
        #expect(try RunStatements(world.database).orders(of: world.owner.key).newest.count == 20)
        #expect(world.database.breaches() == [])
    }

    @Test func `of a few items that change all the time stay there`() throws {
        let world = try BatchWorld()

        for change in 0..<300 {
            _ = world.run(.put(id(UInt64(change % 5)), content("title \(change)")))
        }

        #expect(try world.database.integer("SELECT count(*) FROM terms") == 0)
        #expect(try world.database.integer("SELECT length(newest) FROM owners") ?? 0 < 1_001)
        #expect(world.database.breaches() == [])
    }

    @Test func `of items that come one by one are runs of many`() throws {
        let world = try BatchWorld()

        for number in 1...150 as ClosedRange<UInt64> {
            _ = world.run(.add([NewItem(number, "item \(number)")], onConflict: .refuse))
        }

        let orders = try RunStatements(world.database).orders(of: world.owner.key)
        #expect(orders.list.runs.reduce(orders.newest.count) { $0 + $1.count } == 300)
        #expect(orders.list.runs.allSatisfy { $0.count > 40 })
        #expect(world.database.breaches() == [])
    }

    @Test func `are walked from anywhere, up and down`() throws {
        var dice = SplitMix64(seed: 5)
        let world = try OrderWorld(pace: OrderWriter.Effort(least: 30, each: 0))
        for _ in 0..<40 { try world.runBatch(&dice) }
        let all = world.expected[1, default: []].sorted(by: <)

        for _ in 0..<200 {
            let bounds = [0, 1].map { _ in Int.random(in: 0..<all.count, using: &dice) }.sorted()
            let range = TermRange(lower: all[bounds[0]].bytes, upper: all[bounds[1]].bytes)
            let part = Array(all[bounds[0]..<bounds[1]])
            #expect(try world.terms(range, of: 1) == part)
            #expect(try world.terms(range, of: 1, isDescending: true) == part.reversed())
        }
    }

    @Test func `are kept in a few runs`() throws {
        var dice = SplitMix64(seed: 9)
        let world = try OrderWorld(pace: OrderWriter.Effort())

        for _ in 0..<200 { try world.runBatch(&dice) }

        let orders = try RunStatements(world.session).orders(of: 1)
        #expect(orders.list.runs.count < 20)
        let rows = try world.session.integer(
            "SELECT count(DISTINCT run) FROM terms WHERE owner = 1")
        #expect(rows == orders.list.runs.count)
        let count = orders.list.runs.reduce(orders.newest.count) { $0 + $1.count }
        #expect(count >= world.expected[1, default: []].count)
    }

    @Test func `of an owner who has deleted everything are gone`() throws {
        var dice = SplitMix64(seed: 2)
        let world = try OrderWorld(pace: OrderWriter.Effort())
        for _ in 0..<20 { try world.runBatch(&dice) }
        world.writer.startOver()

        try world.writer.forgetAll(of: Owner(key: 1, epoch: ""))
        try world.writer.store()

        #expect(try world.session.integer("SELECT count(*) FROM terms WHERE owner = 1") == 0)
        #expect(try world.terms(of: 1) == [])
        #expect(try world.terms(of: 2) == world.expected[2, default: []].sorted(by: <))
    }

    @Test func `are missed by the check when something of them is lost`() throws {
        let world = try BatchWorld()
        _ = world.run(.add([NewItem(1, "milk"), NewItem(2, "tea")], onConflict: .refuse))
        #expect(world.database.breaches() == [])

        try world.database.execute("UPDATE owners SET newest = x''")

        let finding = DatabaseCheck.Finding.broken(
            law: OrderCheck.sentence, count: 4, example: "owner 1")
        #expect(world.database.breaches() == ["\(finding)"])
    }

    @Test func `may say too much of items that changed or went`() throws {
        let world = try BatchWorld()
        _ = world.run(.add([NewItem(1, "milk"), NewItem(2, "tea")], onConflict: .refuse))

        try world.database.execute(
            "UPDATE items SET title = 'coffee' WHERE title = 'tea'; DELETE FROM items WHERE place = 1"
        )
        try ItemCard.fill(world.database)

        var titles: [String] = []
        _ = try ItemLister(world.database).list(
            ItemQuery(sort: ItemSort(.title)), of: world.owner, after: nil, limit: 10, effort: 100
        ) {
            titles.append(ToDoItem($0).content.title)
            return true
        }
        #expect(titles == [])
    }

    @Test func `of one owner do not wait for the large ones of another`() throws {
        let session = try Connection.migratedInMemory()
        try session.execute(
            "INSERT OR IGNORE INTO owners (owner, epoch) VALUES (1, 'abcd'), (2, 'abcd')")
        let writer = OrderWriter(session, pace: OrderWriter.Effort(least: 64, each: 0))

        for batch in 0..<200 {
            writer.startOver()
            for place in 0..<(batch == 0 ? 5_000 : 100) {
                let item = Self.item(batch * 5_000 + place + 1)
                try writer.note(item, of: Owner(key: 1, epoch: ""))
            }
            try writer.note(Self.item(2_000_000 + batch), of: Owner(key: 2, epoch: ""))
            try writer.store()
            try writer.merge()
        }

        #expect(try RunStatements(session).runs(of: 1).runs.count > 20)
        #expect(try RunStatements(session).runs(of: 2).runs.count < 12)
    }

    @Test func `that are being merged go on being so when little is written`() throws {
        let session = try Connection.migratedInMemory()
        try session.execute("INSERT OR IGNORE INTO owners (owner, epoch) VALUES (1, 'abcd')")
        let writer = OrderWriter(session, pace: OrderWriter.Effort(least: 100, each: 0))
        let owner = Owner(key: 1, epoch: "")
        for run in 0..<8 {
            writer.startOver()
            for item in 0..<100 { try writer.note(Self.item(100 * run + item + 1), of: owner) }
            try writer.store()
            try writer.merge()
        }
        let isLeaving = try RunStatements(session).runs(of: 1).runs.contains(where: \.isLeaving)

        for place in 1_000..<1_020 {
            writer.startOver()
            try writer.note(Self.item(place), of: owner)
            try writer.store()
            try writer.merge()
        }

        #expect(isLeaving)
        #expect(try RunStatements(session).runs(of: 1).runs.map(\.count) == [1_600])
    }

    @Test func `with many that were taken away do not hold a list up`() throws {
        let world = try BatchWorld()
        let items = (1...1_000).map { NewItem($0, "item \($0 + 1_000)") }
        _ = world.run(.add(items + [NewItem(5_000, "last")], onConflict: .refuse))
        var filter = ItemFilter()
        filter.words = SearchWords("item")
        _ = world.run(.deleteMatching(filter))
        let lister = try ItemLister(world.database)

        var titles: [String] = []
        var position: ListPosition?
        var turns = 0
        repeat {
            position = try lister.list(
                ItemQuery(sort: ItemSort(.title)), of: world.owner, after: position, limit: 10,
                effort: 10
            ) {
                titles.append(ToDoItem($0).content.title)
                return true
            }
            turns += 1
        } while position != nil

        #expect(titles == ["last"])
        #expect((10...20).contains(turns))
    }

    @Test func `are stored once for a write by filter, however many items it means`() throws {
        let world = try BatchWorld()
        let items = (1...1_000).map { NewItem($0, "item \($0)") }
        _ = world.run(.add(items, onConflict: .refuse))
        var filter = ItemFilter()
        filter.dueBefore = 6

        _ = world.run(
            .patchMatching(ItemFilter(), .changing { $0.timestamp = .set(5) }),
            .patchMatching(filter, .changing { $0.title = "x" }))

        let runs = try RunStatements(world.database).runs(of: world.owner.key).runs
        #expect(runs.count < 6)
        #expect(try world.titles.allSatisfy { $0 == "x" })
        #expect(world.database.breaches() == [])
    }

    private static func item(_ place: Int) -> ToDoItem {
        ToDoItem(
            id: id(UInt64(place)), place: place, content: ItemContent(title: "title \(place % 7)"),
            now: 0, revision: 1)
    }

    @Test(arguments: [false, true])
    func `that cannot be merged harm no write`(takesTransaction: Bool) throws {
        var harmless = 0
        for step in 0... {
            var faulty: FaultySession?
            let world = try BatchWorld(session: { database in
                let session = FaultySession(
                    database, fault: DatabaseError(code: 13, message: "full"),
                    takesTransaction: takesTransaction)
                faulty = session
                return session
            })
            let session = try #require(faulty)
            for run in 0..<7 as Range<UInt64> {
                let items = (1...32).map { NewItem(32 * run + $0, "milk") }
                _ = world.run(.add(items, onConflict: .refuse))
            }
            session.stepsLeft = step

            // The eighth run makes them one.
            let items = (1...32).map { NewItem(224 + $0, "tea") }
            let outcome = world.run(.add(items, onConflict: .refuse))[0]
            if session.stepsLeft != nil { break }

            let isStored = try world.database.integer("SELECT count(*) FROM items") == 256
            switch outcome {
            case .success:
                #expect(isStored, "step \(step)")
                harmless += 1
            case .failure: #expect(!isStored, "step \(step)")
            }
            #expect(world.database.breaches() == [], "step \(step)")
            #expect(world.database.unfinishedStatement == nil, "step \(step)")
            for number in 1...80 as ClosedRange<UInt64> {
                _ = world.run(.put(id(1_000), content("bread \(number)")))
            }
            #expect(world.database.breaches() == [], "step \(step)")
            #expect(try RunStatements(world.database).runs(of: world.owner.key).runs.count < 12)
        }

        #expect(harmless > 5)
    }
}
