import Items
import SQLite

/// Lists with filters and orders, on one connection, in whatever transaction is open there.
///
/// There are two ways, and an index or the runs of an order bound each:
///
///     few      they tell that a part of the filter means no more than 2,000 items: these are
///              read, judged and sorted
///     walk     the order's own index, or its runs, are walked from the position on, and each item is
///              judged; what the filter means is then no rarity, or none of them knows it to be one
///
/// Whichever way, an item is judged by the filter itself and by nothing else, so they may say too
/// much and never decide.
final class ItemLister {
    /// What one question may cost a lane: so many items to look at, long
    /// texts counting for several.
    static let effort = 5_000

    private let session: any StorageSession
    private let statements: ListStatements
    private var scratch: [UInt8] = []

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        statements = try ListStatements(session)
    }

    /// Shows items as `ItemRepository.list` does; `effort` is how much is
    /// looked at before it stops.
    func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        effort: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> ListPosition? {
        guard limit > 0 else { return nil }
        var effort = effort
        let finder = PlaceFinder(statements: statements, owner: owner)
        if !query.isWalkable, let places = try finder.places(query.filter),
            let found = try judge(places, query, owner, after: position, &effort)
        {
            for position in found.prefix(limit) {
                guard try read(position.place, of: owner, body) ?? true else { return nil }
            }
            return nil
        }
        var rest = limit
        for stretch in Stretch.all(of: query, after: position) {
            switch try walk(stretch, query, owner, &rest, &effort, body) {
            case .end: continue
            case .enough: return nil
            case .tired(let position): return position
            }
        }
        return nil
    }

    private enum WalkEnd {
        case end
        case enough
        case tired(ListPosition)
    }

    private func walk(
        _ stretch: Stretch, _ query: ItemQuery, _ owner: Owner, _ rest: inout Int,
        _ effort: inout Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> WalkEnd {
        if case .terms(let range, let order) = stretch {
            return try walk(range, order, query, owner, &rest, &effort, body)
        }
        let question = stretch.question(isDescending: query.sort?.isDescending ?? false)
        return try statements.ask(question, of: owner) { statement throws(DatabaseError) in
            try stretch.bind(to: &statement)
            while try session.step(&statement) {
                let end = try ItemCard.show(statement) { row in
                    meet(row, query, &rest, &effort, body)
                }
                if let end { return end }
            }
            return .end
        }
    }

    private func walk(
        _ range: TermRange, _ order: OrderTerm.Order, _ query: ItemQuery, _ owner: Owner,
        _ rest: inout Int, _ effort: inout Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> WalkEnd {
        var terms = try TermWalk(
            range, isDescending: query.sort?.isDescending ?? false, of: owner.key,
            in: statements.runs.orders(of: owner.key), statements.runs)
        // A term costs about an eighth of an item that is looked at.
        var patience = effort > Int.max / 8 ? .max : effort * 8
        while true {
            let place: Int
            switch try terms.next(&patience) {
            case .place(let next): place = next
            case .end: return .end
            case .tired: return .tired(terms.position)
            }
            patience -= 7
            let end = try statements.ask(.item, of: owner) { statement throws(DatabaseError) in
                try statement.bind(place, at: 2)
                guard try session.step(&statement) else { return WalkEnd?.none }
                return try ItemCard.show(statement) { row in
                    // What stands elsewhere in the order is found there.
                    guard terms.stands(row, order, &scratch) else { return nil }
                    return meet(row, query, &rest, &effort, body)
                }
            }
            if let end { return end }
        }
    }

    /// Judges an item on a walk, and shows it if it is meant; nil when the walk goes on.
    private func meet(
        _ row: borrowing ItemRow, _ query: ItemQuery, _ rest: inout Int, _ effort: inout Int,
        _ body: (borrowing ItemRow) -> Bool
    ) -> WalkEnd? {
        effort -= Self.cost(row, query.filter)
        if query.filter.matches(row, &scratch) {
            rest -= 1
            guard body(row), rest > 0 else { return .enough }
        }
        return effort > 0 ? nil : .tired(ListPosition(of: row, in: query.sort))
    }

    /// The positions of the items that the query means, behind `position` and
    /// in its order; nil when their texts are too long to look at them all.
    private func judge(
        _ places: [Int], _ query: ItemQuery, _ owner: Owner, after position: ListPosition?,
        _ effort: inout Int
    ) throws(DatabaseError) -> [ListPosition]? {
        var found: [ListPosition] = []
        let limit = effort
        for place in places {
            _ = try read(place, of: owner) { row in
                effort -= Self.cost(row, query.filter)
                guard query.filter.matches(row, &scratch) else { return true }
                let own = ListPosition(of: row, in: query.sort)
                if position?.precedes(own, in: query.sort) ?? true { found.append(own) }
                return true
            }
            guard effort > 0 else {
                // The walk gets as much again, and makes its way in any case.
                effort = limit
                return nil
            }
        }
        return found.sorted { $0.precedes($1, in: query.sort) }
    }

    /// Shows one item; nil when there is none at this place.
    private func read(
        _ place: Int, of owner: Owner, _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> Bool? {
        try statements.ask(.item, of: owner) { statement throws(DatabaseError) in
            try statement.bind(place, at: 2)
            guard try session.step(&statement) else { return nil }
            return try ItemCard.show(statement, to: body)
        }
    }

    /// What it costs to look at an item; a long description is copied
    /// together from several pages, and searched.
    private static func cost(_ row: borrowing ItemRow, _ filter: ItemFilter) -> Int {
        let bytes = row.title.count + (row.itemDescription?.count ?? 0)
        return 1 + (filter.words == nil ? bytes >> 10 : bytes >> 7)
    }
}

extension ItemQuery {
    /// Whether all that the filter says bounds the walk itself, so that every item on it is meant.
    fileprivate var isWalkable: Bool {
        var rest = filter
        switch sort?.key {
        case nil, .created: rest.done = nil
        case .timestamp: (rest.dueBefore, rest.dueAfter) = (nil, nil)
        case .updated, .title: break
        }
        return rest.isEmpty
    }
}
