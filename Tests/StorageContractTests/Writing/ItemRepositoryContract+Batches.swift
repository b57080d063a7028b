import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `A batch of writes` {
        @Test(arguments: ItemWorld.Kind.repositories)
        func `is executed in its order, under one revision, with a result for each write`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two")

            let outcome = world.write(
                .batch([
                    BatchStep(.put(id(3), content("three"))), BatchStep(.delete(id(1))),
                    BatchStep(.patch(id(2), .changing { $0.title = "zwei" })),
                    BatchStep(.patch(id(3), .changing { $0.done = true })),
                ]))

            let made = ToDoItem(
                id: id(3), sequence: 3, content: content("three"), now: 1_000, revision: 3)
            let patched = try #require(try world.repository.item(id(2), of: world.owner))
            #expect(
                outcome
                    == WriteOutcome.changed(
                        3,
                        .batch([
                            .item(made), .deleted(id(1)), .item(patched),
                            .item(
                                made.changed(
                                    to: content("three", done: true), now: 1_000, revision: 3)),
                        ])))
            #expect(try world.titles == ["zwei", "three"])
            #expect(try world.state.items.allSatisfy { $0.revision == 3 })
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `gives each new item its own creation time, and no later step an earlier one`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind, clock: .constant(50))
            try world.add("one")

            let outcome = world.write(
                .batch([
                    BatchStep(.put(id(8), content("a"))), BatchStep(.put(id(1), content("x"))),
                    BatchStep(.put(id(7), content("b"))), BatchStep(.put(id(6), content("c"))),
                    BatchStep(.patch(id(6), .changing { $0.done = true })),
                ]))

            #expect(throws: Never.self) { try outcome.get() }
            let items = try [8, 1, 7, 6].map {
                try #require(try world.repository.item(id($0), of: world.owner))
            }
            #expect(items.map(\.createdAt) == [50, 50, 50.000001, 50.000002])
            #expect(items.map(\.updatedAt) == [50, 50, 50.000001, 50.000002])
            #expect(items.map(\.doneAt) == [nil, nil, nil, 50.000002])
        }

        /// A batch that is refused as a whole; it begins with `put 3`, which would have worked.
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let steps: [BatchStep]
            let failure: WriteFailure
        }

        // The items before each case: one (1, revision 1) and two (2, revision 2); nine (9) was deleted
        // by revision 4.
        static let refused = [
            Case(
                testDescription: "a patch of an item that does not exist",
                steps: [BatchStep(.patch(id(7), ItemPatch()))],
                failure: .atStep(1, .notFound)),
            Case(
                testDescription: "deleting an item that never existed",
                steps: [BatchStep(.delete(id(1))), BatchStep(.delete(id(7)))],
                failure: .atStep(2, .notFound)),
            Case(
                testDescription: "deleting a deleted item",
                steps: [BatchStep(.delete(id(9)))], failure: .atStep(1, .gone(revision: 4))),
            Case(
                testDescription: "deleting twice",
                steps: [BatchStep(.delete(id(1))), BatchStep(.delete(id(1)))],
                failure: .atStep(2, .notFound)),
            Case(
                testDescription: "a patch that leaves a location incomplete",
                steps: [
                    BatchStep(
                        .patch(id(1), .changing { $0.location = .set(ItemPatch.LocationPatch()) }))
                ],
                failure: .atStep(1, .incomplete([.locationName]))),
            Case(
                testDescription: "another revision",
                steps: [BatchStep(.put(id(2), content("x")), ifRevision: 1)],
                failure: .atStep(1, .conditionFailed(revision: 2))),
            Case(
                testDescription: "a revision of an item that does not exist",
                steps: [BatchStep(.put(id(7), content("x")), ifRevision: 1)],
                failure: .atStep(1, .conditionFailed(revision: nil))),
            Case(
                testDescription: "a revision of a deleted item",
                steps: [BatchStep(.put(id(9), content("x")), ifRevision: 3)],
                failure: .atStep(1, .conditionFailed(revision: nil))),
            Case(
                testDescription: "a revision of an item that the batch itself creates",
                steps: [BatchStep(.delete(id(3)), ifRevision: 5)],
                failure: .atStep(1, .conditionFailed(revision: nil))),
            Case(
                testDescription: "the revision of the batch itself",
                steps: [
                    BatchStep(.put(id(1), content("x"))), BatchStep(.delete(id(1)), ifRevision: 5),
                ],
                failure: .atStep(2, .conditionFailed(revision: 1))),
        ]

        // proves: writes-2
        @Test(arguments: ItemWorld.Kind.repositories, refused)
        func `is refused at its first refused write, and changes nothing`(
            kind: ItemWorld.Kind, example: Case
        ) throws {
            let world = try prepared(kind)
            let before = try world.state
            let first = BatchStep(.put(id(3), content("three")))

            let outcome = world.write(.batch([first] + example.steps))
            let next = world.write(.put(id(3), content("three")))

            #expect(outcome == .failure(example.failure))
            #expect(try world.state.items.dropLast() == before.items[...])
            // The refused batch has used no sequence.
            let sequence = (before.items.last?.sequence ?? 0) + 2
            #expect(
                next
                    == WriteOutcome.changed(
                        5,
                        .put(
                            ToDoItem(
                                id: id(3), sequence: sequence, content: content("three"),
                                now: 1_000,
                                revision: 5), created: true)))
        }

        // proves: writes-3
        @Test(arguments: ItemWorld.Kind.repositories)
        func `checks conditions against the state before it`(kind: ItemWorld.Kind) throws {
            let world = try prepared(kind)

            let outcome = world.write(
                .batch([
                    BatchStep(.put(id(1), content("x")), ifRevision: 1),
                    BatchStep(.patch(id(1), .changing { $0.done = true }), ifRevision: 1),
                    BatchStep(.delete(id(2)), ifRevision: 2),
                    BatchStep(.put(id(2), content("again")), ifRevision: 2),
                    BatchStep(.delete(id(1)), ifRevision: 1),
                ]))

            #expect(try outcome.get().revision == 5)
            #expect(try world.titles == ["again"])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `that changes nothing takes no revision`(kind: ItemWorld.Kind) throws {
            let world = try prepared(kind)
            let before = try world.state

            let outcomes = [
                world.write(.batch([])),
                world.write(
                    .batch([
                        BatchStep(.put(id(1), content("one"))),
                        BatchStep(.patch(id(2), ItemPatch())),
                    ])),
            ]

            #expect(
                outcomes == [
                    WriteOutcome.same(4, .batch([])),
                    WriteOutcome.same(4, .batch(before.items.map { .item($0) })),
                ])
            #expect(try world.state == before)
        }

        // proves: undo-1
        @Test(arguments: ItemWorld.Kind.repositories)
        func `that touches items more than once is undone as a whole`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try prepared(kind)
            let before = try world.state.remembered
            let steps = [
                BatchStep(.put(id(1), content("x"))), BatchStep(.put(id(1), content("y"))),
                BatchStep(.delete(id(2))), BatchStep(.put(id(2), content("again"))),
                BatchStep(.put(id(4), content("four"))), BatchStep(.delete(id(4))),
                BatchStep(.put(id(9), content("nine"))), BatchStep(.delete(id(9))),
                BatchStep(.put(id(9), content("neun"))),
            ]
            _ = try world.write(.batch(steps)).get()
            let after = try world.state.remembered

            let undone = world.write(.undo(revision: 5))
            let restored = try world.state.remembered
            let redone = world.write(.undo(revision: 6))

            let ids = [1, 2, 9].map { id($0) }
            #expect(undone == WriteOutcome.changed(6, .undone(ids)))
            #expect(restored == before)
            #expect(redone == WriteOutcome.changed(7, .undone(ids)))
            #expect(try world.state.remembered == after)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `checks its own condition against the revision`(kind: ItemWorld.Kind) throws {
            let world = try prepared(kind)
            let steps = [BatchStep(.delete(id(1)))]

            let stale = world.write(.batch(steps), Conditions(ifMatch: .revisions([1])))
            let fresh = world.write(.batch(steps), Conditions(ifMatch: .revisions([4])))

            #expect(stale == .failure(.conditionFailed(revision: 4)))
            #expect(fresh == WriteOutcome.changed(5, .batch([.deleted(id(1))])))
        }

        private func prepared(_ kind: ItemWorld.Kind) throws -> ItemWorld {
            let world = try ItemWorld(kind)
            try world.add("one", "two")
            _ = try world.write(.put(id(9), content("nine"))).get()
            _ = try world.write(.delete(id(9))).get()
            return world
        }
    }
}
