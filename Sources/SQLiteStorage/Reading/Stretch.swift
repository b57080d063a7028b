import Items
import SQLite

/// A part of an order whose rows stand side by side in an index: an order is walked as one to three of them.
///
/// Of a position (key, place), the rest of the equal keys is one stretch and all that is beyond
/// another, for SQLite does not seek to the two as a pair: it would walk through all equal keys
/// before the place.
struct Stretch {
    /// The rows, and what bounds them.
    enum Rows {
        /// The open or the done items beyond a place.
        case group(done: Bool, Int)
        /// All items beyond a place.
        case everything(Int)
        case sameRevision(Int, Int)
        case revisions(Int)
        case sameTime(Double, Int)
        case times(Range<Double>)
        /// Items without a timestamp, beyond a place.
        case untimed(Int)
        case sameTitle([UInt8], Int)
        /// Nil is before every title.
        case titles([UInt8]?)
    }

    let rows: Rows
    let isDescending: Bool

    /// The stretches in which a query's items stand, behind a position; other items stand in them as well.
    static func all(of query: ItemQuery, after position: ListPosition?) -> [Stretch] {
        let isDescending = query.sort?.isDescending ?? false
        let rows = rows(of: query, after: position, first: isDescending ? .max : 0)
        return rows.map { Stretch(rows: $0, isDescending: isDescending) }
    }

    private static func rows(
        of query: ItemQuery, after position: ListPosition?, first: Int
    ) -> [Rows] {
        let place = position?.place ?? first
        switch (query.sort?.key, position?.key) {
        case (nil, .done(let done)):
            let rest = done ? [] : groups(query.filter.done, from: true, first)
            return groups(query.filter.done, from: done, place).prefix(1) + rest
        case (nil, _): return groups(query.filter.done, from: false, first)
        case (.created, _):
            return [query.filter.done.map { .group(done: $0, place) } ?? .everything(place)]
        case (.updated, .updated(let revision)):
            return [.sameRevision(revision, place), .revisions(revision)]
        case (.updated, _): return [.revisions(first)]
        case (.timestamp, .timestamp(nil)): return untimed(query, place)
        case (.timestamp, .timestamp(let time?)):
            return [.sameTime(time, place)] + times(query, beyond: time) + untimed(query, first)
        case (.timestamp, _): return times(query, beyond: nil) + untimed(query, first)
        case (.title, .title(let title)): return [.sameTitle(title, place), .titles(title)]
        case (.title, _): return [.titles(nil)]
        }
    }

    private static func groups(_ wanted: Bool?, from done: Bool, _ place: Int) -> [Rows] {
        (done ? [true] : [false, true]).filter { wanted ?? $0 == $0 }
            .map { .group(done: $0, place) }
    }

    /// The times that the filter means, as far as they are beyond one.
    private static func times(_ query: ItemQuery, beyond time: Double?) -> [Rows] {
        var lower = query.filter.dueAfter ?? -.infinity
        var upper = query.filter.dueBefore ?? .infinity
        if let time {
            if query.sort?.isDescending == true {
                upper = min(upper, time)
            } else {
                lower = max(lower, time)
            }
        }
        return lower < upper ? [.times(lower..<upper)] : []
    }

    private static func untimed(_ query: ItemQuery, _ place: Int) -> [Rows] {
        query.filter.asksForTime ? [] : [.untimed(place)]
    }
}
