import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A text` {
    @Test func `is found before it is searchable and after`() throws {
        let world = try SearchWorld(run: 10)

        for number in 1...25 as ClosedRange<UInt64> {
            world.write(.put(id(number), content("Milk \(number)")))
            #expect(try world.find("MILK") == Int(number))
        }

        #expect(try world.waiting() == 5)
        #expect(try world.session.integer("SELECT max(run) FROM trigrams") == 2)
        #expect(try world.session.integer("SELECT last_run FROM owners") == 2)
    }

    @Test func `that changed is found by what it says now`() throws {
        let world = try SearchWorld(run: 1)
        world.write(.put(id(1), content("Milk")))
        world.write(.patch(id(1), .changing { $0.title = "Bread" }))
        world.write(.patch(id(1), .changing { $0.itemDescription = .set("white") }))

        let found = try ["milk", "bread", "white", "bread white"].map { try world.find($0) }

        #expect(found == [0, 1, 1, 1])
        #expect(try world.waiting() == 0)
    }

    @Test func `that did not change stays searchable`() throws {
        let world = try SearchWorld(run: 2)
        world.write(.add([NewItem(1, "Milk"), NewItem(2, "Tea")], onConflict: .refuse))
        #expect(try world.waiting() == 0)

        world.write(.patchMatching(ItemFilter(), .changing { $0.done = true }))

        #expect(try world.waiting() == 0)
        #expect(try world.find("milk") == 1)
    }

    @Test func `that was deleted and put back by an undo is found`() throws {
        let world = try SearchWorld(run: 2)
        world.write(.add([NewItem(1, "Milk"), NewItem(2, "Milk")], onConflict: .refuse))
        world.write(.deleteAll)
        _ = world.takeTurns()
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
            UPDATE owners SET searchable_to = 200;
            """)
        try ItemCard.fill(world.session)

        var waiting: [Int?] = []
        for number in 1...10 as ClosedRange<UInt64> {
            world.write(.put(id(number), content("Tea")))
            waiting.append(try world.waiting())
            #expect(try world.find("milk") == 35)
        }

        // Three runs of the file, one with each write, of which five are left; then ten new ones.
        #expect(waiting == [26, 17, 8, 9, 10, 11, 12, 13, 14, 5])
    }

    @Test func `of an item beyond those that are searchable needs no row`() throws {
        let world = try SearchWorld(run: 100)

        world.write(.add([NewItem(1, "Milk"), NewItem(2, "Tea")], onConflict: .refuse))
        world.write(.patch(id(1), .changing { $0.title = "Bread" }))
        world.write(.delete(id(2)))
        world.write(.undo(revision: 3))

        #expect(try world.count("unsearchable") == 0)
        #expect(try ["milk", "bread", "tea"].map { try world.find($0) } == [0, 1, 1])
    }

    @Test func `of an item among those that are searchable has a row`() throws {
        let world = try SearchWorld(run: 4)
        world.write(.add((1...4).map { NewItem($0, "Milk") }, onConflict: .refuse))
        world.write(.put(id(5), content("Milk")))
        #expect(try world.searchableTo() == 4)

        // The last that is searchable, and the first that is not.
        world.write(.patch(id(4), .changing { $0.title = "Bread" }))
        world.write(.patch(id(5), .changing { $0.title = "Bread" }))

        #expect(try world.session.rows("SELECT * FROM unsearchable", columns: 2) == ["1|4"])
        #expect(try ["milk", "bread"].map { try world.find($0) } == [3, 2])
    }

    @Test func `that an undo brings back among those that are searchable has a row`() throws {
        let world = try SearchWorld(run: 4)
        world.write(.put(id(1), content("Tea")))
        world.write(.patch(id(1), .changing { $0.title = "Milk" }))
        world.write(.put(id(2), content("Milk")))
        world.write(.delete(id(1)))
        world.write(.add((3...6).map { NewItem($0, "Milk") }, onConflict: .refuse))
        #expect(try world.searchableTo() ?? 0 > 1)

        world.write(.undo(revision: 4))
        world.write(.undo(revision: 2))

        #expect(try world.session.rows("SELECT * FROM unsearchable", columns: 2) == ["1|1"])
        #expect(try ["milk", "tea"].map { try world.find($0) } == [5, 1])
        #expect(world.session.breaches() == [])
    }

    @Test func `that is long becomes searchable with few others`() throws {
        let world = try SearchWorld(run: 64)
        let text = ItemContent(
            title: "Tea", itemDescription: String(repeating: "milk ", count: 126))

        for number in 1...40 as ClosedRange<UInt64> {
            world.write(.put(id(number), text))
            #expect(try world.waiting() ?? 99 < 7)
        }

        #expect(try world.find("milk") == 40)
        #expect(try world.session.integer("SELECT last_run FROM owners") == 5)
    }

    @Test func `of many that come at once becomes searchable when nobody writes`() throws {
        let world = try SearchWorld(run: 10)
        world.write(.add((1...95).map { NewItem($0, "Milk") }, onConflict: .refuse))
        let waiting = try world.waiting()

        let turns = world.takeTurns()

        #expect(waiting == 85)
        #expect(turns == 9)
        #expect(try world.waiting() == 5)
        #expect(try world.find("milk") == 95)
        #expect(world.takeTurns() == 0)
    }

    @Test func `of one item in thousands of runs is one place to look at`() throws {
        let world = try SearchWorld(run: 1)
        world.write(.put(id(1), content("Milk")))
        try world.session.execute(
            """
            WITH RECURSIVE n (i) AS (VALUES (2) UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
            INSERT INTO trigrams (owner, run, trigram, places)
            SELECT owner, i, trigram, places FROM trigrams, n;
            UPDATE owners SET last_run = 2100;
            """)
        let finder = PlaceFinder(
            statements: try ListStatements(world.session), owner: world.owner)

        let places = try finder.places(with: #require(SearchWords("milk") as SearchWords?))

        #expect(places == [1])
    }

    @Test func `that goes back to its first place is found there`() throws {
        let world = try SearchWorld(run: 4)
        world.write(.put(id(1), content("Tea")))
        world.write(.delete(id(1)))
        world.write(.put(id(1), content("Milk")))
        world.write(.add((2...6).map { NewItem($0, "Milk") }, onConflict: .refuse))

        world.write(.undo(revision: 3))
        world.write(.undo(revision: 2))

        #expect(try ["milk", "tea"].map { try world.find($0) } == [5, 1])
        #expect(try world.session.integer("SELECT min(place) FROM items") == 1)
        #expect(world.session.breaches() == [])
    }

    @Test func `becomes searchable with others of its owner alone`() throws {
        let world = try SearchWorld(run: 10)
        let other = try world.session.addOwner(2)

        for number in 1...18 as ClosedRange<UInt64> {
            let owner = number % 3 == 0 ? other : world.owner
            world.write(.put(id(number), content("Milk")), of: owner)
        }

        #expect(try world.searchableTo() ?? 0 > 0)
        #expect(try world.searchableTo(of: other) == 0)
        #expect(try world.waiting(of: other) == 6)
        #expect(try [world.owner, other].map { try world.find("milk", of: $0) } == [12, 6])
    }

    @Test func `of many owners at once becomes searchable, one owner in each batch`() throws {
        let world = try SearchWorld(run: 10)
        let owners = try (2...6).map { try world.session.addOwner($0) }
        let items = (1...12).map { NewItem($0, "Milk") }

        world.write(owners.map { ItemWrite(owner: $0, action: .add(items, onConflict: .refuse)) })
        var waiting = [try world.session.integer("SELECT count(DISTINCT owner) FROM trigrams")]
        for number in 1...5 as ClosedRange<UInt64> {
            world.write(.put(id(number), content("Tea")))
            waiting.append(try world.session.integer("SELECT count(DISTINCT owner) FROM trigrams"))
        }

        #expect(waiting.first == 1)
        #expect(waiting.last == 5)
        #expect(try owners.map { try world.waiting(of: $0) } == [2, 2, 2, 2, 2])
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
