import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import TestSupport
import Testing

@Suite struct `A write to all items with a word` {
    @Test func `takes a constant number of steps for each item`() throws {
        let few = try stepsToPatch(200)
        let many = try stepsToPatch(1_600)

        #expect(many < 10 * few)
    }

    @Test func `changes items that together exceed its memory`() throws {
        let world = try BatchWorld()
        let text = String(repeating: "milk ", count: 13_000)
        for start in stride(from: 0, to: 300, by: 20) as StrideTo<UInt64> {
            let items = (start..<start + 20).map {
                NewItem(id: id($0 + 1), content: ItemContent(title: "a", itemDescription: text))
            }
            _ = world.run(.add(items, onConflict: .refuse))
        }

        let outcome = world.run(.patchMatching(milk, .changing { $0.done = true }))[0]

        #expect(try outcome.get().changed)
        #expect(try done(world) == 300)
    }

    /// The number of steps of a patch of `count` items that contain the word.
    private func stepsToPatch(_ count: UInt64) throws -> Int {
        var counting: FaultySession?
        let world = try BatchWorld {
            let session = FaultySession(
                $0, fault: DatabaseError(code: 13, message: ""), takesTransaction: false)
            counting = session
            return session
        }
        let items = (1...count).map { NewItem($0, "milk \($0)") }
        _ = world.run(.add(items, onConflict: .refuse))
        let before = counting?.steps ?? 0

        _ = world.run(.patchMatching(milk, .changing { $0.done = true }))

        #expect(try done(world) == Int(count))
        return (counting?.steps ?? 0) - before
    }

    private func done(_ world: BatchWorld) throws -> Int? {
        try world.database.integer("SELECT count(*) FROM items WHERE done_at IS NOT NULL")
    }

    private var milk: ItemFilter {
        var filter = ItemFilter()
        filter.words = SearchWords("milk")
        return filter
    }
}
