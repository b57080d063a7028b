import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `Adding items` {
        // proves: writes-1, writes-2
        @Test(arguments: ItemWorld.Kind.repositories)
        func `stores them in their order, in one revision`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind, clock: .constant(7))

            let outcome = world.write(
                .add([NewItem(9, "milk"), NewItem(3, "bread", done: true)], onConflict: .refuse))

            let stored = [
                ToDoItem(id: id(9), sequence: 1, content: content("milk"), now: 7, revision: 1),
                ToDoItem(
                    id: id(3), sequence: 2, content: content("bread", done: true), now: 7.000001,
                    revision: 1),
            ]
            #expect(outcome == WriteOutcome.changed(1, .added(stored)))
            #expect(try world.state == ItemState(revision: 1, items: stored))
        }

        // proves: stored-4
        @Test(arguments: ItemWorld.Kind.repositories)
        func `gives each item its own creation time, 1 µs after the previous one`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind, clock: .constant(1_795_232_606.727))
            try world.add("one")

            _ = world.write(
                .add((0...200).map { NewItem(500 - $0, "\($0)") }, onConflict: .skip))

            let times = try world.state.items.map(\.createdAt)
            #expect(
                times[0...3] == [
                    1_795_232_606.727, 1_795_232_606.727, 1_795_232_606.727001,
                    1_795_232_606.727002,
                ])
            #expect(times.last == 1_795_232_606.7272)
            #expect(zip(times.dropFirst(), times.dropFirst(2)).allSatisfy { $0 < $1 })
            #expect(try world.state.items.allSatisfy { $0.updatedAt == $0.createdAt })
        }

        // proves: stored-4
        @Test(arguments: ItemWorld.Kind.repositories)
        func `creates no item before those of an earlier write at the same moment`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind, clock: .constant(50))
            _ = world.write(
                .add((7...9).map { NewItem($0, "\($0)") }, onConflict: .refuse))

            _ = world.write(.put(id(2), content("2")))
            _ = world.write(.patch(id(9), .changing { $0.done = true }))
            _ = world.write(.add([NewItem(1, "1")], onConflict: .refuse))

            let items = try world.state.items.sorted { $0.sequence < $1.sequence }
            #expect(items.map(\.content.title) == ["7", "8", "9", "2", "1"])
            #expect(
                items.map(\.createdAt) == [50, 50.000001, 50.000002, 50.000003, 50.000004])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `keeps the creation time of an item that exists already`(kind: ItemWorld.Kind) throws {
            let manualClock = ManualClock(10)
            let world = try ItemWorld(kind, clock: manualClock.clock)
            try world.add("one")
            manualClock.now = 20

            let outcome = world.write(
                .add(
                    [NewItem(7, "a"), NewItem(1, "x"), NewItem(8, "b")], onConflict: .replace))

            guard case .added(let items) = try outcome.get().result else {
                Issue.record("no items")
                return
            }
            #expect(items.map(\.createdAt) == [20, 10, 20.000001])
            #expect(items.map(\.updatedAt) == [20, 20, 20.000001])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `without items changes nothing`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)

            let outcome = world.write(.add([], onConflict: .refuse))

            #expect(outcome == WriteOutcome.same(0, .added([])))
            #expect(try world.state == ItemState(revision: 0, items: []))
        }

        // proves: writes-2
        @Test(arguments: ItemWorld.Kind.repositories)
        func `that exist is refused with all their ids`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two", "three")
            let before = try world.state

            let outcome = world.write(
                .add([NewItem(4, "new"), NewItem(3, "x"), NewItem(1, "one")], onConflict: .refuse))

            #expect(outcome == .failure(.exists([id(3), id(1)])))
            #expect(try world.state == before)
        }

        // proves: writes-4
        @Test(arguments: ItemWorld.Kind.repositories)
        func `skips existing ones on request`(kind: ItemWorld.Kind) throws {
            let manualClock = ManualClock(10)
            let world = try ItemWorld(kind, clock: manualClock.clock)
            try world.add("one", "two")
            manualClock.now = 20

            let outcome = world.write(
                .add([NewItem(2, "x"), NewItem(3, "three")], onConflict: .skip))

            let two = ToDoItem(
                id: id(2), sequence: 2, content: content("two"), now: 10, revision: 2)
            let three = ToDoItem(
                id: id(3), sequence: 3, content: content("three"), now: 20, revision: 3)
            #expect(outcome == WriteOutcome.changed(3, .added([two, three])))
            #expect(try world.titles == ["one", "two", "three"])
        }

        // proves: writes-4
        @Test(arguments: ItemWorld.Kind.repositories)
        func `replaces existing ones on request`(kind: ItemWorld.Kind) throws {
            let manualClock = ManualClock(10)
            let world = try ItemWorld(kind, clock: manualClock.clock)
            try world.add("one", "two", "three")
            manualClock.now = 20

            let outcome = world.write(
                .add(
                    [NewItem(4, "four"), NewItem(3, "three"), NewItem(1, "x", done: true)],
                    onConflict: .replace))

            let four = ToDoItem(
                id: id(4), sequence: 4, content: content("four"), now: 20, revision: 4)
            let three = ToDoItem(
                id: id(3), sequence: 3, content: content("three"), now: 10, revision: 3)
            let one = ToDoItem(
                id: id(1), sequence: 1, content: content("x", done: true), createdAt: 10,
                updatedAt: 20, doneAt: 20, revision: 4)
            #expect(outcome == WriteOutcome.changed(4, .added([four, three, one])))
            #expect(try world.titles == ["two", "three", "four", "x"])
        }

        // proves: writes-4
        @Test(
            arguments: ItemWorld.Kind.repositories,
            [ItemWrite.OnConflict.skip, .replace])
        func `that are equal to the stored ones changes nothing`(
            kind: ItemWorld.Kind, onConflict: ItemWrite.OnConflict
        ) throws {
            let world = try ItemWorld(kind)
            let items = [NewItem(1, "one"), NewItem(2, "two", done: true)]
            _ = try world.write(.add(items, onConflict: .refuse)).get()
            let before = try world.state

            let outcome = world.write(.add(items, onConflict: onConflict))

            #expect(outcome == WriteOutcome.same(1, .added(before.items)))
            #expect(try world.state == before)
        }

        // proves: writes-3
        @Test(arguments: ItemWorld.Kind.repositories)
        func `checks the condition against the revision`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two")
            let action = ItemWrite.Action.add([NewItem(3, "three")], onConflict: .refuse)

            let stale = world.write(action, Conditions(ifMatch: .revisions([1])))
            let fresh = world.write(action, Conditions(ifMatch: .revisions([2])))

            #expect(stale == .failure(.conditionFailed(revision: 2)))
            #expect(try fresh.get().revision == 3)
        }
    }
}
