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

        for _ in 0..<120 {
            try world.runBatch(&dice)

            let owner = Bool.random(using: &dice) ? 1 : 2
            #expect(try world.terms(of: owner) == world.expected[owner, default: []].sorted(by: <))
            #expect(
                try world.terms(of: owner, isDescending: true)
                    == world.expected[owner, default: []].sorted(by: >))
        }

        #expect(world.rollBacks > 20)
        #expect(world.merges > 20)
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

        let runs = try RunStatements(world.session).runs(of: 1).runs
        #expect(runs.count < 20)
        let rows = try world.session.integer(
            "SELECT count(DISTINCT run) FROM terms WHERE owner = 1")
        #expect(rows == runs.count)
        #expect(runs.reduce(0) { $0 + $1.count } >= world.expected[1, default: []].count)
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

        try world.database.execute("DELETE FROM terms")

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
            for number in 1...7 as ClosedRange<UInt64> {
                _ = world.run(.put(id(number), content("milk")))
            }
            session.stepsLeft = step

            // The eighth run makes them one.
            let outcome = world.run(.put(id(8), content("tea")))[0]
            if session.stepsLeft != nil { break }

            let isStored = try world.database.integer("SELECT count(*) FROM items") == 8
            switch outcome {
            case .success:
                #expect(isStored, "step \(step)")
                harmless += 1
            case .failure: #expect(!isStored, "step \(step)")
            }
            #expect(world.database.breaches() == [], "step \(step)")
            #expect(world.database.unfinishedStatement == nil, "step \(step)")
            for number in 1...80 as ClosedRange<UInt64> {
                _ = world.run(.put(id(100), content("bread \(number)")))
            }
            #expect(world.database.breaches() == [], "step \(step)")
            #expect(try RunStatements(world.database).runs(of: world.owner.key).runs.count < 12)
        }

        #expect(harmless > 5)
    }
}

/// A term as a value that sorts as its bytes do.
private struct Term: Comparable, Hashable {
    let bytes: [UInt8]

    static func < (a: Term, b: Term) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

/// Two owners' items as a model, and a writer of orders that is told of what happens to them.
private final class OrderWorld {
    let session: Connection
    let writer: OrderWriter
    private(set) var rollBacks = 0
    private(set) var merges = 0
    private var items: [[Int: ToDoItem]] = [[:], [:], [:]]

    init(pace: OrderWriter.Effort) throws {
        session = try Connection.migratedInMemory()
        try session.execute(
            "INSERT OR IGNORE INTO owners (owner, epoch) VALUES (1, 'abcd'), (2, 'abcd')")
        writer = OrderWriter(session, pace: pace)
    }

    /// The terms that each owner's items have.
    var expected: [Int: [Term]] {
        var terms: [Int: [Term]] = [:]
        for owner in 1...2 {
            for item in items[owner].values {
                for order in OrderTerm.Order.allCases {
                    var bytes: [UInt8] = []
                    guard OrderTerm.append(order, of: item, to: &bytes) else { continue }
                    terms[owner, default: []].append(Term(bytes: bytes))
                }
            }
        }
        return terms
    }

    /// Does some requests, of which some are rolled back, stores what they came to, and merges.
    func runBatch(_ dice: inout SplitMix64) throws {
        try session.execute("BEGIN")
        writer.startOver()
        for _ in 0..<Int.random(in: 1...6, using: &dice) {
            let before = items
            try session.execute("SAVEPOINT request")
            writer.begin()
            for _ in 0..<Int.random(in: 1...40, using: &dice) { try change(&dice) }
            if Int.random(in: 0..<3, using: &dice) == 0 {
                try session.execute("ROLLBACK TO request")
                writer.rollBack()
                items = before
                rollBacks += 1
            } else {
                try writer.end()
            }
            try session.execute("RELEASE request")
        }
        try writer.store()
        if writer.isMergeDue { merges += 1 }
        try writer.merge()
        try session.execute("COMMIT")
    }

    private func change(_ dice: inout SplitMix64) throws {
        let key = Int.random(in: 1...2, using: &dice)
        let owner = Owner(key: key, epoch: "")
        let place = Int.random(in: 1...300, using: &dice)
        let old = items[key][place]
        switch Int.random(in: 0..<100, using: &dice) {
        case 0:
            try writer.forgetAll(of: owner)
            items[key] = [:]
        case 1...3: try writer.storeEarly()
        case 4..<30:
            guard let old else { return }
            try writer.noteDeletion(old, of: owner)
            items[key][place] = nil
        default:
            let new = item(at: place, &dice)
            try writer.note(new, insteadOf: old, of: owner)
            items[key][place] = new
        }
    }

    private func item(at place: Int, _ dice: inout SplitMix64) -> ToDoItem {
        let coordinate = Bool.random(using: &dice) ? Coordinate(latitude: 1, longitude: 2) : nil
        let location = Location(name: "home", coordinate: coordinate)
        return ToDoItem(
            id: id(UInt64(place)), place: place,
            content: ItemContent(
                title: "title \(Int.random(in: 0..<5, using: &dice))",
                timestamp: Bool.random(using: &dice) ? 7 : nil,
                location: Bool.random(using: &dice) ? location : nil),
            now: 0, revision: 1)
    }

    /// What a walk over the runs shows.
    func terms(
        _ range: TermRange = .everything, of owner: Int, isDescending: Bool = false
    ) throws -> [Term] {
        let statements = try RunStatements(session)
        var merged = try MergedRuns(
            statements.runs(of: owner).runs, of: owner,
            from: (isDescending ? range.upper : range.lower).span, isDescending: isDescending,
            statements)
        var terms: [Term] = []
        while try merged.next() {
            let term = Term(bytes: merged.term)
            guard
                isDescending
                    ? !(term < Term(bytes: range.lower)) : term < Term(bytes: range.upper)
            else { break }
            if !merged.isRemoved { terms.append(term) }
        }
        return terms
    }
}
