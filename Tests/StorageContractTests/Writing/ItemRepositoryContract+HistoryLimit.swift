import SQLiteTestSupport
import Items
import SQLiteStorage
import StorageTestSupport
import TestSupport
import Testing

/// The double keeps its whole history.
extension ItemRepositoryContract {
    @Suite struct `The limit of the history` {
        private static let kinds: [ItemWorld.Kind] = [.sqliteInMemory, .sqliteOnDisk]
        private static let limit = 64 << 10

        // proves: undo-3
        @Test(arguments: kinds)
        func `removes the oldest entries, but never the newest write`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try SharedWorld(kind, historyByteLimit: Self.limit)
            let (owner, database) = (world.owners[0], try #require(world.database))
            func text(_ number: Int) -> String { "\(number) " + String(repeating: "x", count: 900) }
            var most = 0
            _ = try world.write(.put(id(7), content("deleted")), of: owner).get()
            _ = try world.write(.delete(id(7)), of: owner).get()

            for number in 1...200 {
                let item = ItemContent(title: "milk", itemDescription: text(number))
                _ = try world.write(.put(id(1), item), of: owner).get()
                if number % 20 == 0 {
                    let before = try world.repository.item(id(1), of: owner)?.content
                    let revision = try world.repository.revision(of: owner)
                    _ = try world.write(.undo(revision: revision), of: owner).get()
                    let undone = try world.repository.item(id(1), of: owner)?.content
                    _ = try world.write(.undo(revision: revision + 1), of: owner).get()
                    #expect(undone?.itemDescription == text(number - 1))
                    #expect(try world.repository.item(id(1), of: owner)?.content == before)
                }
                try world.repository.endRound()
                let sums = try database.storedSums(of: owner)
                #expect(try sums == database.countedSums(of: owner))
                most = max(most, sums.history)
            }

            #expect((Self.limit / 2...Self.limit).contains(most))
            #expect(database.violations() == [])
            let revision = try world.repository.revision(of: owner)
            let old = try database.oldestRevision(of: owner)
            #expect(old > 100)
            #expect(world.write(.undo(revision: 3), of: owner) == .failure(.expired))
            #expect(world.write(.undo(revision: old - 1), of: owner) == .failure(.expired))
            let served = try [0, 2, old - 2, old, revision - 1, revision].map {
                try world.repository.changes(of: owner, since: .after(revision: $0)) != nil
            }
            #expect(served == [false, false, false, true, true, true])
            // The tombstone was deleted with its entry.
            #expect(world.write(.delete(id(7)), of: owner) == .failure(.notFound))
            #expect(try world.repository.changes(of: owner, since: nil)?.changes.count == 1)
        }

        // proves: undo-3
        @Test(arguments: kinds)
        func `may be exceeded by one write, which can be undone as a whole`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try SharedWorld(kind, historyByteLimit: Self.limit)
            let (owner, database) = (world.owners[0], try #require(world.database))
            let text = String(repeating: "x", count: 900)
            let items = (1...200).map {
                NewItem(id: id($0), content: ItemContent(title: "a", itemDescription: text))
            }
            _ = try world.write(.add(items, onConflict: .refuse), of: owner).get()
            let before = try world.repository.state(of: owner).remembered

            _ = try world.write(.deleteAll, of: owner).get()
            try world.repository.endRound()
            let deleted = try database.storedSums(of: owner)
            _ = try world.write(.undo(revision: 2), of: owner).get()
            let restored = try world.repository.state(of: owner).remembered
            for _ in 0..<3 { _ = try world.write(.put(id(1), content("b")), of: owner).get() }
            _ = try world.write(.put(id(1), content("c")), of: owner).get()
            try world.repository.endRound()
            let later = try database.storedSums(of: owner)

            #expect(deleted.history > 2 * Self.limit)
            #expect(restored == before)
            #expect(later.history <= Self.limit)
            #expect(try later == database.countedSums(of: owner))
            #expect(database.violations() == [])
        }

        /// A large revision has marks inside, so that a part of it may be pruned.
        @Test(arguments: kinds)
        func `may fall inside a revision, whose remaining entries are served`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try SharedWorld(kind, historyByteLimit: Self.limit)
            let (owner, database) = (world.owners[0], try #require(world.database))
            let items = (1...900).map { NewItem($0, "a") }
            _ = try world.write(.add(items, onConflict: .refuse), of: owner).get()
            let text = String(repeating: "x", count: 3_000)
            for number in 1...12 {
                let item = ItemContent(title: "b", itemDescription: "\(number) \(text)")
                _ = try world.write(.put(id(9_999), item), of: owner).get()
            }
            try world.repository.endRound()
            let left = try database.integer("SELECT count(*) FROM log WHERE revision = 1") ?? 0
            #expect((100..<800).contains(left))

            let undone = world.write(.undo(revision: 1), of: owner)
            var served: [Int] = []
            var wrong: [Int] = []
            for rest in 1...900 {
                let read = try world.repository.changes(
                    of: owner, since: .after(revision: 1, rest: rest))
                guard let read else { continue }
                served.append(rest)
                let expected = (901 - UInt64(rest)...900).map { id($0) } + [id(9_999)]
                if read.changes.map(\.id) != expected { wrong.append(rest) }
            }

            #expect(undone == .failure(.expired))
            #expect(wrong == [])
            #expect(served == Array(1..<left))
            #expect(try world.repository.changes(of: owner, since: .after(revision: 0)) == nil)
            #expect(
                try world.repository.changes(of: owner, since: .after(revision: 1))?
                    .changes.count == 1)
            #expect(database.violations() == [])
        }

        // proves: limits-2
        @Test(arguments: kinds)
        func `applies to each owner separately`(kind: ItemWorld.Kind) throws {
            let world = try SharedWorld(kind, historyByteLimit: Self.limit)
            let (mine, other) = (world.owners[0], world.owners[1])
            let text = String(repeating: "x", count: 2_000)
            _ = try world.write(.put(id(1), content("a")), of: other).get()

            for number in 1...80 {
                let item = ItemContent(title: "a", itemDescription: "\(number) \(text)")
                _ = try world.write(.put(id(1), item), of: mine).get()
            }

            #expect(world.write(.undo(revision: 1), of: mine) == .failure(.expired))
            #expect(try world.write(.undo(revision: 1), of: other).get().revision == 2)
            #expect(try world.violations() == [])
        }
    }
}
