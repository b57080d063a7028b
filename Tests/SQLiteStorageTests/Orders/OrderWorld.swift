import Items
import SQLite
import TestSupport

@testable import SQLiteStorage

/// A term as a value that sorts as its bytes do.
struct Term: Comparable, Hashable {
    let bytes: [UInt8]

    static func < (a: Term, b: Term) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

/// Two owners' items as a model, and a writer of orders that is told of what happens to them.
final class OrderWorld {
    let session: Connection
    let writer: OrderWriter
    private(set) var rollBacks = 0
    private(set) var merges = 0
    private var items: [[Int: ToDoItem]] = [[:], [:], [:]]

    init(pace: OrderWriter.Effort) throws {
        session = try Connection.migratedInMemory()
        try session.execute(
            "INSERT OR IGNORE INTO owners (owner, epoch) VALUES (1, 'abcd'), (2, 'abcd')")
        writer = OrderWriter(session, pace: pace)
    }

    /// The terms that each owner's items have.
    var expected: [Int: [Term]] {
        var terms: [Int: [Term]] = [:]
        for owner in 1...2 {
            for item in items[owner].values {
                for order in OrderTerm.Order.allCases {
                    var bytes: [UInt8] = []
                    guard OrderTerm.append(order, of: item, to: &bytes) else { continue }
                    terms[owner, default: []].append(Term(bytes: bytes))
                }
            }
        }
        return terms
    }

    /// Does some requests, stores what they came to, and merges; in some batches each request is
    /// stored for itself, and some are rolled back.
    func runBatch(
        _ dice: inout SplitMix64, requests: ClosedRange<Int> = 1...6,
        changes: ClosedRange<Int> = 1...40, places: ClosedRange<Int> = 1...300
    ) throws {
        try session.execute("BEGIN")
        writer.startOver()
        let isApart = Bool.random(using: &dice)
        for _ in 0..<Int.random(in: requests, using: &dice) {
            let before = items
            if isApart { try session.execute("SAVEPOINT request") }
            for _ in 0..<Int.random(in: changes, using: &dice) { try change(&dice, places) }
            guard isApart else { continue }
            if Int.random(in: 0..<3, using: &dice) == 0 {
                try session.execute("ROLLBACK TO request")
                writer.clear()
                items = before
                rollBacks += 1
            } else {
                try writer.store()
            }
            try session.execute("RELEASE request")
        }
        try writer.store()
        if writer.isMergeDue { merges += 1 }
        try writer.merge()
        try session.execute("COMMIT")
        writer.noteCommit()
    }

    private func change(_ dice: inout SplitMix64, _ places: ClosedRange<Int>) throws {
        let key = Int.random(in: 1...2, using: &dice)
        let owner = Owner(key: key, epoch: "")
        let place = Int.random(in: places, using: &dice)
        let old = items[key][place]
        switch Int.random(in: 0..<100, using: &dice) {
        case 0:
            try writer.forgetAll(of: owner)
            items[key] = [:]
        case 1...3: try writer.store()
        case 4..<30:
            guard let old else { return }
            try writer.noteDeletion(old, of: owner)
            items[key][place] = nil
        default:
            let new = item(at: place, &dice)
            try writer.note(new, insteadOf: old, of: owner)
            items[key][place] = new
        }
    }

    private func item(at place: Int, _ dice: inout SplitMix64) -> ToDoItem {
        let coordinate = Bool.random(using: &dice) ? Coordinate(latitude: 1, longitude: 2) : nil
        let location = Location(name: "home", coordinate: coordinate)
        return ToDoItem(
            id: id(UInt64(place)), place: place,
            content: ItemContent(
                title: "title \(Int.random(in: 0..<5, using: &dice))",
                timestamp: Bool.random(using: &dice) ? 7 : nil,
                location: Bool.random(using: &dice) ? location : nil),
            now: 0, revision: 1)
    }

    /// What a walk over the runs shows.
    func terms(
        _ range: TermRange = .everything, of owner: Int, isDescending: Bool = false
    ) throws -> [Term] {
        let statements = try RunStatements(session)
        let orders = try statements.orders(of: owner)
        var merged = try MergedRuns(
            orders.list.runs, orders.newest, of: owner,
            from: (isDescending ? range.upper : range.lower).span, isDescending: isDescending,
            statements)
        var terms: [Term] = []
        while try merged.next() {
            let term = Term(bytes: (0..<merged.term.count).map { merged.term.span[$0] })
            guard
                isDescending
                    ? !(term < Term(bytes: range.lower)) : term < Term(bytes: range.upper)
            else { break }
            if !merged.isRemoved { terms.append(term) }
        }
        return terms
    }
}
