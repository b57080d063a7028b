import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `Undoing` {
        /// A write to three items, and the ids that its undo restores.
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let action: ItemWrite.Action
            let restored: [UInt64]
        }

        // The items before each case: one (1), two (2, done) and three (3); nine (9) was deleted.
        static let cases = [
            Case(
                testDescription: "adding items",
                action: .add([NewItem(5, "five"), NewItem(4, "four")], onConflict: .refuse),
                restored: [4, 5]),
            Case(
                testDescription: "adding that replaces",
                action: .add([NewItem(4, "four"), NewItem(1, "x")], onConflict: .replace),
                restored: [1, 4]),
            Case(
                testDescription: "creating an item", action: .put(id(4), content("four")),
                restored: [4]),
            Case(
                testDescription: "creating a deleted item again",
                action: .put(id(9), content("again")), restored: [9]),
            Case(
                testDescription: "replacing", action: .put(id(2), content("x")), restored: [2]),
            Case(
                testDescription: "patching", action: .patch(id(2), .changing { $0.done = false }),
                restored: [2]),
            Case(testDescription: "deleting", action: .delete(id(2)), restored: [2]),
            Case(testDescription: "deleting all", action: .deleteAll, restored: [1, 2, 3]),
            Case(testDescription: "an undo", action: .undo(revision: 4), restored: [9]),
            Case(
                testDescription: "a batch that deletes an item and creates it again",
                action: .batch([.init(.delete(id(2))), .init(.put(id(2), content("zwei")))]),
                restored: [2]),
            Case(
                testDescription: "a batch that creates an item, deletes it and creates it again",
                action: .batch([
                    .init(.put(id(9), content("x"))), .init(.delete(id(9))),
                    .init(.put(id(9), content("y"))), .init(.put(id(9), content("z"))),
                ]), restored: [9]),
            Case(
                testDescription: "a batch that creates, replaces and deletes",
                action: .batch([
                    .init(.put(id(1), content("x"))), .init(.delete(id(3))),
                    .init(.put(id(4), content("four"))), .init(.delete(id(4))),
                    .init(.put(id(5), content("five"))), .init(.delete(id(1))),
                ]), restored: [1, 3, 5]),
        ]

        // proves: undo-1
        @Test(arguments: ItemWorld.Kind.repositories, cases)
        func `restores everything, and its undo does the write again`(
            kind: ItemWorld.Kind, example: Case
        ) throws {
            let manualClock = ManualClock(10)
            let world = try UndoWorld.prepared(kind, manualClock)
            let before = try world.state.remembered
            manualClock.now = 20
            let done = try world.write(example.action).get()
            let after = try world.state.remembered
            manualClock.now = 30

            let undone = world.write(.undo(revision: done.revision))
            let restored = try world.state
            let redone = world.write(.undo(revision: done.revision + 1))

            let ids = example.restored.map { id($0) }
            #expect(undone == WriteOutcome.changed(done.revision + 1, .undone(ids)))
            #expect(restored.remembered == before)
            #expect(
                restored.items.filter { ids.contains($0.id) }
                    .allSatisfy { $0.revision == done.revision + 1 && $0.updatedAt == 30 })
            #expect(redone == WriteOutcome.changed(done.revision + 2, .undone(ids)))
            #expect(try world.state.remembered == after)
            #expect(before != after)
        }

        // proves: undo-1
        @Test(arguments: ItemWorld.Kind.repositories)
        func `restores more items than a shared batch may undo, alone and beside other writes`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            let items = (1...1_100 as ClosedRange<UInt64>).map { NewItem($0, "\($0)") }
            _ = try world.write(.add(items, onConflict: .refuse)).get()
            _ = try world.write(.patchMatching(ItemFilter(), .changing { $0.done = true })).get()

            let outcomes = world.writeAtOnce([
                .put(id(2_000), content("before")), .undo(revision: 2),
                .put(id(2_001), content("after")),
            ])

            let state = try world.state
            #expect(state.items.filter { !$0.content.done }.count == 1_102)
            #expect(state.revision == 5)
            #expect(try outcomes.map { try $0.get().changed } == [true, true, true])
        }

        // proves: undo-2
        @Test(arguments: ItemWorld.Kind.repositories)
        func `is refused if an item was changed since, and changes nothing`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            let items = (1...4 as ClosedRange<UInt64>).map { NewItem($0, "\($0)") }
            _ = try world.write(.add(items, onConflict: .refuse)).get()
            _ = try world.write(.put(id(3), content("x"))).get()
            _ = try world.write(.delete(id(1))).get()
            let before = try world.state

            let outcome = world.write(.undo(revision: 1))

            #expect(outcome == .failure(.changedSince([id(1), id(3)])))
            #expect(try world.state == before)
            #expect(try world.write(.undo(revision: 3)).get().revision == 4)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `is refused if an item exists that the write created and deleted`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            let steps = [
                BatchStep(.put(id(2), content("two"))), BatchStep(.put(id(1), content("one"))),
                BatchStep(.delete(id(1))),
            ]
            _ = try world.write(.batch(steps)).get()
            _ = try world.write(.put(id(1), content("one"))).get()

            let refused = world.write(.undo(revision: 1))
            _ = try world.write(.delete(id(1))).get()
            let undone = world.write(.undo(revision: 1))

            #expect(refused == .failure(.changedSince([id(1)])))
            #expect(undone == WriteOutcome.changed(4, .undone([id(2)])))
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `compares the content of items, not the number of writes`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            try world.add("one")
            _ = try world.write(.put(id(1), content("two"))).get()
            _ = try world.write(.put(id(1), content("x"))).get()
            _ = try world.write(.delete(id(1))).get()
            _ = try world.write(.put(id(1), content("two"))).get()

            let outcome = world.write(.undo(revision: 2))

            #expect(outcome == WriteOutcome.changed(6, .undone([id(1)])))
            #expect(try world.titles == ["one"])
            // The item has its first sequence, not that of its second creation.
            #expect(try world.state.items.map(\.sequence) == [1])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `a revision that does not exist is refused`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two")

            let outcomes = [-1, 0, 3, .max].map { world.write(.undo(revision: $0)) }

            #expect(outcomes == [Outcome](repeating: .failure(.noSuchRevision), count: 4))
            #expect(try world.state.revision == 2)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `checks the condition against the revision`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two")

            let stale = world.write(.undo(revision: 1), Conditions(ifMatch: .revisions([1])))
            let fresh = world.write(.undo(revision: 1), Conditions(ifMatch: .revisions([2])))

            #expect(stale == .failure(.conditionFailed(revision: 2)))
            #expect(fresh == WriteOutcome.changed(3, .undone([id(1)])))
        }

        // proves: undo-1
        @Test(arguments: ItemWorld.Kind.repositories)
        func `restores a deleted item with its sequence`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one", "two", "three")
            _ = try world.write(.delete(id(2))).get()
            _ = try world.write(.put(id(4), content("four"))).get()

            _ = try world.write(.undo(revision: 4)).get()

            #expect(try world.titles == ["one", "two", "three", "four"])
        }

        @Test(arguments: ItemRepositoryContract.`A history of random writes`.seeds)
        func `one write after the other restores every earlier state`(seed: UInt64) throws {
            for kind in ItemWorld.Kind.forHistory(seed) {
                var random = SplitMix64(seed: seed)
                let manualClock = ManualClock(0)
                let world = try SharedWorld(kind, clock: manualClock.clock)
                let (mine, other) = (world.owners[0], world.owners[1])
                var history: [[ItemState.Memory]] = []
                var step = 0
                // With some seeds many writes change nothing.
                while step < 60 || history.count <= 20 {
                    step += 1
                    manualClock.now = Double(step)
                    _ = world.write(.random(using: &random), of: other)
                    let before = try world.repository.state(of: mine).remembered
                    let outcome = world.write(.random(using: &random), of: mine)
                    if case .success(let outcome) = outcome, outcome.changed {
                        history.append(before)
                    }
                }
                let theirs = try world.repository.state(of: other)

                var wrong: [String] = []
                for (revision, before) in zip(1..., history).reversed() {
                    let outcome = world.write(.undo(revision: revision), of: mine)
                    let now = try world.repository.state(of: mine).remembered
                    if now != before { wrong.append("\(revision): \(outcome)") }
                }

                #expect(wrong == [], "seed \(seed), \(kind)")
                #expect(try world.repository.all(of: mine) == [])
                #expect(try world.repository.state(of: other) == theirs)
                #expect(try world.violations() == [], "seed \(seed), \(kind)")
            }
        }

        @Test(arguments: ItemRepositoryContract.`A history of random writes`.seeds)
        func `right after any write restores the state before it`(seed: UInt64) throws {
            for kind in ItemWorld.Kind.forHistory(seed) {
                var random = SplitMix64(seed: seed)
                let manualClock = ManualClock(0)
                let world = try SharedWorld(kind, clock: manualClock.clock)
                let owner = world.owners[0]
                var wrong: [String] = []
                for step in 1...80 {
                    manualClock.now = Double(step)
                    let before = try world.repository.state(of: owner)
                    let action = ItemWrite.Action.random(about: before, using: &random)
                    let outcome = world.write(action, of: owner)
                    guard case .success(let done) = outcome, done.changed, random.chance(60) else {
                        continue
                    }
                    let after = try world.repository.state(of: owner).remembered
                    let undone = world.write(.undo(revision: done.revision), of: owner)
                    let restored = try world.repository.state(of: owner).remembered
                    if restored != before.remembered { wrong.append("\(action): \(undone)") }
                    guard random.chance(50) else { continue }
                    let redone = world.write(.undo(revision: done.revision + 1), of: owner)
                    let again = try world.repository.state(of: owner).remembered
                    if again != after { wrong.append("\(action), again: \(redone)") }
                }

                #expect(wrong == [], "seed \(seed), \(kind)")
                #expect(try world.violations() == [], "seed \(seed), \(kind)")
            }
        }
    }
}

private enum UndoWorld {
    /// Three items and a deleted one, after four writes.
    static func prepared(_ kind: ItemWorld.Kind, _ manualClock: ManualClock) throws -> ItemWorld {
        let world = try ItemWorld(kind, clock: manualClock.clock)
        let items = [NewItem(1, "one"), NewItem(2, "two", done: true), NewItem(9, "nine")]
        _ = try world.write(.add(items, onConflict: .refuse)).get()
        _ = try world.write(.put(id(3), content("three"))).get()
        _ = try world.write(.patch(id(1), .changing { $0.title = "uno" })).get()
        _ = try world.write(.delete(id(9))).get()
        return world
    }
}

extension ItemState {
    /// The values of an item that an undo restores: all except the time and the revision of its
    /// last change.
    struct Memory: Equatable {
        let id: ItemID
        let sequence: Int
        let content: ItemContent
        let createdAt: Double
        let doneAt: Double?
    }

    var remembered: [Memory] {
        items.map {
            Memory(
                id: $0.id, sequence: $0.sequence, content: $0.content, createdAt: $0.createdAt,
                doneAt: $0.doneAt)
        }
    }
}
