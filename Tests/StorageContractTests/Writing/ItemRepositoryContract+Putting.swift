import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `Putting an item` {
        @Test(arguments: ItemWorld.Kind.repositories)
        func `that does not exist creates it`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind, clock: .constant(7))

            let outcome = world.write(.put(id(1), content("one", done: true)))

            let one = ToDoItem(
                id: id(1), sequence: 1, content: content("one", done: true), now: 7, revision: 1)
            #expect(outcome == WriteOutcome.changed(1, .put(one, created: true)))
            #expect(try world.state == ItemState(revision: 1, items: [one]))
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `that exists replaces it and keeps its sequence`(kind: ItemWorld.Kind) throws {
            let manualClock = ManualClock(10)
            let world = try ItemWorld(kind, clock: manualClock.clock)
            try world.add("one", "two")
            manualClock.now = 20

            let outcome = world.write(.put(id(1), content("x")))

            let one = ToDoItem(
                id: id(1), sequence: 1, content: content("x"), createdAt: 10, updatedAt: 20,
                doneAt: nil, revision: 3)
            #expect(outcome == WriteOutcome.changed(3, .put(one, created: false)))
            #expect(try world.titles == ["x", "two"])
            #expect(try world.repository.item(id(1), of: world.owner) == one)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `that is equal to the stored one changes nothing`(kind: ItemWorld.Kind) throws {
            let manualClock = ManualClock(10)
            let world = try ItemWorld(kind, clock: manualClock.clock)
            try world.add("one", "two")
            let before = try world.state
            manualClock.now = 20

            let outcome = world.write(.put(id(1), content("one")))

            #expect(outcome == WriteOutcome.same(2, .put(before.items[0], created: false)))
            #expect(try world.state == before)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `in another normalization of the same letters changes it`(kind: ItemWorld.Kind) throws
        {
            let world = try ItemWorld(kind)
            try world.add("caf\u{E9}")

            let outcome = try world.write(.put(id(1), content("cafe\u{301}"))).get()

            #expect(outcome.changed)
            #expect(try world.titles.map { Array($0.utf8) } == [Array("cafe\u{301}".utf8)])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `that was deleted creates it anew, after all others`(kind: ItemWorld.Kind) throws {
            let manualClock = ManualClock(10)
            let world = try ItemWorld(kind, clock: manualClock.clock)
            try world.add("one", "two")
            _ = try world.write(.delete(id(1))).get()
            manualClock.now = 20

            let outcome = world.write(.put(id(1), content("one")))

            let one = ToDoItem(
                id: id(1), sequence: 3, content: content("one"), now: 20, revision: 4)
            #expect(outcome == WriteOutcome.changed(4, .put(one, created: true)))
            #expect(try world.titles == ["two", "one"])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `that was the last and was deleted does not reuse a sequence`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two")
            _ = try world.write(.deleteAll).get()

            _ = try world.write(.put(id(3), content("three"))).get()
            _ = try world.write(.put(id(2), content("two"))).get()

            #expect(try world.state.items.map(\.sequence) == [3, 4])
        }

        /// Conditions of a PUT, and the revision that refuses it; `.some(nil)`: there is no item.
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let number: UInt64
            let conditions: Conditions
            let refusal: WriteFailure?
        }

        // Item 1 has revision 1, item 2 never existed.
        static let cases = [
            Case(
                testDescription: "create only, there is one", number: 1,
                conditions: Conditions(ifNoneMatch: .any), refusal: .conditionFailed(revision: 1)),
            Case(
                testDescription: "create only, there is none", number: 2,
                conditions: Conditions(ifNoneMatch: .any), refusal: nil),
            Case(
                testDescription: "replace only, there is one", number: 1,
                conditions: Conditions(ifMatch: .any), refusal: nil),
            Case(
                testDescription: "replace only, there is none", number: 2,
                conditions: Conditions(ifMatch: .any), refusal: .conditionFailed(revision: nil)),
            Case(
                testDescription: "replace the current revision", number: 1,
                conditions: Conditions(ifMatch: .revisions([1])), refusal: nil),
            Case(
                testDescription: "replace another revision", number: 1,
                conditions: Conditions(ifMatch: .revisions([2])),
                refusal: .conditionFailed(revision: 1)),
            Case(
                testDescription: "replace by the revision of none", number: 2,
                conditions: Conditions(ifMatch: .revisions([1])),
                refusal: .conditionFailed(revision: nil)),
            Case(
                testDescription: "a tag of another epoch", number: 1,
                conditions: Conditions(ifMatch: .revisions([])),
                refusal: .conditionFailed(revision: 1)),
        ]

        @Test(arguments: ItemWorld.Kind.repositories, cases)
        func `checks the condition against the item`(kind: ItemWorld.Kind, example: Case) throws {
            let world = try ItemWorld(kind)
            try world.add("one")
            let before = try world.state

            let outcome = world.write(.put(id(example.number), content("x")), example.conditions)

            if let refusal = example.refusal {
                #expect(outcome == .failure(refusal))
                #expect(try world.state == before)
            } else {
                #expect(try outcome.get().revision == 2)
            }
        }
    }
}
