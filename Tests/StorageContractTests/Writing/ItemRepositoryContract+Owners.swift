import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `Two owners` {
        // proves: stored-2
        @Test(arguments: ItemWorld.Kind.repositories)
        func `have separate items under the same ids`(kind: ItemWorld.Kind) throws {
            let world = try SharedWorld(kind)
            let (first, second) = (world.owners[0], world.owners[1])
            _ = try world.write(.put(id(1), content("mine")), of: first).get()

            let created = world.write(
                .put(id(1), content("theirs")), of: second, Conditions(ifNoneMatch: .any))

            let theirs = ToDoItem(
                id: id(1), sequence: 1, content: content("theirs"), now: 1_000, revision: 1)
            #expect(created == WriteOutcome.changed(1, .put(theirs, created: true)))
            #expect(try world.repository.all(of: first).map(\.content.title) == ["mine"])
            #expect(try world.repository.all(of: second) == [theirs])
            #expect(try world.repository.item(id(1), of: second) == theirs)
        }

        /// Every kind of write, each of which would change the first owner's items.
        static let actions: [ItemWrite.Action] = [
            .add([NewItem(1, "x"), NewItem(9, "y")], onConflict: .replace),
            .put(id(1), content("x", done: true)), .delete(id(1)), .deleteAll,
            .patch(id(1), .changing { $0.done = true }),
        ]

        // proves: stored-2
        @Test(arguments: ItemWorld.Kind.repositories, actions)
        func `never change each other's items`(
            kind: ItemWorld.Kind, action: ItemWrite.Action
        ) throws {
            let world = try SharedWorld(kind)
            let (first, second) = (world.owners[0], world.owners[1])
            for owner in world.owners {
                let items = [NewItem(1, "one"), NewItem(2, "two", done: true)]
                _ = try world.write(.add(items, onConflict: .refuse), of: owner).get()
            }
            let before = try world.repository.state(of: first)

            _ = try world.write(action, of: second).get()

            #expect(try world.repository.state(of: first) == before)
            #expect(try world.repository.state(of: second).revision == 2)
        }

        // proves: stored-2
        @Test(arguments: ItemWorld.Kind.repositories)
        func `do not see each other's items, not even deleted ones`(kind: ItemWorld.Kind) throws {
            let world = try SharedWorld(kind)
            let (first, second) = (world.owners[0], world.owners[1])
            for number in 1...2 as ClosedRange<UInt64> {
                _ = try world.write(.put(id(number), content("mine")), of: first).get()
            }
            _ = try world.write(.delete(id(2)), of: first).get()

            let outcomes = [
                world.write(.patch(id(1), ItemPatch()), of: second),
                world.write(.delete(id(1)), of: second), world.write(.delete(id(2)), of: second),
            ]

            #expect(outcomes == [Outcome](repeating: .failure(.notFound), count: 3))
            #expect(try world.repository.item(id(1), of: second) == nil)
            #expect(try world.repository.state(of: second) == ItemState(revision: 0, items: []))
            #expect(try world.repository.snapshot(of: second).revision == 0)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `have separate pages and snapshots`(kind: ItemWorld.Kind) throws {
            let world = try SharedWorld(kind)
            for number in 1...6 as ClosedRange<UInt64> {
                let owner = world.owners[Int(number % 2)]
                _ = try world.write(
                    .put(id(number), content("\(number)", done: number > 3)), of: owner
                ).get()
            }

            var seen: [String] = []
            let after = ListPosition(done: false, sequence: 1)
            let page = try world.repository.page(of: world.owners[1], after: after, limit: 9)
            let snapshot = try world.repository.snapshot(of: world.owners[0])
            _ = try snapshot.show(9) {
                seen.append(String(copying: $0.title))
                return true
            }

            #expect(page.map(\.content.title) == ["3", "5"])
            #expect(seen == ["2", "4", "6"])
        }
    }
}

extension SharedWorld {
    /// Writes for one of the owners and waits for the outcome.
    func write(
        _ action: ItemWrite.Action, of owner: Owner, _ conditions: Conditions = Conditions()
    ) -> Outcome {
        repository.perform(ItemWrite(owner: owner, action: action, conditions: conditions))
    }
}
