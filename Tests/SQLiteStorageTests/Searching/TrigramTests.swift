import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A list of places` {
    @Test func `is read as it was written`() {
        let places = [1, 2, 127, 128, 255, 300, 16_384, 1 << 21, 1 << 39, 1 << 39 + 1]
        var bytes: [UInt8] = []
        for (place, last) in zip(places, [0] + places) {
            PlaceList.append(place, after: last, to: &bytes)
        }

        var read: [Int] = []
        PlaceList.append(bytes.span, to: &read)

        #expect(read == places)
        #expect(bytes.count < 32)
    }

    @Test func `that is damaged gives places all the same`() {
        var dice = SplitMix64(seed: 3)

        for _ in 0..<2_000 {
            let bytes = (0..<20).map { _ in UInt8.random(in: 0...255, using: &dice) | 0x40 }
            var read: [Int] = []
            PlaceList.append(bytes.span, to: &read)
            #expect(read.count <= 20)
            #expect(read.allSatisfy { $0 >= 0 })
        }
    }
}

@Suite struct `The trigrams` {
    @Test(arguments: [
        ("abcd", ["abc", "bcd"]), ("ab", []), ("ab cab", ["cab"]), ("abab ABA", ["aba", "bab"]),
        ("\u{725B}", ["\u{725B}"]), ("a b", []),
    ])
    func `of words are those that any text with the words has`(
        text: String, trigrams: [String]
    ) throws {
        let words = try #require(SearchWords(text) as SearchWords?)

        let found = Trigrams.all(in: words)

        #expect(
            found == trigrams.map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } })
    }
}

@Suite struct `A text` {
    @Test func `is found before it is searchable and after`() throws {
        let world = try SearchWorld(run: 10)

        for number in 1...25 as ClosedRange<UInt64> {
            world.write(.put(id(number), content("Milk \(number)")))
            #expect(try world.find("MILK") == Int(number))
        }

        #expect(try world.count("unsearchable") == 5)
        #expect(try world.session.integer("SELECT max(run) FROM trigrams") == 2)
        #expect(try world.session.integer("SELECT last_run FROM owners") == 2)
    }

    @Test func `that changed is found by what it says now`() throws {
        let world = try SearchWorld(run: 1)
        world.write(.put(id(1), content("Milk")))
        world.write(.patch(id(1), .changing { $0.title = "Bread" }))
        world.write(.patch(id(1), .changing { $0.itemDescription = .set("white") }))

        let found = try ["milk", "bread", "white", "bread white"].map(world.find)

        #expect(found == [0, 1, 1, 1])
        #expect(try world.count("unsearchable") == 0)
    }

    @Test func `that did not change stays searchable`() throws {
        let world = try SearchWorld(run: 2)
        world.write(.add([NewItem(1, "Milk"), NewItem(2, "Tea")], onConflict: .refuse))
        #expect(try world.count("unsearchable") == 0)

        world.write(.patchMatching(ItemFilter(), .changing { $0.done = true }))

        #expect(try world.count("unsearchable") == 0)
        #expect(try world.find("milk") == 1)
    }

    @Test func `that was deleted and put back by an undo is found`() throws {
        let world = try SearchWorld(run: 2)
        world.write(.add([NewItem(1, "Milk"), NewItem(2, "Milk")], onConflict: .refuse))
        world.write(.deleteAll)
        #expect(try world.count("trigrams") == 0)
        #expect(try world.find("milk") == 0)

        world.write(.undo(revision: 2))

        #expect(try world.find("milk") == 2)
    }

    @Test func `of a file from before becomes searchable with later writes`() throws {
        let world = try SearchWorld(run: 10)
        try world.session.execute(
            """
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 35)
            INSERT INTO items (place, owner, id, title, done, created_at, updated_at, revision)
            SELECT 100 + i, 1, randomblob(16), 'milk', 0, 1, 1, 1 FROM n;
            INSERT INTO unsearchable SELECT owner, place FROM items;
            UPDATE places SET last = 200;
            """)
        try ItemCard.fill(world.session)

        var waiting: [Int?] = []
        for number in 1...9 as ClosedRange<UInt64> {
            world.write(.put(id(number), content("Tea")))
            waiting.append(try world.count("unsearchable"))
            #expect(try world.find("milk") == 35)
        }

        // Too few wait after the third, and it is not looked for more until five have come.
        #expect(waiting == [26, 17, 8, 9, 10, 11, 12, 13, 4])
    }

    @Test func `that cannot be made searchable is stored all the same`() throws {
        let world = try SearchWorld(run: 2)
        world.write(.put(id(9), content("Milk")))
        try world.session.execute("DROP TABLE trigrams; CREATE TABLE trigrams (x)")

        let outcomes = (1...5).map { world.write(.put(id($0), content("Milk"))) }

        #expect(outcomes.allSatisfy { (try? $0.get()) != nil })
        #expect(try world.count("items") == 6)
    }
}

/// A writer whose texts become searchable so many at a time, and searches beside it.
private final class SearchWorld {
    let session: Connection
    private let batch: WriteBatch
    private let owner: Owner

    init(run: Int) throws {
        session = try Connection.migratedInMemory()
        owner = try session.localOwner()
        batch = try WriteBatch(
            session: session, clock: .constant(0), commits: CommitCounter(), searchRun: run)
    }

    @discardableResult
    func write(_ action: ItemWrite.Action) -> Outcome {
        batch.run([ItemWrite(owner: owner, action: action)])[0]
    }

    /// How many items have these words, as an index or a walk tells.
    func find(_ text: String) throws -> Int {
        var filter = ItemFilter()
        filter.words = SearchWords(text)
        var count = 0
        _ = try ItemLister(session).list(
            ItemQuery(filter: filter), of: owner, after: nil, limit: .max, effort: .max
        ) { _ in
            count += 1
            return true
        }
        return count
    }

    func count(_ table: String) throws -> Int? {
        try session.integer("SELECT count(*) FROM \(table)")
    }
}
