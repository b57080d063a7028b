import Items
import SQLite

/// Whether the orders by title, by due date and by location have every item: they may say too much,
/// and never too little.
struct OrderCheck {
    static let sentence = "every item is in its orders"

    let session: any StorageSession

    /// How many terms of items are missing, and whose the first of them are.
    func breaches() throws(DatabaseError) -> (count: Int, example: String) {
        let hasNewest = try session.has("newest", in: "owners")
        let runs = try RunStatements(session, newest: hasNewest ? "newest" : "x''")
        var (count, example) = (0, "")
        var owners = try session.prepare(
            """
            SELECT owner, (SELECT 2 * count(*) + count(place_name) FROM items \
            WHERE items.owner = owners.owner) FROM owners ORDER BY owner
            """)
        while try session.step(&owners) {
            let owner = owners.integer(at: 0)
            // No two terms that a walk shows are the same: so many right ones are all of them.
            let missing = max(0, owners.integer(at: 1) - (try rightTerms(of: owner, runs)))
            if missing > 0, count == 0 { example = "owner \(owner)" }
            count += missing
        }
        return (count, example)
    }

    /// How many terms are those of the items that they lead to.
    private func rightTerms(of owner: Int, _ runs: RunStatements) throws(DatabaseError) -> Int {
        var item = try session.prepare(ListQuestion.item.sql)
        let orders = try runs.orders(of: owner)
        var walk = try TermWalk(TermRange.everything, of: owner, in: orders, runs)
        var scratch: [UInt8] = []
        var count = 0
        var patience = Int.max
        while case .place(let place) = try walk.next(&patience) {
            let isRight = try item.withReset { statement throws(DatabaseError) in
                try statement.bind(owner, at: 1)
                try statement.bind(place, at: 2)
                guard try session.step(&statement) else { return false }
                return try ItemCard.show(statement) { row in
                    OrderTerm.Order.allCases.contains { walk.stands(row, $0, &scratch) }
                }
            }
            if isRight { count += 1 }
        }
        return count
    }
}
