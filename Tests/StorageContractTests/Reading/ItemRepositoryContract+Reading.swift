import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `Reading` {
        // proves: visible-1
        @Test(arguments: ItemWorld.Kind.repositories)
        func `sees its own write at once, within a round`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            let repository = world.repository

            var seen: [[Int?]] = []
            for number in 1...3 as ClosedRange<UInt64> {
                let before = try repository.item(id(number), of: world.owner)
                _ = try world.write(.put(id(number), content("x"))).get()
                let after = try repository.item(id(number), of: world.owner)
                let revision = try repository.revision(of: world.owner)
                let count = try repository.all(of: world.owner).count
                seen.append([before?.revision, after?.revision, revision, count])
            }

            #expect(seen == [[nil, 1, 1, 1], [nil, 2, 2, 2], [nil, 3, 3, 3]])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `may end a round repeatedly`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)

            try world.repository.endRound()
            try world.add("one")
            _ = try world.titles
            try world.repository.endRound()
            try world.repository.endRound()

            #expect(try world.titles == ["one"])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `finds the revision unchanged after a write that was refused or changed nothing`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            try world.add("one")
            let idle: [ItemWrite.Action] = [
                .add([], onConflict: .refuse), .add([NewItem(1, "x")], onConflict: .refuse),
                .add([NewItem(1, "x")], onConflict: .skip), .put(id(1), content("one")),
                .patch(id(1), ItemPatch()), .patch(id(2), ItemPatch()), .delete(id(2)),
            ]

            var revisions: [Int] = []
            for action in idle {
                if case .success(let outcome) = world.write(action) {
                    revisions.append(outcome.revision)
                }
                revisions.append(try world.repository.revision(of: world.owner))
            }

            #expect(revisions == [Int](repeating: 1, count: 11))
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `finds every byte of an id`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            let ids = [
                ItemID(high: 0, low: 0), ItemID(high: .max, low: .max),
                ItemID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210),
                ItemID(high: 1 << 63, low: 1), ItemID(high: 1, low: 1 << 63),
            ]
            let items = ids.map { NewItem(id: $0, content: content("x")) }
            _ = try world.write(.add(items, onConflict: .refuse)).get()

            let found = try ids.map { try world.repository.item($0, of: world.owner)?.id }

            #expect(found == ids)
            #expect(try world.state.items.map(\.id) == ids)
        }
    }
}
