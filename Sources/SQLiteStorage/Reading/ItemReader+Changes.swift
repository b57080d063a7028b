import Items
import SQLite

/// What was touched since a position: items and tombstones as two streams,
/// merged by revision and place.
extension ItemReader {
    func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange) -> Bool
    ) throws(DatabaseError) -> Bool {
        // Once for all questions: in between, a commit would have the transaction opened anew.
        try enter()
        let (clock, horizon) = try reach(of: owner)
        let position = position ?? .beginning(at: clock)
        guard position.isServable(clock: clock, horizon: horizon) else { return false }
        guard begin(clock) else { return true }
        var rest = limit
        if let place = position.place {
            let goesOn = try showRest(of: owner, position, behind: place, &rest, body)
            guard goesOn else { return true }
        }
        try changes.items.bind(owner.key, at: 1)
        try changes.items.bind(position.revision, at: 2)
        try changes.tombstones.bind(owner.key, at: 1)
        try changes.tombstones.bind(position.deletionsAfter, at: 2)
        _ = try merge(&changes.items, &changes.tombstones, &rest, body)
        return true
    }

    /// Shows what is left of a revision; false when `body` wants no more.
    private func showRest(
        of owner: Owner, _ position: ChangePosition, behind place: Int, _ rest: inout Int,
        _ body: (borrowing ItemChange) -> Bool
    ) throws(DatabaseError) -> Bool {
        let revision = position.revision
        let deletionsMatter = position.began == nil
        try changes.restOfItems.bind(owner.key, at: 1)
        try changes.restOfItems.bind(revision, at: 2)
        try changes.restOfItems.bind(place, at: 3)
        try changes.restOfTombstones.bind(owner.key, at: 1)
        try changes.restOfTombstones.bind(revision, at: 2)
        try changes.restOfTombstones.bind(deletionsMatter ? place : .max, at: 3)
        return try merge(&changes.restOfItems, &changes.restOfTombstones, &rest, body)
    }

    /// Shows the rows of both in one order, up to `rest` of them; false when `body` wants no more.
    private func merge(
        _ items: inout Statement, _ tombstones: inout Statement, _ rest: inout Int,
        _ body: (borrowing ItemChange) -> Bool
    ) throws(DatabaseError) -> Bool {
        try items.withReset { items throws(DatabaseError) in
            try tombstones.withReset { tombstones throws(DatabaseError) in
                guard rest > 0 else { return true }
                var hasItem = try session.step(&items)
                var hasTombstone = try session.step(&tombstones)
                while hasItem || hasTombstone {
                    let isItem = hasItem && (!hasTombstone || isFirst(items, tombstones))
                    let goesOn =
                        isItem
                        ? try ItemCard.show(items) { body(.item($0)) }
                        : body(
                            .deleted(
                                try tombstones.itemID(at: 1), place: try tombstones.counter(at: 0),
                                revision: try tombstones.counter(at: 2)))
                    rest -= 1
                    guard goesOn else { return false }
                    guard rest > 0 else { return true }
                    if isItem {
                        hasItem = try session.step(&items)
                    } else {
                        hasTombstone = try session.step(&tombstones)
                    }
                }
                return true
            }
        }
    }

    private func isFirst(
        _ items: borrowing Statement, _ tombstones: borrowing Statement
    ) -> Bool {
        ItemCard.position(items)
            < (tombstones.integer(at: 2), tombstones.integer(at: 0))
    }

    private func reach(of owner: Owner) throws(DatabaseError) -> (clock: Int, horizon: Int) {
        try changes.reach.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            guard try session.step(&statement) else { return (0, 0) }
            return (try statement.counter(at: 0), try statement.counter(at: 1))
        }
    }
}
