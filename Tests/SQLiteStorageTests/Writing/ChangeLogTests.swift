import Items
import SQLite
@testable import SQLiteStorage
import TestSupport
import Testing

// A line of the log: revision | id | place | title | done | revision of the image.
@Suite struct `The log of changes` {
    @Test func `says of a new item that there was none`() throws {
        let world = try BatchWorld()

        _ = world.run(.add([NewItem(2, "two"), NewItem(1, "one")], onConflict: .refuse))

        #expect(try world.log == ["1|1|-|-|-|-", "1|2|-|-|-|-"])
    }

    @Test func `says so of many new items in one batch by one statement`() throws {
        let spy = SpyBox()
        let world = try BatchWorld(session: { spy.spy(on: $0) })

        _ = world.run(
            .put(id(1), content("one")), .put(id(2), content("two")), .put(id(3), content("three")))

        #expect(try world.log == ["1|1|-|-|-|-", "2|2|-|-|-|-", "3|3|-|-|-|-"])
        #expect(spy.session?.ran { $0.hasPrefix("INSERT INTO changes") } == 1)
    }

    @Test func `says of each of several owners that there was none`() throws {
        let world = try BatchWorld()
        let other = try world.database.addOwner(2)
        let owners = [world.owner, other, world.owner, other]

        _ = world.batch.run(
            owners.enumerated().map { number, owner in
                ItemWrite(owner: owner, action: .put(id(UInt64(number)), content("x")))
            })

        let log = try world.database.rows(
            "SELECT owner, revision, substr(hex(id), -1), was_revision FROM changes", columns: 4)
        #expect(log == ["1|1|0|-", "1|2|2|-", "2|1|1|-", "2|2|3|-"])
        #expect(world.database.breaches() == [])
    }

    @Test func `says nothing of new items that were taken back with their request`() throws {
        let world = try BatchWorld()
        _ = world.run(.put(id(9), content("nine")))

        // The second fails after its first item is there; all are done over with savepoints then.
        let outcomes = world.run(
            .put(id(1), content("one")),
            .batch([BatchStep(.put(id(2), content("two"))), BatchStep(.delete(id(8)))]),
            .put(id(3), content("three")), .put(id(3), content("drei")))

        #expect(outcomes.map { try? $0.get().clock } == [2, nil, 3, 4])
        #expect(
            try world.log == ["1|9|-|-|-|-", "2|1|-|-|-|-", "3|3|-|-|-|-", "4|3|3|three|0|3"])
        #expect(world.database.breaches() == [])
    }

    @Test func `is asked by an undo in the batch of what it takes back`() throws {
        let world = try BatchWorld()

        let outcomes = world.run(
            .put(id(1), content("one")), .put(id(2), content("two")), .undo(revision: 2))

        #expect(outcomes.map { try? $0.get().changed } == [true, true, true])
        #expect(try world.titles == ["one"])
        #expect(try world.log == ["1|1|-|-|-|-", "2|2|-|-|-|-", "3|2|2|two|0|2"])
        #expect(world.database.breaches() == [])
    }

    @Test func `keeps an item as it was before each change, in a chain`() throws {
        let world = try BatchWorld()

        _ = world.run(
            .put(id(1), content("one")), .put(id(2), content("two")),
            .put(id(1), content("uno", done: true)),
            .patch(id(1), .changing { $0.title = "eins" }), .delete(id(1)),
            .put(id(1), content("again")), .put(id(1), content("again")))

        #expect(
            try world.log == [
                "1|1|-|-|-|-", "2|2|-|-|-|-", "3|1|1|one|0|1", "4|1|1|uno|1|3", "5|1|1|eins|1|4",
                "6|1|-|-|-|5",
            ])
        #expect(world.database.breaches() == [])
    }

    @Test func `keeps every member of the image`() throws {
        let hands = Hands(at: 10)
        let world = try BatchWorld(clock: hands.clock)
        let whole = ItemContent(
            title: "one", itemDescription: "", timestamp: 0.1,
            location: Location(name: "home", coordinate: Coordinate(latitude: 1, longitude: 2)),
            done: true)
        _ = world.run(.put(id(1), whole), .put(id(2), content("two")))
        hands.set(to: 20)
        _ = world.run(.put(id(1), content("x")))
        hands.set(to: 30)

        _ = world.run(.delete(id(1)), .deleteAll)

        let images = try world.database.rows(
            """
            SELECT revision, changed_at, title, description, timestamp, place_name, latitude,
            longitude, done, created_at, updated_at, done_at, was_revision, place
            FROM changes WHERE place IS NOT NULL ORDER BY revision
            """, columns: 14)
        #expect(
            images == [
                "3|20.0|one||0.1|home|1.0|2.0|1|10.0|10.0|10.0|1|1",
                "4|30.0|x|-|-|-|-|-|0|10.0|20.0|-|3|1",
                "5|30.0|two|-|-|-|-|-|0|10.0|10.0|-|2|2",
            ])
    }

    @Test func `of deleting all has every image under one revision`() throws {
        let world = try BatchWorld()
        let other = try world.database.addOwner(2)
        _ = world.batch.run([ItemWrite(owner: other, action: .put(id(1), content("theirs")))])
        _ = world.run(.put(id(1), content("one")), .put(id(2), content("two", done: true)))

        _ = world.run(.deleteAll)

        let log = try world.database.rows(
            "SELECT owner, revision, title, was_revision FROM changes WHERE place IS NOT NULL",
            columns: 4)
        #expect(log == ["1|3|one|1", "1|3|two|2"])
        #expect(try world.titles == ["theirs"])
        #expect(world.database.breaches() == [])
    }

    @Test func `has nothing of what was refused or changed nothing`() throws {
        let world = try BatchWorld()
        _ = world.run(.put(id(1), content("one")))
        let before = try world.log

        _ = world.run(
            .put(id(1), content("one")), .patch(id(1), ItemPatch()), .delete(id(2)),
            .add([NewItem(1, "x")], onConflict: .skip),
            .add([NewItem(2, "x"), NewItem(1, "x")], onConflict: .refuse))

        #expect(try world.log == before)
        #expect(try world.titles == ["one"])
    }
}

@Suite struct `A tombstone` {
    // A line: id | place | revision | time.
    private func tombstones(_ world: BatchWorld) throws -> [String] {
        try world.database.rows(
            "SELECT substr(hex(id), -1), place, revision, deleted_at FROM tombstones", columns: 4)
    }

    @Test func `is left by each item that goes`() throws {
        let hands = Hands(at: 10)
        let world = try BatchWorld(clock: hands.clock)
        _ = world.run(
            .add([NewItem(1, "a"), NewItem(2, "b"), NewItem(3, "c")], onConflict: .refuse))
        hands.set(to: 20)
        _ = world.run(.delete(id(2)))
        hands.set(to: 30)

        _ = world.run(.deleteAll)

        #expect(try tombstones(world) == ["1|1|3|30.0", "2|2|2|20.0", "3|3|3|30.0"])
    }

    @Test func `goes when the item is made again`() throws {
        let world = try BatchWorld()
        _ = world.run(.put(id(1), content("a")), .put(id(2), content("b")), .deleteAll)

        _ = world.run(.put(id(1), content("a")))

        #expect(try tombstones(world) == ["2|2|3|1000.0"])
        #expect(world.database.breaches() == [])
    }
}
