import Items
import SQLite

/// Terms from one to another.
struct TermRange {
    /// The first term that may be meant.
    var lower: [UInt8]
    /// The first that is above all that are meant.
    var upper: [UInt8]

    var isEmpty: Bool { lower.span.compared(to: upper.span) >= 0 }

    /// Leaves out the item at this place among those of this key, and all
    /// that an order has before it.
    mutating func skip(
        _ isDescending: Bool, to place: Int, _ key: (inout [UInt8]) -> Void
    ) {
        var term: [UInt8] = []
        key(&term)
        OrderTerm.append(place: place, to: &term)
        if isDescending {
            if term.span.compared(to: upper.span) < 0 { upper = term }
        } else {
            // The next one that there can be.
            term.append(0)
            if term.span.compared(to: lower.span) > 0 { lower = term }
        }
    }
}

extension TermRange {
    /// All terms.
    static let everything = TermRange(lower: [0], upper: [255])
    /// All titles.
    static let titles = TermRange(lower: [1], upper: [2])
    /// All items without a due date.
    static let untimed = TermRange(lower: [3], upper: [4])
    /// All items with a location.
    static let locations = TermRange(lower: [4], upper: [6])

    /// The due dates that a filter means.
    static func times(_ filter: ItemFilter) -> TermRange {
        var range = TermRange(lower: [2], upper: [3])
        if let after = filter.dueAfter {
            range.lower = above { OrderTerm.append(timestamp: after, to: &$0) }
        }
        if let before = filter.dueBefore {
            range.upper = []
            OrderTerm.append(timestamp: before, to: &range.upper)
        }
        return range
    }

    /// The points of one band between two longitudes.
    static func points(_ band: Int, _ longitudes: ClosedRange<Double>) -> TermRange {
        var lower: [UInt8] = []
        OrderTerm.append(band: band, longitude: longitudes.lowerBound, to: &lower)
        let upper = above {
            OrderTerm.append(band: band, longitude: longitudes.upperBound, to: &$0)
        }
        return TermRange(lower: lower, upper: upper)
    }

    /// The points of some bands.
    static func points(_ bands: ClosedRange<Int>) -> TermRange {
        var range = TermRange(lower: [], upper: [])
        OrderTerm.append(band: bands.lowerBound, to: &range.lower)
        OrderTerm.append(band: bands.upperBound + 1, to: &range.upper)
        return range
    }

    /// What is above all terms of a key, whatever their places.
    private static func above(_ key: (inout [UInt8]) -> Void) -> [UInt8] {
        var term: [UInt8] = []
        key(&term)
        return term + [UInt8](repeating: 0xFF, count: OrderTerm.placeBytes + 1)
    }
}
