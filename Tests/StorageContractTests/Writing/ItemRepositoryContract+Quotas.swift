import SQLiteTestSupport
import Items
import SQLiteStorage
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `The quota of items` {
        private static let limit = 400

        /// One, two and three use 395 of 400 bytes; nine was deleted by revision 5.
        private static func full(_ kind: ItemWorld.Kind) throws -> SharedWorld {
            let world = try SharedWorld(kind, itemLimit: .bytes(10_000))
            let owner = world.owners[0]
            for (number, title) in [(1, "one"), (2, "two"), (3, "three"), (9, "nine")] {
                _ = try world.write(.put(id(UInt64(number)), content(title)), of: owner).get()
            }
            _ = try world.write(.delete(id(9)), of: owner).get()
            try world.restart(itemLimit: .bytes(limit))
            return world
        }

        /// Writes that would exceed the limit, and the number of bytes after them.
        static let tooLarge: [(ItemWrite.Action, Int)] = [
            (.add([NewItem(4, "4")], onConflict: .refuse), 524),
            (.add([NewItem(1, "onetwothree")], onConflict: .replace), 403),
            (.add([NewItem(1, "x"), NewItem(4, "4")], onConflict: .replace), 522),
            (.add([NewItem(1, "x"), NewItem(4, "4")], onConflict: .skip), 524),
            (.put(id(4), content("4")), 524),
            (.put(id(9), content("9")), 524),
            (.put(id(1), content("onetwothree")), 403),
            (.patch(id(1), .changing { $0.title = "onetwothree" }), 403),
            (.patch(id(1), .changing { $0.itemDescription = .set(.long) }), 653),
            (.patchMatching(ItemFilter(), .changing { $0.itemDescription = .set("aaa") }), 404),
            (.undo(revision: 5), 527),
            (.batch([.init(.put(id(4), content("4")))]), 524),
            (.batch([.init(.delete(id(1))), .init(.put(id(9), content("123456789")))]), 401),
        ]

        /// Writes that would exceed a limit of three items, and the number after them.
        static let tooMany: [(ItemWrite.Action, Int)] = [
            (.add([NewItem(4, "4")], onConflict: .refuse), 4),
            (.add([NewItem(1, "x"), NewItem(4, "4"), NewItem(5, "5")], onConflict: .replace), 5),
            (.put(id(9), content("9")), 4),
            (.undo(revision: 5), 4),
            (
                .batch([
                    .init(.delete(id(1))), .init(.put(id(8), content("8"))),
                    .init(.put(id(9), content("9"))),
                ]), 4
            ),
        ]

        // proves: limits-2
        @Test(arguments: ItemWorld.Kind.repositories, tooMany.indices)
        func `refuses more items than the limit, and changes nothing`(
            kind: ItemWorld.Kind, index: Int
        ) throws {
            let world = try Self.full(kind)
            try world.restart(itemLimit: .count(3))
            let owner = world.owners[0]
            let (action, items) = Self.tooMany[index]
            let dump = try world.dump()

            let outcome = world.write(action, of: owner)

            #expect(outcome == .failure(.countExceeded(items: items, limit: 3)))
            #expect(try world.dump() == dump)
            #expect(try world.violations() == [])
        }

        // proves: limits-2
        @Test(arguments: ItemWorld.Kind.repositories)
        func `allows what makes room, or adds none, when there are too many items`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try Self.full(kind)
            try world.restart(itemLimit: .count(1))
            let owner = world.owners[0]

            let actions: [ItemWrite.Action] = [
                .put(id(1), content("longer than before")),
                .patchMatching(ItemFilter(), .changing { $0.done = true }),
                .undo(revision: 7), .delete(id(1)), .deleteMatching(ItemFilter()),
                .add([NewItem(4, "4")], onConflict: .refuse),
            ]
            for action in actions {
                #expect(try world.write(action, of: owner).get().changed)
            }
            let full = world.write(.put(id(5), content("5")), of: owner)

            #expect(full == .failure(.countExceeded(items: 2, limit: 1)))
            #expect(try world.violations() == [])
        }

        // proves: limits-2
        @Test(arguments: ItemWorld.Kind.repositories, tooLarge.indices)
        func `refuses a write that would exceed it, and changes nothing`(
            kind: ItemWorld.Kind, index: Int
        ) throws {
            let world = try Self.full(kind)
            let owner = world.owners[0]
            let (action, bytes) = Self.tooLarge[index]
            let before = try world.repository.state(of: owner)
            let dump = try world.dump()

            let outcome = world.write(action, of: owner)

            #expect(outcome == .failure(.quotaExceeded(bytes: bytes, limit: Self.limit)))
            #expect(try world.repository.state(of: owner) == before)
            #expect(try world.dump() == dump)
            #expect(try world.violations() == [])
            // The next write is checked against the bytes in use.
            #expect(try world.write(.put(id(1), content("12345678")), of: owner).get().changed)
        }

        // proves: limits-2
        @Test(arguments: ItemWorld.Kind.repositories)
        func `can be used to its last byte`(kind: ItemWorld.Kind) throws {
            let world = try Self.full(kind)
            let owner = world.owners[0]

            let outcomes = [
                world.write(.put(id(1), content("123456789")), of: owner),
                world.write(.put(id(1), content("12345678")), of: owner),
                world.write(.put(id(2), content("1234")), of: owner),
                world.write(.put(id(2), content("two")), of: owner),
            ]

            let refused = Outcome.failure(.quotaExceeded(bytes: 401, limit: Self.limit))
            #expect(outcomes.map { $0 == refused } == [true, false, true, false])
            #expect(outcomes.map { (try? $0.get())?.revision } == [nil, 6, nil, 6])
        }

        /// Writes that do not increase the number of bytes.
        static let allowed: [ItemWrite.Action] = [
            .delete(id(1)), .deleteAll, .undo(revision: 1), .undo(revision: 2),
            .deleteMatching(ItemFilter()), .put(id(1), content("uno")), .put(id(3), content("3")),
            .patch(id(1), .changing { $0.done = true }),
            .patchMatching(ItemFilter(), .changing { $0.title = "x" }),
            .patchMatching(ItemFilter(), .changing { $0.done = true }),
            .add([NewItem(1, "x")], onConflict: .replace),
            .batch([.init(.put(id(4), content("4"))), .init(.delete(id(1)))]),
            .batch([.init(.delete(id(1))), .init(.put(id(4), content("123")))]),
        ]

        // proves: limits-2
        @Test(arguments: ItemWorld.Kind.repositories, allowed.indices)
        func `refuses no write that frees space, however much is used`(
            kind: ItemWorld.Kind, index: Int
        ) throws {
            let world = try Self.full(kind)
            try world.restart(itemLimit: .bytes(100))

            let outcome = world.write(Self.allowed[index], of: world.owners[0])

            #expect(try outcome.get().revision == 6)
            #expect(try world.violations() == [])
        }

        // proves: limits-2
        @Test(arguments: ItemWorld.Kind.repositories)
        func `is free again as soon as an item was deleted`(kind: ItemWorld.Kind) throws {
            let world = try Self.full(kind)
            let owner = world.owners[0]
            let put = ItemWrite.Action.put(id(4), content("four"))

            let before = world.write(put, of: owner)
            _ = try world.write(.delete(id(1)), of: owner).get()
            let after = world.write(put, of: owner)

            #expect(before == .failure(.quotaExceeded(bytes: 527, limit: Self.limit)))
            #expect(try after.get().revision == 7)
        }

        // proves: limits-2
        @Test(arguments: ItemWorld.Kind.repositories)
        func `applies to each owner separately`(kind: ItemWorld.Kind) throws {
            let world = try Self.full(kind)
            let items = (1...3).map { NewItem($0, "12345") }

            let outcome = world.write(.add(items, onConflict: .refuse), of: world.owners[1])

            #expect(try outcome.get().revision == 1)
        }
    }
}

extension SharedWorld {
    /// Every row that a write of items may change; empty for the double.
    func dump() throws -> [String] {
        try repository.endRound()
        guard let database else { return [] }
        return try [
            ("owners", 8), ("items", 13), ("ids", 4), ("log", 16), ("marks", 3),
            ("details", 2),
        ].flatMap { try database.rows("SELECT * FROM \($0) ORDER BY 1, 2", columns: $1) }
    }
}
