import Items
import SQLite
import SQLiteTestSupport
import TestSupport

@testable import SQLiteStorage

/// Items of one owner between those of two others, and a reader that counts steps.
final class ScanWorld {
    let database: SQLiteConnection
    let owner = Owner(key: 2, epoch: "epoch2")
    let reader: ItemReader
    private let counting: FaultySession

    /// A world with these items, in their sequences and revisions.
    init(_ items: [ToDoItem]) throws {
        database = try SQLiteConnection.migratedInMemory()
        _ = try database.addOwner(2)
        _ = try database.addOwner(3)
        counting = FaultySession(
            database, fault: DatabaseError(code: 11, message: ""), takesTransaction: false)
        var rows = try ItemRowWriter(database)
        try database.execute("BEGIN")
        for other in [1, 3] {
            let item = ToDoItem(
                id: id(1), sequence: 1, content: content("theirs"), now: 0, revision: 1)
            try rows.insert(item, of: other)
        }
        for item in items { try rows.insert(item, of: owner.key) }
        try database.execute("COMMIT")
        reader = try ItemReader(session: counting, commits: CommitCounter())
        _ = try reader.revision(of: owner)
    }

    /// The sequences that a scan shows in one part, the steps of its statements, and whether more
    /// follows.
    func part(
        _ scan: inout ItemScan, _ limit: Int, while goesOn: (Int) -> Bool = { _ in true }
    ) throws -> (sequences: [Int], steps: Int, hasMore: Bool) {
        var sequences: [Int] = []
        let before = counting.steps
        let hasMore = try reader.scan(&scan, limit) { row in
            sequences.append(row.fields.sequence)
            return goesOn(sequences.count)
        }
        return (sequences, counting.steps - before, hasMore)
    }

    /// All sequences that a scan shows, in parts of at most `limit`.
    func all(_ scan: inout ItemScan, by limit: Int = 100) throws -> [Int] {
        var sequences: [Int] = []
        var hasMore = true
        while hasMore {
            let part = try part(&scan, limit)
            sequences += part.sequences
            hasMore = part.hasMore
        }
        return sequences
    }

    /// A page, read at once or in parts, and the position after it.
    func page(
        _ query: ItemQuery, after position: ListPosition?, limit: Int
    ) throws -> (sequences: [Int], end: ListPosition?) {
        var sequences: [Int] = []
        var end = position
        let isRead = try reader.list(
            query, of: owner, after: position, limit: limit, begin: { _ in true }
        ) { row in
            sequences.append(row.fields.sequence)
            end = ListPosition(of: row, in: query.sort)
            return true
        }
        guard !isRead else { return (sequences, end) }
        (sequences, end) = ([], position)
        var scan = ItemScan(query, of: owner, after: position, limit: limit)
        var hasMore = true
        while hasMore, sequences.count < limit {
            hasMore = try reader.scan(&scan, limit - sequences.count) { row in
                sequences.append(row.fields.sequence)
                end = ListPosition(of: row, in: query.sort)
                return true
            }
        }
        return (sequences, end)
    }
}

extension ItemSort {
    /// Every order, the default one first.
    static let each: [ItemSort?] =
        [nil] + Key.allCases.flatMap { [ItemSort($0), ItemSort($0, isDescending: true)] }
}

extension [ToDoItem] {
    /// The sequences of a query's items, sorted in memory.
    func sequences(_ query: ItemQuery) -> [Int] {
        // A comparison that makes arrays of scalars takes seconds where titles are long.
        let titled = query.sort?.key == .title ? self : []
        let scalars = [Int: [UInt32]](
            uniqueKeysWithValues: titled.map {
                ($0.sequence, $0.content.title.unicodeScalars.map { $0.value })
            })
        return filter { query.filter.matches($0) }.sorted { (a: ToDoItem, b: ToDoItem) -> Bool in
            guard let sort = query.sort else {
                return (a.content.done ? 1 : 0, a.sequence) < (b.content.done ? 1 : 0, b.sequence)
            }
            // Items without a time or a place are last in both directions.
            if sort.key == .timestamp, (a.content.timestamp == nil) != (b.content.timestamp == nil)
            {
                return b.content.timestamp == nil
            }
            if sort.key == .position, (a.content.position == nil) != (b.content.position == nil) {
                return b.content.position == nil
            }
            let (first, second) = sort.isDescending ? (b, a) : (a, b)
            switch sort.key {
            case .created: return first.sequence < second.sequence
            case .updated:
                return (first.revision, first.sequence) < (second.revision, second.sequence)
            case .timestamp:
                return (first.content.timestamp ?? 0, first.sequence)
                    < (second.content.timestamp ?? 0, second.sequence)
            case .position:
                let (one, other) = (first.content.position, second.content.position)
                guard let one, let other, one != other else {
                    return first.sequence < second.sequence
                }
                return one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
            case .title:
                let (one, other) = (scalars[first.sequence], scalars[second.sequence])
                guard let one, let other, one != other else {
                    return first.sequence < second.sequence
                }
                return one.lexicographicallyPrecedes(other)
            }
        }.map(\.sequence)
    }

    /// Random items, many of which have equal sort keys.
    static func random(_ count: Int, using random: inout SplitMix64) -> [ToDoItem] {
        let titles = ["", "A", "a", "\u{E4}", "\u{FFFD}", "\u{1F600}", "zz"]
        var sequence = 0
        return (0..<count).map { _ in
            // Gaps for deleted items.
            sequence += Int.random(in: 1...3, using: &random)
            let point = Coordinate(latitude: .random(in: 0...2, using: &random), longitude: 0)
            let content = ItemContent(
                title: (titles.randomElement(using: &random) ?? "")
                    + ["milk", "b", "\u{E9}"][Int.random(in: 0...2, using: &random)],
                itemDescription: random.chance(20)
                    ? String(repeating: "milk ", count: .random(in: 0...100, using: &random)) : nil,
                timestamp: random.chance(60) ? Double(Int.random(in: -2...2, using: &random)) : nil,
                location: random.chance(40)
                    ? Location(name: "here", coordinate: random.chance(70) ? point : nil) : nil,
                position: random.chance(60)
                    ? ["a0", "Zz", "a0V"].randomElement(using: &random).flatMap { OrderKey($0) }
                    : nil,
                done: random.chance(40))
            return ToDoItem(
                id: id(UInt64(sequence)), sequence: sequence, content: content, now: 1,
                revision: .random(in: 1...9, using: &random))
        }
    }

    /// Items with only a title, sequences from 1 on.
    static func titled(_ count: Int, _ title: (Int) -> String) -> [ToDoItem] {
        (1...count).map {
            ToDoItem(
                id: id(UInt64($0)), sequence: $0, content: content(title($0)), now: 1, revision: 1)
        }
    }
}
