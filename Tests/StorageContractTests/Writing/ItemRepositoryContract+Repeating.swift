import Dispatch
import Items
import SQLiteTestSupport
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `An item that repeats` {
        /// 1 January 1970.
        private static let day = CivilDate(days: 0)

        /// A chore that is due on 1 January 1970, and repeats each week.
        private static func chore(
            done: Bool = false, _ rule: Repetition = Repetition(.weekly)
        ) -> ItemContent {
            ItemContent(
                title: "plants", itemDescription: "all", timestamp: 0, day: day,
                repetition: RepetitionText(rule), location: Location(name: "home"),
                tags: Tags("a B"), position: OrderKey("a0"), remind: 10, done: done)
        }

        /// The chore after its completion, and the next one.
        private static let completed = ItemContent(
            title: "plants", itemDescription: "all", timestamp: 0, day: day,
            location: Location(name: "home"), tags: Tags("a B"), position: OrderKey("a0"),
            remind: 10, done: true)
        private static let following = ItemContent(
            title: "plants", itemDescription: "all", timestamp: 604_800, day: CivilDate(days: 7),
            repetition: RepetitionText(Repetition(.weekly)), location: Location(name: "home"),
            tags: Tags("a B"), position: OrderKey("a0"), remind: 10)
        private static let next = id(1).next(after: 0)

        private static func world(_ kind: ItemWorld.Kind) throws -> ItemWorld {
            let world = try ItemWorld(kind)
            _ = try world.write(.put(id(1), chore())).get()
            return world
        }

        /// The writes that complete the chore.
        static let completions: [ItemWrite.Action] = [
            .patch(id(1), .changing { $0.done = true }),
            .put(id(1), chore(done: true)),
            .patchMatching(ItemFilter(), .changing { $0.done = true }),
            .batch([BatchStep(.patch(id(1), .changing { $0.done = true }))]),
            .batch([BatchStep(.put(id(1), chore(done: true)))]),
        ]

        @Test(arguments: ItemWorld.Kind.repositories, completions.indices)
        func `comes back in the revision of its completion`(
            kind: ItemWorld.Kind, index: Int
        ) throws {
            let world = try Self.world(kind)

            let outcome = world.write(Self.completions[index])

            #expect(try outcome.get().revision == 2)
            let state = try world.state
            #expect(state.items.map(\.id) == [Self.next, id(1)])
            #expect(state.items.map(\.content) == [Self.following, Self.completed])
            #expect(state.items.map(\.revision) == [2, 2])
            let changes = try #require(
                try world.repository.changes(of: world.owner, since: .after(revision: 1)))
            #expect(changes.changes.count == 2)
            if case .patchMatching = Self.completions[index] {
                #expect(try outcome.get().result == .patchedAll(count: 1))
            }
        }

        @Test(arguments: ItemWorld.Kind.repositories, completions.indices)
        func `comes back once when it is completed twice`(kind: ItemWorld.Kind, index: Int) throws {
            let world = try Self.world(kind)
            _ = try world.write(Self.completions[index]).get()
            let before = try world.state

            let again = try world.write(Self.completions[index].again).get()

            #expect(!again.changed)
            #expect(try world.state == before)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `is open with its rule after an undo, which takes the next one back`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try Self.world(kind)
            _ = try world.write(Self.completions[0]).get()
            let completed = try world.state.items.map(\.content)

            let undone = try world.write(.undo(revision: 2)).get()

            #expect(undone.result == .undone([Self.next, id(1)].sorted()))
            #expect(try world.state.items.map(\.content) == [Self.chore()])
            _ = try world.write(.undo(revision: 3)).get()
            #expect(try world.state.items.map(\.content) == completed)
            _ = try world.write(.undo(revision: 4)).get()
            _ = try world.write(Self.completions[0]).get()
            #expect(try world.state.items.map(\.content) == completed)
            #expect(try world.state.items.map(\.id) == [Self.next, id(1)])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `is not undone when the next one was changed`(kind: ItemWorld.Kind) throws {
            let world = try Self.world(kind)
            _ = try world.write(Self.completions[0]).get()
            _ = try world.write(.patch(Self.next, .changing { $0.title = "flowers" })).get()
            let before = try world.state

            let undone = world.write(.undo(revision: 2))

            #expect(undone == .failure(.changedSince([Self.next])))
            #expect(try world.state == before)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `is a plain item when it is opened again`(kind: ItemWorld.Kind) throws {
            let world = try Self.world(kind)
            _ = try world.write(Self.completions[0]).get()

            _ = try world.write(.patch(id(1), .changing { $0.done = false })).get()
            _ = try world.write(Self.completions[0]).get()

            #expect(try world.state.items.map(\.id) == [Self.next, id(1)])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `is made again where the next one was deleted, and kept where it lives`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try Self.world(kind)
            _ = try world.write(Self.completions[0]).get()
            _ = try world.write(.delete(Self.next)).get()
            _ = try world.write(.put(id(1), Self.chore())).get()

            _ = try world.write(Self.completions[0]).get()

            #expect(try world.state.items.map(\.content) == [Self.following, Self.completed])
            _ = try world.write(.patch(Self.next, .changing { $0.title = "mine" })).get()
            _ = try world.write(.put(id(1), Self.chore())).get()
            _ = try world.write(Self.completions[0]).get()
            #expect(try world.state.items.map(\.content.title) == ["mine", "plants"])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `ends with its rule, its due date, or the last date`(kind: ItemWorld.Kind) throws {
            var last = Repetition(.weekly)
            last.until = CivilDate(days: 6)
            let endings: [ItemWrite.Action] = [
                .patch(
                    id(1),
                    .changing {
                        $0.done = true
                        $0.repetition = .clear
                    }),
                .patch(
                    id(1),
                    .changing {
                        $0.done = true
                        $0.timestamp = .clear
                    }),
                .put(id(1), ItemContent(title: "plants", timestamp: 0, done: true)),
                .put(id(1), Self.chore(done: true, last)),
            ]
            for ending in endings {
                let world = try Self.world(kind)

                _ = try world.write(ending).get()

                let items = try world.state.items
                #expect(items.map(\.id) == [id(1)])
                #expect(items.map(\.content.repetition) == [nil])
            }
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `does not come back by an import, a replacement, or an undo`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try Self.world(kind)
            let done = ItemContent(title: "plants", timestamp: 0, day: Self.day, done: true)

            _ = try world.write(
                .add([NewItem(id: id(1), content: done)], onConflict: .replace)
            ).get()

            #expect(try world.state.items.map(\.content) == [done])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `is refused where it is done already, and by PUT where there is none`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            _ = try world.write(.put(id(1), Self.completed)).get()
            var rule = ItemPatch.RepetitionPatch()
            rule.frequency = .set(.daily)
            let patch = ItemPatch.changing { $0.repetition = .set(rule) }
            let before = try world.state

            let patched = world.write(.patch(id(1), patch))
            let bulk = world.write(.patchMatching(ItemFilter(), patch))
            let created = world.write(.put(id(2), Self.chore(done: true)))
            let replaced = try world.write(.put(id(1), Self.chore(done: true))).get()

            #expect(patched == .failure(.incomplete([], dueDate: [.isDone])))
            #expect(bulk == .failure(.incomplete([], dueDate: [.isDone])))
            #expect(created == .failure(.faultyDueDate([.isDone])))
            #expect(!replaced.changed)
            #expect(try world.state == before)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `takes what the write has changed, and its id from before`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try Self.world(kind)
            var rule = ItemPatch.RepetitionPatch()
            rule.frequency = .set(.daily)
            rule.interval = .set(3)

            _ = try world.write(
                .patch(
                    id(1),
                    .changing {
                        $0.title = "trees"
                        $0.timestamp = .set(86_400)
                        $0.repetition = .set(rule)
                        $0.done = true
                    })
            ).get()

            let next = try #require(try world.repository.item(Self.next, of: world.owner))
            #expect(next.content.title == "trees")
            #expect(next.content.timestamp == 345_600)
            #expect(next.content.day == nil)
            #expect(
                next.content.repetition?.text == #"{"frequency":"daily","interval":3}"#)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `has the time zone that is known, or that it had before`(kind: ItemWorld.Kind) throws {
            let world = try Self.world(kind)
            var rule = Repetition(.weekly)
            rule.timeZone = "Mars/Olympus"
            let before = try world.state

            let put = world.write(.put(id(1), Self.chore(rule)))
            let added = world.write(
                .add(
                    [
                        NewItem(id: id(7), content: content("a")),
                        NewItem(id: id(8), content: Self.chore(rule)),
                    ], onConflict: .refuse))
            var patch = ItemPatch.RepetitionPatch()
            patch.timeZone = .set("Mars/Olympus")
            let patched = world.write(.patch(id(1), .changing { $0.repetition = .set(patch) }))

            #expect(put == .failure(.faultyDueDate([.unknownTimeZone("Mars/Olympus")])))
            #expect(added == .failure(.unknownTimeZones([1: "Mars/Olympus"])))
            #expect(
                patched
                    == .failure(.incomplete([], dueDate: [.unknownTimeZone("Mars/Olympus")])))
            #expect(try world.state == before)
        }

        @Test(arguments: ItemWorld.Kind.repositories, completions.indices)
        func `is not completed when there is no room for the next one`(
            kind: ItemWorld.Kind, index: Int
        ) throws {
            let world = try SharedWorld(kind, itemLimit: .bytes(10_000))
            let owner = world.owners[0]
            _ = try world.write(.put(id(1), Self.chore()), of: owner).get()
            try world.restart(itemLimit: .bytes(250))
            let before = try world.repository.state(of: owner)

            let full = world.write(Self.completions[index], of: owner)
            let after = try world.repository.state(of: owner)
            // The series ends, so there is no next one.
            let last = world.write(
                .patch(
                    id(1),
                    .changing {
                        $0.done = true
                        $0.repetition = .clear
                    }), of: owner)

            // Two items of 128 bytes, their texts, tags and positions, and the rule.
            #expect(full == .failure(.quotaExceeded(bytes: 312, limit: 250)))
            #expect(after == before)
            #expect(try last.get().revision == before.revision + 1)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `comes back a thousand times in one batch`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            let ids = (1...1_000).map { id(UInt64($0)) }
            _ = try world.write(
                .add(ids.map { NewItem(id: $0, content: Self.chore()) }, onConflict: .refuse)
            ).get()

            let outcome = try world.write(
                .batch(ids.map { BatchStep(.patch($0, .changing { $0.done = true })) })
            ).get()

            #expect(outcome.revision == 2)
            let items = try world.state.items
            #expect(items.prefix(1_000).map(\.id) == ids.map { $0.next(after: 0) })
            #expect(items.suffix(1_000).map(\.id) == ids)
            #expect(items.prefix(1_000).allSatisfy { $0.content == Self.following })
            let times = items.prefix(1_000).map(\.createdAt)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            _ = try world.write(.undo(revision: 2)).get()
            #expect(try world.state.items.map(\.content) == ids.map { _ in Self.chore() })
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `comes back once in a bulk patch, which counts what it selected`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            let ids = (1...600).map { id(UInt64($0)) }
            _ = try world.write(
                .add(ids.map { NewItem(id: $0, content: Self.chore()) }, onConflict: .refuse)
            ).get()

            let outcome = try world.write(
                .patchMatching(ItemFilter(), .changing { $0.done = true })
            ).get()

            #expect(outcome.result == .patchedAll(count: 600))
            #expect(try world.state.items.count == 1_200)
            #expect(try world.state.items.prefix(600).allSatisfy { $0.content == Self.following })
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `is completed by twenty writes at once, and comes back once`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try Self.world(kind)
            let waiting = DispatchGroup()
            let revisions = Mutex<[Int]>([])
            let write = ItemWrite(owner: world.owner, action: Self.completions[0])

            for _ in 0..<20 {
                waiting.enter()
                world.repository.submit(write, once: nil) { outcome in
                    if let revision = try? outcome.get().revision {
                        revisions.withLock { $0.append(revision) }
                    }
                    waiting.leave()
                }
            }
            waiting.wait()

            #expect(revisions.withLock { $0 } == Array(repeating: 2, count: 20))
            #expect(try world.state.items.map(\.id) == [Self.next, id(1)])
        }
    }
}

extension ItemWrite.Action {
    /// The same completion, sent again.
    fileprivate var again: ItemWrite.Action {
        // The bulk write selected open items, which are done now.
        guard case .patchMatching(_, let patch) = self else { return self }
        var filter = ItemFilter()
        filter.done = true
        return .patchMatching(filter, patch)
    }
}
