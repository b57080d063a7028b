import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

// A line of the log: revision | sequence | kind of the entry and its members | title.
@Suite struct `The change log` {
    @Test func `stores no earlier values of a new item`() throws {
        let world = try BatchWorld()

        _ = world.run(.add([NewItem(2, "two"), NewItem(1, "one")], onConflict: .refuse))

        #expect(try world.log == ["1|1|first new|-", "1|2|new|-"])
        #expect(try world.columns("id, title, done_at, created_at", 4) == ["-|-|-|-", "-|-|-|-"])
    }

    @Test func `is in order of time and links each owner's entries`() throws {
        let world = try BatchWorld()
        let other = try world.database.addOwner(2)
        let owners = [world.owner, other, other, world.owner, other]

        _ = world.batch.run(
            owners.enumerated().map { number, owner in
                ItemWrite(owner: owner, action: .put(id(UInt64(number)), content("x")))
            })

        let chain = try world.columns("entry, owner, previous, revision", 4)
        #expect(chain == ["1|1|0|1", "2|2|0|1", "3|2|2|2", "4|1|1|2", "5|2|3|3"])
        let last = try world.database.rows("SELECT owner, last_entry FROM owners", columns: 2)
        #expect(last == ["1|4", "2|5"])
        #expect(world.database.violations() == [])
    }

    @Test func `stores the earlier values of each change, in a chain`() throws {
        let world = try BatchWorld()

        _ = world.run(
            .put(id(1), content("one")), .put(id(2), content("two")),
            .put(id(1), content("uno", done: true)),
            .patch(id(1), .changing { $0.title = "eins" }), .delete(id(1)),
            .put(id(1), content("again")), .put(id(1), content("again")))

        #expect(
            try world.log == [
                "1|1|first new|-", "2|2|first new|-", "3|1|first title done|one",
                "4|1|first title|uno", "5|1|first gone all|eins", "6|3|first new|-",
            ])
        #expect(world.database.violations() == [])
    }

    @Test(arguments: ItemMember.allCases)
    func `stores only the changed member`(member: ItemMember) throws {
        let manualClock = ManualClock(10)
        let world = try BatchWorld(clock: manualClock.clock)
        let whole = try Self.whole(done: member == .done)
        _ = world.run(.put(id(1), whole))
        let stored = try world.memberValues()
        manualClock.now = 20
        var changed = whole
        changed.take([.init(member)], from: content("Task"))
        // A day is never without a time.
        if member == .timestamp { changed.timestamp = whole.day?.midnight }

        _ = world.run(.put(id(1), changed))

        let old = member.columns.map(\.name).reduce(into: [:]) { $0[$1] = stored[$1] }
        #expect(!old.values.contains("-"), "\(stored)")
        #expect(try world.log.last?.hasPrefix("2|1|first \(member.rawValue)|") == true)
        #expect(try world.lastLogged(Self.members).filter { $0.value != "-" } == old)
        #expect(
            try world.lastLogged(["id", "created_at", "changed_at"])
                == ["id": "-", "created_at": "-", "changed_at": "20.0"])
        #expect(world.database.violations() == [])
    }

    @Test func `stores another normalization of the same letters`() throws {
        let world = try BatchWorld()

        _ = world.run(.put(id(1), content("caf\u{E9}")), .put(id(1), content("cafe\u{301}")))

        #expect(try world.log.last == "2|1|first title|caf\u{E9}")
    }

    @Test(arguments: [false, true])
    func `stores all values of a deleted item`(done: Bool) throws {
        let manualClock = ManualClock(10)
        let world = try BatchWorld(clock: manualClock.clock)
        _ = world.run(.put(id(1), try Self.whole(done: done)))
        let stored = try world.memberValues()
        manualClock.now = 30

        _ = world.run(.delete(id(1)))

        #expect(try world.lastLogged(Self.members) == stored)
        #expect(
            try world.lastLogged(["substr(hex(id), -1)", "created_at", "changed_at"]).values
                .sorted()
                == ["1", "10.0", "30.0"])
        #expect(world.database.violations() == [])
    }

    @Test func `has an entry for every item of a bulk deletion, under one revision`() throws {
        let world = try BatchWorld()
        let other = try world.database.addOwner(2)
        _ = world.batch.run([ItemWrite(owner: other, action: .put(id(1), content("theirs")))])
        _ = world.run(.put(id(1), content("one", done: true)), .put(id(2), content("two")))

        _ = world.run(.deleteAll)

        #expect(
            try world.log == [
                "1|1|first new|-", "2|2|first new|-", "3|2|first gone all|two",
                "3|1|gone all|one", "1|1|first new|-",
            ])
        #expect(try world.titles == ["theirs"])
        #expect(world.database.violations() == [])
    }

    @Test func `flags entries of items that the same write changed before`() throws {
        let world = try BatchWorld()
        _ = world.run(.put(id(1), content("one")))

        _ = world.run(
            .batch([
                BatchStep(.put(id(1), content("a"))), BatchStep(.put(id(2), content("two"))),
                BatchStep(.put(id(1), content("b"))), BatchStep(.delete(id(2))),
                BatchStep(.put(id(2), content("again"))),
                BatchStep(.patch(id(1), .changing { $0.done = true })), BatchStep(.delete(id(1))),
            ]))

        #expect(
            try world.log.dropFirst() == [
                "2|1|first title|one", "2|2|new|-", "2|1|again title|a", "2|2|again gone all|two",
                "2|3|new|-", "2|1|again done|-", "2|1|again gone all|b",
            ])
        #expect(world.database.violations() == [])
    }

    @Test func `has no entries of writes that were refused or changed nothing`() throws {
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

    private static let members = ItemMember.allCases.flatMap(\.columns).map(\.name)

    /// A to-do that has every member that it can have.
    private static func whole(done: Bool) throws -> ItemContent {
        var whole = try ItemContent.whole()
        whole.done = done
        // What is done does not repeat.
        if done { whole.repetition = nil }
        return whole
    }
}

@Suite struct `A tombstone` {
    // A line: id | sequence | revision and time of its deletion.
    private func tombstones(_ world: BatchWorld) throws -> [String] {
        try world.database.rows(
            """
            SELECT substr(hex(ids.id), -1), ids.sequence, revision, changed_at
            FROM ids JOIN log ON log.entry = deleted_by ORDER BY ids.id
            """, columns: 4)
    }

    @Test func `is left by each deleted item`() throws {
        let manualClock = ManualClock(10)
        let world = try BatchWorld(clock: manualClock.clock)
        _ = world.run(
            .add([NewItem(1, "a"), NewItem(2, "b"), NewItem(3, "c")], onConflict: .refuse))
        manualClock.now = 20
        _ = world.run(.delete(id(2)))
        manualClock.now = 30

        _ = world.run(.deleteAll)

        #expect(try tombstones(world) == ["1|1|3|30.0", "2|2|2|20.0", "3|3|3|30.0"])
    }

    @Test func `is deleted when the item is created again`() throws {
        let world = try BatchWorld()
        _ = world.run(.put(id(1), content("a")), .put(id(2), content("b")), .deleteAll)

        _ = world.run(.put(id(1), content("a")))

        #expect(try tombstones(world) == ["2|2|3|1000.000002"])
        #expect(world.database.violations() == [])
    }
}

@Suite struct `Marks in an owner's history` {
    @Test func `follow each 16 KiB, at entries with a flag`() throws {
        let world = try BatchWorld()
        let other = try world.database.addOwner(2)

        for number in 0..<600 {
            _ = world.run(.put(id(1), content("\(number % 10)")))
            // Other owners' history does not count.
            let write = ItemWrite(owner: other, action: .put(id(1), content("\(number)")))
            if number < 200 { _ = world.batch.run([write]) }
        }

        // The first entry stores no title, each other entry one of a letter.
        let whole = LogRows.bytesPerMark
        let each = ChangeRow.rowBytes + 1
        let first = (whole + 1 + each - 1) / each
        let second = first + (whole + each - 1) / each
        let marks = try world.database.rows(
            "SELECT owner, revision FROM marks ORDER BY entry", columns: 2)
        #expect(marks == ["1|\(first)", "1|\(second)"])
        #expect(try world.log.filter { $0.contains("marked") }.count == 2)
        #expect(
            try world.database.integer("SELECT unmarked FROM owners WHERE owner = 1")
                == (600 - second) * each)
        #expect(world.database.violations() == [])
    }

    @Test func `are also set inside a large write`() throws {
        let world = try BatchWorld()
        let many = (1...1_000 as ClosedRange<UInt64>).map { NewItem($0, "x") }

        _ = world.run(.add(many, onConflict: .refuse))

        let marks = try world.database.rows("SELECT revision, entry FROM marks", columns: 2)
        #expect(marks == ["1|256", "1|512", "1|768"])
        #expect(world.database.violations() == [])
    }
}

extension BatchWorld {
    /// `count` columns of the log, in the order of its entries.
    fileprivate func columns(_ columns: String, _ count: Int32) throws -> [String] {
        try database.rows("SELECT \(columns) FROM log ORDER BY entry", columns: count)
    }

    /// The values of columns in the newest entry of the log.
    fileprivate func lastLogged(_ columns: [String]) throws -> [String: String] {
        try columns.reduce(into: [:]) { values, column in
            values[column] = try self.columns(column, 1).last
        }
    }

    /// The values of the members of the only item.
    fileprivate func memberValues() throws -> [String: String] {
        try ItemMember.allCases.flatMap(\.columns).reduce(into: [:]) { values, column in
            let (name, _) = column
            let value =
                name == "description" ? "coalesce(items.description, details.description)" : name
            values[name] = try database.rows(
                "SELECT \(value) FROM items LEFT JOIN details", columns: 1
            ).first
        }
    }
}
