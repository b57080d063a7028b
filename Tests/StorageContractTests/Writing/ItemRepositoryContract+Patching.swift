import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `Patching an item` {
        @Test(arguments: ItemWorld.Kind.repositories)
        func `changes the given members and keeps the sequence`(kind: ItemWorld.Kind) throws {
            let manualClock = ManualClock(10)
            let world = try ItemWorld(kind, clock: manualClock.clock)
            try world.add("one", "two")
            manualClock.now = 20

            let outcome = world.write(.patch(id(1), .changing { $0.itemDescription = .set("") }))

            let one = ToDoItem(
                id: id(1), sequence: 1, content: ItemContent(title: "one", itemDescription: ""),
                createdAt: 10, updatedAt: 20, doneAt: nil, revision: 3)
            #expect(outcome == WriteOutcome.changed(3, .patched(one)))
            #expect(try world.state.items.first == one)
        }

        // proves: stored-4
        @Test(arguments: ItemWorld.Kind.repositories)
        func `keeps the time since when it is done`(kind: ItemWorld.Kind) throws {
            let manualClock = ManualClock(10)
            let world = try ItemWorld(kind, clock: manualClock.clock)
            try world.add("one")
            let changes: [(Double, ItemPatch)] = [
                (20, .changing { $0.done = true }), (30, .changing { $0.title = "x" }),
                (40, .changing { $0.done = false }), (50, .changing { $0.done = true }),
            ]

            var doneAt: [Double?] = []
            for (time, patch) in changes {
                manualClock.now = time
                _ = try world.write(.patch(id(1), patch)).get()
                doneAt.append(try world.state.items.first?.doneAt)
            }

            #expect(doneAt == [20, 20, nil, 50])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `to its current values changes nothing`(kind: ItemWorld.Kind) throws {
            let manualClock = ManualClock(10)
            let world = try ItemWorld(kind, clock: manualClock.clock)
            try world.add("one")
            let before = try world.state
            manualClock.now = 20

            let outcome = world.write(
                .patch(
                    id(1),
                    .changing { patch in
                        patch.title = "one"
                        patch.location = .clear
                        patch.done = false
                    }))

            #expect(outcome == WriteOutcome.same(1, .patched(before.items[0])))
            #expect(try world.state == before)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `that does not exist is refused`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one")
            _ = try world.write(.delete(id(1))).get()
            let patch = ItemPatch.changing { $0.location = .set(ItemPatch.LocationPatch()) }

            let outcomes = [1, 2].map { number in
                world.write(.patch(id(number), patch), Conditions(ifMatch: .revisions([9])))
            }

            #expect(outcomes == [.failure(.notFound), .failure(.notFound)])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `to an incomplete one is refused before its condition`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            try world.add("one")
            let before = try world.state
            let patch = ItemPatch.changing { $0.location = .set(ItemPatch.LocationPatch()) }

            let outcome = world.write(.patch(id(1), patch), Conditions(ifMatch: .revisions([9])))

            #expect(outcome == .failure(.incomplete([.locationName])))
            #expect(try world.state == before)
        }

        // proves: writes-3
        @Test(arguments: ItemWorld.Kind.repositories)
        func `with a stale condition is refused, even if it would change nothing`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two")
            let before = try world.state

            let outcome = world.write(
                .patch(id(1), .changing { $0.title = "one" }), Conditions(ifMatch: .revisions([2])))

            #expect(outcome == .failure(.conditionFailed(revision: 1)))
            #expect(try world.state == before)
        }
    }
}
