import Items
@testable import SQLiteStorage
import Synchronization
import TestSupport
import Testing

@Suite struct `A spell of work` {
    @Test func `gives way when it has lasted for a millisecond, and begins anew`() {
        let ways = Counter()
        var now = 5_000
        let spell = Spell(giveWay: ways.count, now: { now })

        var given: [Int] = []
        for time in [5_999, 6_000, 6_001, 6_999, 7_000, 9_000] {
            now = time
            spell.look()
            given.append(ways.value)
        }

        #expect(given == [0, 1, 1, 1, 2, 3])
    }

    @Test func `begins anew after a pause`() {
        let ways = Counter()
        var now = 0
        let spell = Spell(giveWay: ways.count, now: { now })

        now = 999
        spell.begin()
        now = 1_998
        spell.look()

        #expect(ways.value == 0)
    }

    @Test func `begins behind what others did with the core`() {
        let now = Mutex(0)
        let ways = Counter()
        let spell = Spell(
            giveWay: {
                ways.count()
                now.withLock { $0 += 5_000 }
            }, now: { now.withLock { $0 } })

        now.withLock { $0 = 1_000 }
        spell.look()
        now.withLock { $0 += 999 }
        spell.look()

        #expect(ways.value == 1)
    }

    @Test func `is looked at while the one writer works`() throws {
        let ways = Counter()
        var options = Storage.Options()
        options.giveWay = ways.count
        let folder = try TemporaryFolder()
        let storage = try Storage.open(folder.file("a"), options: options, clock: .constant(0))
        let items = (1...1_000).map { NewItem(id: id($0), content: content("milk \($0)")) }
        let write = ItemWrite(
            owner: storage.localOwner, action: .add(items, onConflict: .refuse))

        // Nobody else writes: between batches there is no way to give.
        _ = try storage.repository().perform(write).get()

        #expect(ways.value > 0)
    }
}
