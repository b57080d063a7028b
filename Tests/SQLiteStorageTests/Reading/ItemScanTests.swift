import SQLiteTestSupport
import Items
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A scan of an owner's items` {
    @Test(arguments: [1, 2, 3, 4, .random(in: 5 ... .max)] as [UInt64])
    func `returns the pages of a sort in memory`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let items = [ToDoItem].random(.random(in: 0...300, using: &random), using: &random)
        let world = try ScanWorld(items)

        for sort in ItemSort.each {
            for filter in Self.filters {
                let query = ItemQuery(filter: filter, sort: sort)
                let limit = Int.random(in: 1...60, using: &random)

                var (found, position): ([Int], ListPosition?) = ([], nil)
                var pages = 0
                while true {
                    let page = try world.page(query, after: position, limit: limit)
                    (found, position) = (found + page.sequences, page.end)
                    pages += 1
                    guard page.sequences.count == limit, pages <= 400 else { break }
                }

                #expect(
                    found == items.sequences(query), "seed \(seed), \(query), pages of \(limit)")
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4, .random(in: 5 ... .max)] as [UInt64])
    func `shows the order of a sort in memory, in parts of any size`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let items = [ToDoItem].random(250, using: &random)
        let world = try ScanWorld(items)

        for sort in ItemSort.each {
            for filter in Self.filters {
                let query = ItemQuery(filter: filter, sort: sort)
                // The scan keeps as many as its limit; reading on makes it search again.
                let wanted = [nil, 1, 7, 100][Int.random(in: 0...3, using: &random)]
                var scan = ItemScan(query, of: world.owner, after: nil, limit: wanted)

                let found = try world.all(&scan, by: .random(in: 1...30, using: &random))

                let hint: Comment = "seed \(seed), \(query), \(String(describing: wanted)) wanted"
                #expect(found == items.sequences(query), hint)
            }
        }
    }

    // proves: visible-7
    @Test(arguments: ItemSort.each)
    func `reads at most its budget of items in a part`(sort: ItemSort?) throws {
        let world = try ScanWorld(.titled(4_500) { "\($0 * 7_919 % 4_500)" })
        var filter = ItemFilter()
        filter.words = SearchWords("449")
        let query = ItemQuery(filter: filter, sort: sort)
        var scan = ItemScan(query, of: world.owner, after: nil, limit: 5)

        var parts: [(sequences: [Int], steps: Int, hasMore: Bool)] = []
        while parts.count < 100, parts.reduce(0, { $0 + $1.sequences.count }) < 5 {
            parts.append(try world.part(&scan, 5))
        }

        // One step for each row, one for the end, and those of the shown items.
        #expect(parts.allSatisfy { $0.steps <= ItemScan.budget + 1 + 5 * 2 })
        #expect(parts.allSatisfy { $0.hasMore })
        #expect(parts.count <= 5)
        #expect(sort == nil || parts.dropLast().allSatisfy { $0.sequences == [] })
        #expect(parts.first?.steps == ItemScan.budget || sort == nil)
    }

    @Test(arguments: [(nil, 7), ("needle", 51)])
    func `reads fewer items with long texts, and fewest if it searches the texts`(
        words: String?, parts expected: Int
    ) throws {
        let text = String(repeating: "x", count: 65_000)
        let items = (1...100).map {
            ToDoItem(
                id: id(UInt64($0)), sequence: $0,
                content: ItemContent(title: "x", itemDescription: text), now: 1, revision: 1)
        }
        let world = try ScanWorld(items)
        var filter = ItemFilter()
        // Without a filter a sort does not read descriptions.
        filter.hasLocation = false
        filter.words = words.flatMap { SearchWords($0) }
        let query = ItemQuery(filter: filter, sort: ItemSort(.title))
        var scan = ItemScan(query, of: world.owner, after: nil, limit: 1)

        var parts = 1
        while true {
            let part = try world.part(&scan, 1)
            guard part.hasMore, part.sequences.isEmpty, parts < 1_000 else { break }
            parts += 1
        }

        #expect(parts == expected)
    }

    @Test(arguments: [ItemSort(.title), ItemSort(.created, isDescending: true)])
    func `shows all of more items than it keeps at once`(sort: ItemSort) throws {
        let items = [ToDoItem].titled(12_000) { "\($0 * 7_919 % 1_000)" }
        let world = try ScanWorld(items)
        let query = ItemQuery(sort: sort)
        var scan = ItemScan(query, of: world.owner, after: nil, limit: nil)

        let found = try world.all(&scan)

        #expect(found == items.sequences(query))
    }

    @Test func `shows all items whose titles exceed its memory`() throws {
        let long = String(repeating: "\u{1F600}", count: 495)
        let items = [ToDoItem].titled(3_000) { "\($0 * 7_919 % 1_500)" + long }
        let world = try ScanWorld(items)
        let query = ItemQuery(sort: ItemSort(.title, isDescending: true))
        var scan = ItemScan(query, of: world.owner, after: nil, limit: nil)

        let found = try world.all(&scan)

        #expect(found == items.sequences(query))
    }

    @Test(arguments: ItemSort.each)
    func `continues after the item at which its reader stopped`(sort: ItemSort?) throws {
        let items = [ToDoItem].titled(50) { "\($0 % 7)" }
        let world = try ScanWorld(items)
        let query = ItemQuery(sort: sort)
        var scan = ItemScan(query, of: world.owner, after: nil, limit: 20)

        var parts: [[Int]] = []
        var hasMore = true
        while hasMore {
            let part = try world.part(&scan, 9) { $0 < 3 }
            if !part.sequences.isEmpty { parts.append(part.sequences) }
            hasMore = part.hasMore
        }

        #expect(parts.allSatisfy { $0.count <= 3 })
        #expect(parts.flatMap { $0 } == items.sequences(query))
    }

    @Test func `in the default order reports its position, although it shows nothing`() throws {
        let world = try ScanWorld(.titled(2_500) { "\($0)" })
        var filter = ItemFilter()
        filter.words = SearchWords("nothing")
        func positions(_ sort: ItemSort?) throws -> [ListPosition?] {
            var scan = ItemScan(
                ItemQuery(filter: filter, sort: sort), of: world.owner, after: nil, limit: 5)
            return try (0..<3).map { _ in
                _ = try world.part(&scan, 5)
                return scan.scannedUpTo
            }
        }

        let looked = try positions(nil)

        #expect(looked == [1_000, 2_000, 2_500].map { ListPosition(done: false, sequence: $0) })
        #expect(try positions(ItemSort(.title)) == [nil, nil, nil])
    }

    @Test func `that takes long is not run on a lane, but a range is`() throws {
        let world = try ScanWorld(.titled(3_000) { "\($0)" })
        func isRead(_ change: (inout ItemQuery) -> Void, limit: Int) throws -> Bool {
            var query = ItemQuery()
            change(&query)
            return try world.reader.list(
                query, of: world.owner, after: nil, limit: limit, begin: { _ in true }
            ) { _ in true }
        }

        #expect(try isRead({ _ in }, limit: 5_000))
        #expect(try isRead({ $0.filter.done = false }, limit: 5_000))
        #expect(
            try isRead(
                {
                    $0.filter.done = true; $0.sort = ItemSort(.title)
                }, limit: 5))
        #expect(try isRead({ $0.filter.hasLocation = false }, limit: 500))
        #expect(try !isRead({ $0.filter.hasLocation = false }, limit: 5_000))
        #expect(try !isRead({ $0.filter.hasLocation = true }, limit: 1))
        #expect(try !isRead({ $0.sort = ItemSort(.created) }, limit: 1))
    }

    /// One filter of each kind, and a combination.
    private static let filters: [ItemFilter] = {
        let changes: [(inout ItemFilter) -> Void] = [
            { _ in }, { $0.done = true }, { $0.done = false }, { $0.words = SearchWords("MILK") },
            { $0.dueBefore = 1 }, { $0.dueAfter = -1 }, { $0.hasLocation = true },
            {
                $0.near = GeoCircle(
                    center: Coordinate(latitude: 1, longitude: 0), radius: 50_000)
            },
            {
                $0.done = false
                $0.dueAfter = -2
                $0.hasLocation = false
            },
        ]
        return changes.map { change in
            var filter = ItemFilter()
            change(&filter)
            return filter
        }
    }()
}
