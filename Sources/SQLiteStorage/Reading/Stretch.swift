import Items
import SQLite

/// A part of an order whose items stand side by side in an index or in the
/// runs: an order is walked as one or two of them.
///
/// Of a position (revision, place), the rest of the equal revisions is one stretch and all that is
/// beyond another, for SQLite does not seek to the two as a pair: it would walk through all equal
/// keys before the place.
enum Stretch {
    /// The open or the done items beyond a place.
    case group(done: Bool, Int)
    /// All items beyond a place.
    case everything(Int)
    case sameRevision(Int, Int)
    case revisions(Int)
    case terms(TermRange, OrderTerm.Order)

    /// The stretches in which a query's items stand, behind a position;
    /// other items stand in them as well.
    static func all(of query: ItemQuery, after position: ListPosition?) -> [Stretch] {
        let isDescending = query.sort?.isDescending ?? false
        let first = isDescending ? Int.max : 0
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
        case (.timestamp, let key):
            var times = TermRange.times(query.filter)
            var untimed = query.filter.asksForTime ? nil : TermRange.untimed
            if case .timestamp(let time?) = key {
                times.skip(isDescending, to: place) { OrderTerm.append(timestamp: time, to: &$0) }
            } else if case .timestamp(nil) = key {
                times.upper = times.lower
                untimed?.skip(isDescending, to: place) { OrderTerm.append(timestamp: nil, to: &$0) }
            }
            return [times, untimed].compactMap { range in
                range.flatMap { $0.isEmpty ? nil : .terms($0, .timestamp) }
            }
        case (.title, let key):
            var titles = TermRange.titles
            if case .title(let title) = key {
                titles.skip(isDescending, to: place) {
                    OrderTerm.append(title: title.span, to: &$0)
                }
            }
            return [.terms(titles, .title)]
        }
    }

    private static func groups(_ wanted: Bool?, from done: Bool, _ place: Int) -> [Stretch] {
        (done ? [true] : [false, true]).filter { wanted ?? $0 == $0 }
            .map { .group(done: $0, place) }
    }
}
