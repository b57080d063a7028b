import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `Importing items` {
        private static func result(
            _ outcome: Result<WriteOutcome, WriteFailure>
        ) throws -> (
            counts: [Int], titles: [String]
        ) {
            guard case .imported(let result) = try outcome.get().result else {
                Issue.record("no import")
                return ([], [])
            }
            let titles = result.entries.map { entry in
                switch entry {
                case .stored(let item): "stored " + item.content.title
                case .planned(let item): "planned " + item.content.title
                }
            }
            return ([result.new, result.changed, result.unchanged], titles)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `adds the new ones in one revision, and keeps those that exist`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            try world.add("one")

            let outcome = world.write(
                .importItems(
                    [NewItem(1, "other"), NewItem(2, "two")], replacing: false, isPreview: false))

            let result = try Self.result(outcome)
            #expect(result.counts == [1, 0, 1])
            #expect(result.titles == ["stored one", "stored two"])
            #expect(try outcome.get().revision == 2)
            #expect(try world.state.items.map(\.content.title) == ["one", "two"])
            #expect(try world.state.items.map(\.revision) == [1, 2])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `replaces those that differ, if that is wanted`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two")

            let outcome = world.write(
                .importItems(
                    [NewItem(1, "one"), NewItem(2, "other")], replacing: true, isPreview: false))

            #expect(try Self.result(outcome).counts == [0, 1, 1])
            #expect(try world.state.items.map(\.content.title) == ["one", "other"])
        }

        @Test(arguments: ItemWorld.Kind.repositories, [false, true])
        func `counts as a preview what it would do, and writes nothing`(
            kind: ItemWorld.Kind, isReplacing: Bool
        ) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two")
            let before = try world.state
            let items = [NewItem(1, "one"), NewItem(2, "other"), NewItem(3, "three")]

            let outcome = world.write(
                .importItems(items, replacing: isReplacing, isPreview: true))

            let result = try Self.result(outcome)
            #expect(result.counts == (isReplacing ? [1, 1, 1] : [1, 0, 2]))
            let second = isReplacing ? "planned other" : "stored two"
            #expect(result.titles == ["stored one", second, "planned three"])
            #expect(try world.state == before)
            #expect(try outcome.get().changed == false)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `keeps the order by hand, which the file does not have`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two")
            let key = try #require(OrderKey("a1"))
            for item in [id(1), id(2)] {
                _ = world.write(.patch(item, .changing { $0.position = .set(key) }))
            }

            let outcome = world.write(
                .importItems(
                    [NewItem(1, "one"), NewItem(2, "other")], replacing: true, isPreview: false))

            #expect(try Self.result(outcome).counts == [0, 1, 1])
            #expect(try world.state.items.map(\.content.position) == [key, key])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `without anything new takes no revision`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one")
            let before = try world.state

            let outcome = world.write(
                .importItems([NewItem(1, "other")], replacing: false, isPreview: false))

            #expect(try outcome.get().changed == false)
            #expect(try world.state == before)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `is reverted by one undo, and then adds them again`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            let items = (1...1_200).map { NewItem($0, "\($0)") }
            let action = ItemWrite.Action.importItems(items, replacing: false, isPreview: false)

            let first = try Self.result(world.write(action))
            let undone = world.write(.undo(revision: 1))
            let empty = try world.state.items.count
            let again = try Self.result(world.write(action))

            #expect(first.counts == [1_200, 0, 0])
            #expect(first.titles.count == 100)
            #expect(try undone.get().revision == 2)
            #expect(empty == 0)
            #expect(again.counts == [1_200, 0, 0])
        }
    }
}
