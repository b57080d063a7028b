import SQLiteTestSupport
import Items
import SQLiteStorage
import StorageTestSupport
import TestSupport
import Testing

/// A revision of 1,100 entries has several marks.
extension ItemRepositoryContract {
    @Suite struct `Changes of a large revision` {
        private static let count = 1_100
        private static let kinds: [ItemWorld.Kind] = [.sqliteInMemory, .sqliteOnDisk]

        /// Revision 2 adds many items; other writes of both owners precede and follow it.
        private static func prepared(_ kind: ItemWorld.Kind) throws -> SharedWorld {
            let world = try SharedWorld(kind)
            let (mine, other) = (world.owners[0], world.owners[1])
            _ = try world.write(.put(id(9_999), content("before")), of: mine).get()
            _ = try world.write(.put(id(1), content("other")), of: other).get()
            let items = (1...UInt64(count)).map { NewItem($0, "\($0)", done: $0 % 3 == 0) }
            _ = try world.write(.add(items, onConflict: .refuse), of: mine).get()
            _ = try world.write(.put(id(2), content("other")), of: other).get()
            _ = try world.write(.put(id(9_999), content("after")), of: mine).get()
            try world.repository.endRound()
            #expect(try world.database?.integer("SELECT count(*) FROM marks") == 4)
            return world
        }

        @Test(arguments: kinds)
        func `continue at every entry of it`(kind: ItemWorld.Kind) throws {
            let world = try Self.prepared(kind)
            let count = Self.count
            // Here the order of writing is the order of the ids.
            let all = (1...UInt64(count)).map { id($0) } + [id(9_999)]

            var wrong: [Int] = []
            for rest in 0...count {
                let read = try world.repository.changes(
                    of: world.owners[0], since: .after(revision: 2, rest: rest), limit: 3)
                let next = Array(all[(count - rest)...].prefix(3))
                let left = rest - 3
                let position: ChangePosition =
                    switch left {
                    case 0...: .after(revision: 2, rest: left)
                    default: .after(revision: 3)
                    }
                if read?.changes.map(\.id) != next || read?.position != position {
                    wrong.append(rest)
                }
            }

            #expect(wrong == [])
            let beyond = ChangePosition.after(revision: 2, rest: count + 1)
            #expect(try world.repository.changes(of: world.owners[0], since: beyond) == nil)
        }

        @Test(arguments: kinds, [1, 7, 255, 256, 257, 2_000])
        func `are shown once each, in pages of any size`(
            kind: ItemWorld.Kind, size: Int
        ) throws {
            let world = try Self.prepared(kind)
            let owner = world.owners[0]

            var seen: [ItemID] = []
            var position = ChangePosition.after(revision: 0)
            while position != .after(revision: 3), seen.count < 2_000 {
                let read = try world.repository.changes(of: owner, since: position, limit: size)
                let page = try #require(read)
                seen += page.changes.map(\.id)
                position = page.position
            }

            #expect(seen == (1...UInt64(Self.count)).map { id($0) } + [id(9_999)])
        }

        @Test(arguments: kinds)
        func `that were all replaced are skipped in several steps`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try SharedWorld(kind)
            let owner = world.owners[0]
            let items = (1...2_500).map { NewItem($0, "\($0)") }
            _ = try world.write(.add(items, onConflict: .refuse), of: owner).get()
            let patch = ItemPatch.changing { $0.done = true }
            _ = try world.write(.patchMatching(ItemFilter(), patch), of: owner).get()

            let read = try world.repository.changes(of: owner, since: .after(revision: 0), limit: 5)
            let first = try #require(read)
            let next = try world.repository.changes(of: owner, since: first.position, limit: 5)

            #expect(first.changes == [])
            #expect(first.position == .after(revision: 1, rest: 452))
            #expect(next?.changes.map(\.id) == (1...5).map { id($0) })
            #expect(next?.position == .after(revision: 2, rest: 2_495))
        }

        /// Writes during a list do not change its remaining pages.
        @Test(arguments: kinds, [1, 50, 400] as [Int])
        func `come after a list that began before them`(kind: ItemWorld.Kind, size: Int) throws {
            let world = try SharedWorld(kind)
            let owner = world.owners[0]
            let items = (1...60).map { NewItem($0, "\($0)", done: $0 % 2 == 0) }
            _ = try world.write(.add(items, onConflict: .refuse), of: owner).get()
            var replica = Replica()
            var turns = 0

            let wrong = try replica.follow(
                world.repository, owner, from: nil, pageSize: size
            ) {
                turns += 1
                guard turns <= 3 else { return }
                let filter = ItemFilter.half(done: turns % 2 == 0)
                let action: ItemWrite.Action =
                    turns == 3
                    ? .deleteMatching(filter)
                    : .patchMatching(
                        filter,
                        .changing {
                            $0.done = turns % 2 != 0
                            $0.itemDescription = .set(.long)
                        })
                _ = try world.write(action, of: owner).get()
                let more = (0..<UInt64(400)).map { NewItem(1_000 * UInt64(turns) + $0, "x") }
                _ = try world.write(.add(more, onConflict: .refuse), of: owner).get()
            }

            #expect(wrong == nil)
            #expect(replica == Replica(try world.repository.all(of: owner)))
            #expect(size > 60 || turns > 3)
        }

        @Test(arguments: kinds)
        func `are undone across marks`(kind: ItemWorld.Kind) throws {
            let world = try Self.prepared(kind)
            let owner = world.owners[0]
            let before = try world.repository.state(of: owner).remembered
            let patch = ItemPatch.changing {
                $0.done = true
                $0.itemDescription = .set(.long)
            }
            _ = try world.write(.patchMatching(ItemFilter(), patch), of: owner).get()
            let after = try world.repository.state(of: owner).remembered
            for number in 2_000...2_300 as ClosedRange<UInt64> {
                _ = try world.write(.put(id(number), content("later")), of: owner).get()
            }
            for number in 2_000...2_300 as ClosedRange<UInt64> {
                _ = try world.write(.delete(id(number)), of: owner).get()
            }
            let revision = try world.repository.revision(of: owner)

            let undone = try world.write(.undo(revision: 4), of: owner).get()
            let restored = try world.repository.state(of: owner).remembered
            let redone = try world.write(.undo(revision: revision + 1), of: owner).get()

            #expect([undone.revision, redone.revision] == [revision + 1, revision + 2])
            #expect(restored == before)
            #expect(try world.repository.state(of: owner).remembered == after)
            #expect(before != after)
            #expect(try world.violations() == [])
        }
    }
}

extension ItemFilter {
    fileprivate static func half(done: Bool) -> ItemFilter {
        var filter = ItemFilter()
        filter.done = done
        return filter
    }
}
