import Items
import SQLite
@testable import SQLiteStorage
import TestSupport
import Testing

@Suite struct `New items of a batch` {
    /// Items that say all there is to say, and less.
    private static func draft(_ number: UInt64) -> NewItem {
        var content = ItemContent(title: "item \(number)", done: number % 5 == 0)
        if number % 2 == 0 { content.itemDescription = "of \(number)" }
        if number % 3 == 0 { content.timestamp = Double(number) + 0.5 }
        if number % 4 == 0 {
            let point = Coordinate(latitude: Double(number) / 10, longitude: -Double(number))
            content.location = Location(name: "at \(number)", coordinate: point)
        }
        return NewItem(id: id(number), content: content)
    }

    private static let done = {
        var filter = ItemFilter()
        filter.done = true
        return filter
    }()

    private static func action(_ number: UInt64) -> ItemWrite.Action {
        .add([draft(number)], onConflict: .refuse)
    }

    @Test(arguments: [1, 3, 4, 15, 16, 17, 32, 40])
    func `are stored alike, however many they are`(count: Int) throws {
        let numbers = (1...UInt64(count)).reversed()
        let (together, alone) = (try BatchWorld(), try BatchWorld())

        let outcomes = together.runAll(numbers.map(Self.action))

        for number in numbers { _ = alone.run(Self.action(number)) }
        #expect(try outcomes.map { try $0.get().clock } == Array(1...count))
        #expect(try together.rows == alone.rows)
        #expect(try together.rows.count == 2 * count)
        #expect(together.database.breaches() == [])
    }

    @Test func `are stored alike by one request`() throws {
        let (together, alone) = (try BatchWorld(), try BatchWorld())
        let drafts = (1...70).map { Self.draft($0) }

        _ = together.run(.add(drafts, onConflict: .refuse))

        _ = alone.run(.batch(drafts.map { BatchStep(.put($0.id, $0.content)) }))
        #expect(try together.rows == alone.rows)
        #expect(together.database.breaches() == [])
    }

    @Test func `take one statement for many of them`() throws {
        let spy = SpyBox()
        let world = try BatchWorld(session: { spy.spy(on: $0) })

        _ = world.runAll((1...20).map(Self.action))

        let statements = try InsertStatements(world.database, rows: NewItems.most)
        #expect(spy.session?.ran(statements.items.sql) == 2)
        #expect(spy.session?.ran(statements.log.sql) == 2)
    }

    @Test func `are there for the writes that come after them`() throws {
        let world = try BatchWorld()
        let anew = ItemPatch.changing { $0.title = "anew" }

        let outcomes = world.runAll(
            (1...10).map(Self.action) + [
                Self.action(2),
                .patch(id(3), anew),
                .delete(id(4)),
                Self.action(11),
                .put(id(5), Self.draft(5).content),
                .undo(revision: 6),
                Self.action(12),
                .deleteMatching(Self.done),
                Self.action(4),
            ])

        #expect(outcomes[10] == .failure(.exists([id(2)])))
        let clocks = outcomes.map { try? $0.get().clock }
        #expect(clocks == (1...10).map { $0 } + [nil, 11, 12, 13, 13, 14, 15, 16, 17])
        #expect(
            try world.titles == [
                "item 1", "item 2", "anew", "item 7", "item 8", "item 9", "item 11", "item 12",
                "item 4",
            ])
        #expect(world.database.breaches() == [])
    }

    @Test func `of which one cannot be stored leave out that one alone`() throws {
        let world = try BatchWorld()
        _ = world.run(Self.action(5))

        let outcomes = world.runAll(
            (1...40).map { (number: UInt64) in
                let draft = Self.draft(number)
                let item = NewItem(id: draft.id, hasMintedID: true, content: draft.content)
                return .add([item], onConflict: .refuse)
            })

        #expect(outcomes.indices.filter { (try? outcomes[$0].get()) == nil } == [4])
        #expect(try world.titles.count == 40)
        #expect(world.database.breaches() == [])
    }

    @Test func `are their owners'`() throws {
        let world = try BatchWorld()
        let other = try world.database.addOwner(7)
        let owners = [world.owner, other]

        let outcomes = world.batch.run(
            (1...20).map { (number: UInt64) in
                ItemWrite(owner: owners[Int(number % 2)], action: Self.action(number / 2))
            })

        #expect(outcomes.allSatisfy { (try? $0.get()) != nil })
        #expect(
            try world.database.rows(
                "SELECT owner, count(*), max(revision) FROM items GROUP BY owner", columns: 3)
                == ["1|10|10", "7|10|10"])
        #expect(world.database.breaches() == [])
    }
}

extension BatchWorld {
    /// Does these writes of the local owner in one batch.
    fileprivate func runAll(_ actions: [ItemWrite.Action]) -> [Outcome] {
        batch.run(actions.map { ItemWrite(owner: owner, action: $0) })
    }

    /// What items and log say, card and all.
    fileprivate var rows: [String] {
        get throws {
            try database.rows(
                """
                SELECT owner, hex(id), \(ItemColumns.list), hex(card) FROM items ORDER BY place
                """, columns: 16)
                + database.rows(
                    """
                    SELECT owner, revision, hex(id), changed_at, was_revision, place, title
                    FROM changes ORDER BY owner, revision, id
                    """, columns: 7)
        }
    }
}
