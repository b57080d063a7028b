import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `Deleting` {
        @Test(arguments: ItemWorld.Kind.repositories)
        func `removes the item under one revision`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two")

            let outcome = world.write(.delete(id(1)))

            #expect(outcome == WriteOutcome.changed(3, .deleted(count: 1)))
            #expect(try world.titles == ["two"])
            #expect(try world.repository.item(id(1), of: world.owner) == nil)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `distinguishes a deleted item from one that never existed`(kind: ItemWorld.Kind) throws
        {
            let world = try ItemWorld(kind)
            try world.add("one", "two")
            _ = try world.write(.delete(id(1))).get()
            let before = try world.state

            let stale = Conditions(ifMatch: .revisions([1]))
            let outcomes = [1, 3].map { world.write(.delete(id($0)), stale) }

            #expect(outcomes == [.failure(.gone(revision: 3)), .failure(.notFound)])
            #expect(try world.state == before)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `finds an item that was created again`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one")
            _ = try world.write(.delete(id(1))).get()
            _ = try world.write(.put(id(1), content("one"))).get()

            let again = world.write(.delete(id(1)))
            let last = world.write(.delete(id(1)))

            #expect(again == WriteOutcome.changed(4, .deleted(count: 1)))
            #expect(last == .failure(.gone(revision: 4)))
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `does not find an item whose tombstone was pruned`(kind: ItemWorld.Kind) throws {
            let world = try SharedWorld(kind)
            let owner = world.owners[0]
            for number in 1...2 as ClosedRange<UInt64> {
                _ = try world.write(.put(id(number), content("x")), of: owner).get()
            }
            for number in 1...2 as ClosedRange<UInt64> {
                _ = try world.write(.delete(id(number)), of: owner).get()
            }
            try world.forget(upTo: 3, of: owner)

            let outcomes = (1...2 as ClosedRange<UInt64>).map {
                world.write(.delete(id($0)), of: owner)
            }

            #expect(outcomes == [.failure(.notFound), .failure(.gone(revision: 4))])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `with a stale condition is refused`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two")

            let stale = world.write(.delete(id(1)), Conditions(ifMatch: .revisions([2])))
            let before = try world.titles
            let fresh = world.write(.delete(id(1)), Conditions(ifMatch: .revisions([1])))

            #expect(stale == .failure(.conditionFailed(revision: 1)))
            #expect(before == ["one", "two"])
            #expect(fresh == WriteOutcome.changed(3, .deleted(count: 1)))
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `all removes every item under one revision`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two", "three")
            _ = try world.write(.delete(id(2))).get()

            let outcome = world.write(.deleteAll)

            #expect(outcome == WriteOutcome.changed(5, .deleted(count: 2)))
            #expect(try world.state == ItemState(revision: 5, items: []))
            #expect(
                [1, 2, 3].map { world.write(.delete(id($0))) } == [
                    .failure(.gone(revision: 5)), .failure(.gone(revision: 4)),
                    .failure(.gone(revision: 5)),
                ])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `all of no items changes nothing`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one")
            _ = try world.write(.deleteAll).get()

            let outcome = world.write(.deleteAll)

            #expect(outcome == WriteOutcome.same(2, .deleted(count: 0)))
            #expect(try world.state == ItemState(revision: 2, items: []))
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `all checks the condition against the revision`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two")

            let stale = world.write(.deleteAll, Conditions(ifMatch: .revisions([1])))
            let before = try world.titles
            let fresh = world.write(.deleteAll, Conditions(ifMatch: .revisions([2])))

            #expect(stale == .failure(.conditionFailed(revision: 2)))
            #expect(before == ["one", "two"])
            #expect(fresh == WriteOutcome.changed(3, .deleted(count: 2)))
        }
    }
}
