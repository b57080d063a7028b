import SQLiteTestSupport
import Items
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `The best positions` {
    @Test(arguments: ItemSort.each.compactMap(\.self), [1, 2, 10, 1_000])
    func `are the first of the offered ones, in reverse order`(
        sort: ItemSort, capacity: Int
    ) throws {
        var random = SplitMix64(seed: 7)
        let items = [ToDoItem].random(200, using: &random)
        var best = BestPositions(sort, capacity: capacity)

        for item in items.shuffled(using: &random) {
            item.withRow { best.offer($0, of: 2, behind: nil) }
        }
        let hasDropped = best.hasDropped
        let found = best.takeLastFirst()

        let expected = items.sequences(ItemQuery(sort: sort)).prefix(capacity).reversed()
        #expect(found.map(\.position.sequence) == Array(expected))
        #expect(found.map(\.slot.sequence) == Array(expected))
        #expect(found.allSatisfy { $0.slot.owner == 2 })
        #expect(hasDropped == (capacity < 200))
    }

    @Test(arguments: ItemSort.each.compactMap(\.self))
    func `follow a position, equal keys ordered by sequence`(
        sort: ItemSort
    ) throws {
        var random = SplitMix64(seed: 8)
        let items = [ToDoItem].random(100, using: &random)
        let expected = items.sequences(ItemQuery(sort: sort))

        for start in 0..<100 {
            let item = try #require(items.first { $0.sequence == expected[start] })
            var best = BestPositions(sort, capacity: 5)
            for other in items {
                other.withRow { best.offer($0, of: 1, behind: item.position(in: sort)) }
            }

            let found = best.takeLastFirst().reversed().map(\.position.sequence)

            #expect(found == Array(expected[(start + 1)...].prefix(5)))
        }
    }

    @Test func `take at most 4 MiB, even if long titles replace short ones`() {
        let long = String(repeating: "\u{1F600}", count: 490)
        let count = 4_000
        var best = BestPositions(ItemSort(.title, isDescending: true), capacity: count)

        for item in [ToDoItem].titled(2 * count, { $0 <= count ? "a" : "b\(10_000 + $0)" + long }) {
            item.withRow { best.offer($0, of: 1, behind: nil) }
        }
        let hasDropped = best.hasDropped
        let found = best.takeLastFirst()

        let bytes = found.reduce(0) { sum, entry in
            guard case .title(let title) = entry.position.key else { return sum }
            return sum + title.count + 64
        }
        #expect(bytes <= 4 << 20)
        #expect(bytes > 4 << 20 - 3_000)
        #expect(hasDropped)
        // The first ones in that order, without gaps.
        let expected = (count + 1...2 * count).reversed().prefix(found.count)
        #expect(found.reversed().map(\.position.sequence) == Array(expected))
    }

    @Test func `contain at least one, however long its title`() {
        var best = BestPositions(ItemSort(.title), capacity: 3)
        let item = ToDoItem(
            id: id(1), sequence: 1, content: content(String(repeating: "x", count: 5 << 20)),
            now: 0,
            revision: 1)

        item.withRow { best.offer($0, of: 1, behind: nil) }

        #expect(best.takeLastFirst().map(\.slot.sequence) == [1])
    }
}
