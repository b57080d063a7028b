import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `The orders` {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `have what was written, whatever was rolled back or merged halfway`(seed: UInt64) throws {
        var dice = SplitMix64(seed: seed)
        let world = try OrderWorld(
            pace: OrderWriter.Effort(least: Int(seed) * 20, each: 0, slice: 0))

        for _ in 0..<200 {
            try world.runBatch(&dice, changes: 1...100)

            let owner = Bool.random(using: &dice) ? 1 : 2
            #expect(try world.terms(of: owner) == world.expected[owner, default: []].sorted(by: <))
            #expect(
                try world.terms(of: owner, isDescending: true)
                    == world.expected[owner, default: []].sorted(by: >))
        }

        #expect(world.rollBacks > 20)
        #expect(world.merges > 10)
    }

    @Test(arguments: [(1, 5), (2, 12), (3, 40), (4, 300), (5, 300)] as [(UInt64, Int)])
    func `have what was written a few at a time, of few items and of many`(
        seed: UInt64, places: Int
    ) throws {
        var dice = SplitMix64(seed: seed)
        let world = try OrderWorld(pace: OrderWriter.Effort(least: 60, each: 0, slice: 0))

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
        let world = try OrderWorld(pace: OrderWriter.Effort(least: 30, each: 0, slice: 0))
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
        #expect(try world.titles == Array(repeating: "x", count: 1_000))
        #expect(world.database.breaches() == [])
    }
}
