import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `Writing to all items of a filter` {
        /// A shared batch takes the first two; the last one is a bulk write by itself.
        @Test(arguments: ItemWorld.Kind.repositories, [0, 3, 300] as [UInt64])
        func `patches and deletes few and many items beside other writes`(
            kind: ItemWorld.Kind, count: UInt64
        ) throws {
            let world = try ItemWorld(kind)
            let items = (0..<count).map { NewItem($0 + 1, "\($0)") }
            _ = world.write(.add(items, onConflict: .refuse))
            var done = ItemFilter()
            done.done = true

            let outcomes = world.writeAtOnce([
                .put(id(1_000), content("before")),
                .patchMatching(ItemFilter(), .changing { $0.done = true }),
                .put(id(1_001), content("after")),
            ])
            let patched = try world.state
            let deleted = world.writeAtOnce([
                .put(id(1_002), content("later")), .deleteMatching(done),
            ])

            #expect(outcomes.allSatisfy { (try? $0.get().changed) == true })
            #expect(patched.items.filter(\.content.done).count >= Int(count))
            #expect(patched.items.count == Int(count) + 2)
            #expect(deleted.allSatisfy { (try? $0.get()) != nil })
            #expect(try world.state.items.allSatisfy { !$0.content.done })
            #expect(try world.titles.contains("later"))
        }

        // proves: writes-2
        @Test(arguments: ItemWorld.Kind.repositories)
        func `changes only those, under one revision, and counts the changed ones`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try filled(kind, 250)
            var filter = ItemFilter()
            filter.words = SearchWords("7")

            let outcome = world.write(.patchMatching(filter, .changing { $0.done = true }))

            // Every tenth was done before: 70 and 170 of those with a 7.
            let changed = (1...250).filter { "\($0)".contains("7") && $0 % 10 != 0 }.count
            #expect(outcome == WriteOutcome.changed(2, .patchedAll(count: changed)))
            let items = try world.state.items
            #expect(items.filter { $0.revision == 2 }.count == changed)
            let meant = items.filter { $0.content.title.contains("7") }
            #expect(meant.count == changed + 2)
            #expect(meant.filter(\.content.done) == meant)
            #expect(items.filter(\.content.done).count == changed + 25)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `without a filter changes all`(kind: ItemWorld.Kind) throws {
            let world = try filled(kind, 250)

            let outcome = world.write(
                .patchMatching(ItemFilter(), .changing { $0.done = true }))

            #expect(outcome == WriteOutcome.changed(2, .patchedAll(count: 225)))
            #expect(try world.state.items.map(\.content.done) == Array(repeating: true, count: 250))
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `that changes nothing takes no revision`(kind: ItemWorld.Kind) throws {
            let world = try filled(kind, 3)
            let before = try world.state
            var filter = ItemFilter()
            filter.done = false

            let outcomes = [
                world.write(.patchMatching(filter, .changing { $0.done = false })),
                world.write(.patchMatching(filter, ItemPatch())),
            ]

            #expect(outcomes.allSatisfy { $0 == WriteOutcome.same(1, .patchedAll(count: 0)) })
            #expect(try world.state == before)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `changes nothing when one of them would be incomplete`(kind: ItemWorld.Kind) throws {
            let world = try filled(kind, 250)
            for number in 1...249 as ClosedRange<UInt64> {
                let location = ItemPatch.LocationPatch.named("home")
                _ = world.write(.patch(id(number), .changing { $0.location = .set(location) }))
            }
            let before = try world.state
            var point = ItemPatch.CoordinatePatch()
            (point.latitude, point.longitude) = (.set(1), .set(2))
            var location = ItemPatch.LocationPatch()
            location.coordinate = .set(point)
            let action = ItemWrite.Action.patchMatching(
                ItemFilter(), .changing { $0.location = .set(location) })

            let outcome = world.write(action)
            let stale = world.write(action, Conditions(ifMatch: .revisions([1])))

            #expect(outcome == .failure(.incomplete([.locationName])))
            #expect(stale == .failure(.incomplete([.locationName])))
            #expect(try world.state == before)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `deletes only those, under one revision`(kind: ItemWorld.Kind) throws {
            let world = try filled(kind, 250)
            var filter = ItemFilter()
            filter.done = true

            let outcome = world.write(.deleteMatching(filter))
            let again = world.write(.deleteMatching(filter))

            #expect(outcome == WriteOutcome.changed(2, .deleted(count: 25)))
            #expect(again == WriteOutcome.same(2, .deleted(count: 0)))
            #expect(try world.state.items.count == 225)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `checks the condition against the revision`(kind: ItemWorld.Kind) throws {
            let world = try filled(kind, 3)
            let patch = ItemPatch.changing { $0.title = "x" }
            let actions: [ItemWrite.Action] = [
                .patchMatching(ItemFilter(), patch), .deleteMatching(.done(false)),
            ]

            for (action, revision) in zip(actions, [1, 2]) {
                let stale = world.write(action, Conditions(ifMatch: .revisions([revision - 1])))
                let fresh = world.write(action, Conditions(ifMatch: .revisions([revision])))

                #expect(stale == .failure(.conditionFailed(revision: revision)))
                #expect(try fresh.get().revision == revision + 1)
            }
        }

        // proves: undo-1
        @Test(arguments: ItemWorld.Kind.repositories)
        func `is undone as a whole`(kind: ItemWorld.Kind) throws {
            let world = try filled(kind, 250)
            let before = try world.state.items.map(\.content)
            _ = world.write(.patchMatching(.done(false), .changing { $0.title = "x" }))
            _ = world.write(.deleteMatching(.done(true)))

            _ = try world.write(.undo(revision: 3)).get()
            _ = try world.write(.undo(revision: 2)).get()

            #expect(try world.state.items.map(\.content) == before)
            #expect(try world.state.revision == 5)
        }

        /// Items titled from 1 on; every tenth is done.
        private func filled(_ kind: ItemWorld.Kind, _ count: UInt64) throws -> ItemWorld {
            let world = try ItemWorld(kind)
            let items = (1...count).map { NewItem($0, "\($0)", done: $0 % 10 == 0) }
            _ = try world.write(.add(items, onConflict: .refuse)).get()
            return world
        }
    }
}

extension ItemFilter {
    fileprivate static func done(_ done: Bool) -> ItemFilter {
        var filter = ItemFilter()
        filter.done = done
        return filter
    }
}

extension ItemPatch.LocationPatch {
    fileprivate static func named(_ name: String) -> ItemPatch.LocationPatch {
        var location = ItemPatch.LocationPatch()
        location.name = .set(name)
        return location
    }
}
