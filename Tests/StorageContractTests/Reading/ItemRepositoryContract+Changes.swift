import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `The changes` {
        @Test(arguments: ItemWorld.Kind.repositories)
        func `since a revision are the last change of each id, in the order of writing`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try Self.prepared(kind)
            let items = try world.state.items

            let read = try world.repository.changes(
                of: world.owner, since: .after(revision: 1))

            let read1 = try #require(read)
            #expect(read1.revision == 6)
            #expect(
                read1.changes == [
                    .deleted(id(2), revision: 4), .item(items[2]), .item(items[1]),
                    .item(items[0]),
                ])
            #expect(read1.position == .after(revision: 6))
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `since the beginning are all items`(kind: ItemWorld.Kind) throws {
            let world = try Self.prepared(kind)
            let items = try world.state.items

            let read = try world.repository.changes(of: world.owner, since: nil)

            #expect(read?.changes == [.item(items[0]), .item(items[1]), .item(items[2])])
            #expect(read?.position == .after(revision: 6))
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `since the current revision are none`(kind: ItemWorld.Kind) throws {
            let world = try Self.prepared(kind)

            let read = try world.repository.changes(of: world.owner, since: .after(revision: 6))

            #expect(read?.revision == 6)
            #expect(read?.changes == [])
            #expect(read?.position == .after(revision: 6))
        }

        // proves: sync-1, sync-4
        @Test(arguments: ItemWorld.Kind.repositories)
        func `continue inside a revision`(kind: ItemWorld.Kind) throws {
            let world = try Self.prepared(kind)
            let items = try world.state.items

            let rest = try [2, 1, 0, 3, 9].map { rest in
                try world.repository.changes(
                    of: world.owner, since: .after(revision: 6, rest: rest))?.changes
            }

            let both = [Change.item(items[1]), .item(items[0])]
            // The revision has two entries, and no more.
            #expect(rest == [both, [both[1]], [], nil, nil])
        }

        // proves: sync-1, sync-4
        @Test(arguments: ItemWorld.Kind.repositories)
        func `continue inside a list`(kind: ItemWorld.Kind) throws {
            let world = try Self.prepared(kind)
            let items = try world.state.items

            let rest = try [0, 1, 4, 7].map { sequence in
                try world.repository.changes(
                    of: world.owner, since: .listing(began: 5, done: false, sequence: sequence))?
                    .changes
            }

            // After the list come the changes since it began.
            let since = [Change.item(items[1]), .item(items[0])]
            let listed = items.map { Change.item($0) }
            #expect(rest == [listed + since, listed.dropFirst() + since, since, since])
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `are limited in number`(kind: ItemWorld.Kind) throws {
            let world = try Self.prepared(kind)
            let read = try world.repository.changes(of: world.owner, since: .after(revision: 0))
            let all = try #require(read?.changes)

            for limit in 0...5 {
                let read = try world.repository.changes(
                    of: world.owner, since: .after(revision: 0), limit: limit)
                #expect(read?.changes == Array(all.prefix(limit)))

                var shown = 0
                _ = try world.repository.changes(
                    of: world.owner, since: .after(revision: 0), limit: 9, begin: { _ in true }
                ) { _, _ in
                    shown += 1
                    return shown < limit
                }
                #expect(shown == max(1, min(limit, 4)))
            }
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `are not read if the caller stops at the revision`(kind: ItemWorld.Kind) throws {
            let world = try Self.prepared(kind)
            var shown = 0

            let position = try world.repository.changes(
                of: world.owner, since: .after(revision: 5), limit: 9, begin: { $0 != 6 }
            ) { _, _ in
                shown += 1
                return true
            }

            #expect(position == .after(revision: 5))
            #expect(shown == 0)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `are refused before the horizon and after the current revision`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try SharedWorld(kind)
            let owner = world.owners[0]
            for number in 1...6 as ClosedRange<UInt64> {
                _ = try world.write(.put(id(number), content("x")), of: owner).get()
            }
            try world.forget(upTo: 4, of: owner)

            let positions: [ChangePosition] = [
                .after(revision: 3), .after(revision: 4), .after(revision: 6),
                .after(revision: 7), .after(revision: 4, rest: 1), .after(revision: 7, rest: 1),
                .listing(began: 3, done: false, sequence: 1),
                .listing(began: 4, done: false, sequence: 1),
                .listing(began: 7, done: false, sequence: 1),
            ]
            let served = try positions.map { position in
                try world.repository.changes(of: owner, since: position) != nil
            }

            #expect(served == [false, true, true, false, false, false, false, true, false])
            #expect(try world.repository.changes(of: owner, since: nil)?.changes.count == 6)
            let undone = (3...5).map { world.write(.undo(revision: $0), of: owner) }
            #expect(undone.map { try? $0.get().revision } == [nil, nil, 7])
            #expect(undone[1] == .failure(.expired))
            #expect(try world.violations() == [])
        }

        // proves: sync-1
        @Test(arguments: ItemRepositoryContract.`A history of random writes`.seeds)
        func `turn an earlier state into the current one`(seed: UInt64) throws {
            for kind in ItemWorld.Kind.forHistory(seed) {
                var random = SplitMix64(seed: seed)
                let manualClock = ManualClock(0)
                let world = try SharedWorld(kind, clock: manualClock.clock)
                // The items of each owner at each revision.
                var states = world.owners.map { _ in [Replica()] }
                var horizons = [0, 0]
                func write() throws {
                    manualClock.now = manualClock.now + 1
                    let turn = random.chance(70) ? 0 : 1
                    let before = try world.repository.state(of: world.owners[turn])
                    let outcome = world.write(
                        .random(about: before, using: &random), of: world.owners[turn])
                    guard case .success(let outcome) = outcome, outcome.changed else { return }
                    states[turn].append(Replica(try world.repository.all(of: world.owners[turn])))
                }
                for _ in 0..<50 {
                    for _ in 0..<3 { try write() }
                    let turn = random.chance(70) ? 0 : 1
                    let owner = world.owners[turn]
                    if random.chance(10) {
                        // Storage always keeps the last write of each owner.
                        let most = max(horizons[turn], states[turn].count - 2)
                        horizons[turn] = .random(in: horizons[turn]...most, using: &random)
                        try world.forget(upTo: horizons[turn], of: owner)
                    }
                    let from = Int.random(in: horizons[turn]..<states[turn].count, using: &random)
                    var replica = states[turn][from]
                    var position: ChangePosition? = .after(revision: from)
                    if random.chance(20) { (replica, position) = (Replica(), nil) }
                    let size = Int.random(in: 1...4, using: &random)
                    var writes = 6

                    let wrong = try replica.follow(
                        world.repository, owner, from: position, pageSize: size,
                        stopping: random.chance(30)
                    ) {
                        guard writes > 0, random.chance(50) else { return }
                        writes -= 1
                        try write()
                    }

                    #expect(wrong == nil, "seed \(seed), \(kind), since \(from)")
                    #expect(
                        replica == states[turn].last, "seed \(seed), \(kind), since \(from)")
                }
                #expect(try world.violations() == [], "seed \(seed), \(kind)")
            }
        }

        /// Three items after six writes: 1 and 3 were changed by the last one, 4 by an earlier one,
        /// and 2 was deleted.
        private static func prepared(_ kind: ItemWorld.Kind) throws -> ItemWorld {
            let world = try ItemWorld(kind)
            try world.add("one", "two", "three")
            _ = try world.write(.delete(id(2))).get()
            _ = try world.write(.put(id(4), content("four"))).get()
            let replaced = [NewItem(3, "drei"), NewItem(1, "uno")]
            _ = try world.write(.add(replaced, onConflict: .replace)).get()
            return world
        }
    }
}
