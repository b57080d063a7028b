import Items
import SQLite

/// Whether a search finds every item: each trigram of its texts must name
/// its place, unless the item still waits to become searchable, as what is
/// beyond the last place that is and what has a row do.
struct SearchCheck {
    static let sentence = "a search finds every item"
    /// The trigrams of so many bytes of text, eight bytes each, and of what these texts were before,
    /// are in memory at once; for more, the table is read again.
    private static let bytesAtOnce = 16 << 20
    private static let placeBits: UInt64 = 40

    let session: any StorageSession

    /// How many items are not found, and the first of them.
    func breaches() throws(DatabaseError) -> (count: Int, example: String) {
        var (count, example) = (0, "")
        for (owner, last) in try owners() {
            var place = 0
            while let end = try lastPlace(of: owner, after: place, upTo: last) {
                let known = try pairs(of: owner, place + 1...end)
                for lost in try lost(of: owner, place + 1...end, known) {
                    if count == 0 { example = "owner \(owner), place \(lost)" }
                    count += 1
                }
                place = end
            }
        }
        return (count, example)
    }

    /// Every owner with the place up to which the items are searchable: all, before there was one.
    private func owners() throws(DatabaseError) -> [(owner: Int, last: Int)] {
        let column = "searchable_to"
        let hasPlace = try session.has(column, in: "owners")
        var owners: [(owner: Int, last: Int)] = []
        var statement = try session.prepare(
            "SELECT owner, \(hasPlace ? column : "\(Int.max)") FROM owners ORDER BY owner")
        while try session.step(&statement) {
            owners.append((statement.integer(at: 0), statement.integer(at: 1)))
        }
        return owners
    }

    /// The last place of the next items, nil when there are none.
    private func lastPlace(
        of owner: Int, after place: Int, upTo last: Int
    ) throws(DatabaseError) -> Int? {
        var statement = try session.prepare(
            """
            SELECT place, \
            length(CAST(title AS BLOB)) + coalesce(length(CAST(description AS BLOB)), 0) \
            FROM items NOT INDEXED \
            WHERE owner = \(owner) AND place > \(place) AND place <= \(last) \
            ORDER BY place
            """)
        var end = place
        var bytes = 0
        while bytes < Self.bytesAtOnce, try session.step(&statement) {
            let next = statement.integer(at: 0)
            try statement.requireOrder(next > end)
            end = next
            bytes += statement.integer(at: 1)
        }
        return end > place ? end : nil
    }

    /// Every trigram with every place in the range that it names, as sorted numbers.
    private func pairs(
        of owner: Int, _ range: ClosedRange<Int>
    ) throws(DatabaseError) -> [UInt64] {
        var statement = try session.prepare(
            "SELECT trigram, places FROM trigrams WHERE owner = \(owner)")
        var pairs: [UInt64] = []
        var places: [Int] = []
        while try session.step(&statement) {
            places.removeAll(keepingCapacity: true)
            PlaceList.append(statement.blob(at: 1), to: &places)
            let trigram = UInt64(truncatingIfNeeded: statement.integer(at: 0)) << Self.placeBits
            for place in places where range.contains(place) {
                pairs.append(trigram | UInt64(place))
            }
        }
        pairs.sort()
        return pairs
    }

    private func lost(
        of owner: Int, _ range: ClosedRange<Int>, _ known: [UInt64]
    ) throws(DatabaseError) -> [Int] {
        var statement = try session.prepare(
            """
            SELECT place, title, description FROM items NOT INDEXED WHERE owner = \(owner) \
            AND place BETWEEN \(range.lowerBound) AND \(range.upperBound) AND NOT EXISTS (\
            SELECT 1 FROM unsearchable u WHERE u.owner = items.owner AND u.place = items.place)
            """)
        var lost: [Int] = []
        var folded: [UInt8] = []
        while try session.step(&statement) {
            let place = statement.integer(at: 0)
            folded.removeAll(keepingCapacity: true)
            CaseFolding.append(statement.text(at: 1), to: &folded)
            folded.append(0)
            CaseFolding.append(statement.text(at: 2), to: &folded)
            var isWhole = true
            Trigrams.forEach(in: folded.span) {
                isWhole = isWhole && known.has(UInt64($0) << Self.placeBits | UInt64(place))
            }
            if !isWhole { lost.append(place) }
        }
        return lost
    }
}

extension [UInt64] {
    /// Whether the number is in this sorted array.
    fileprivate func has(_ number: UInt64) -> Bool {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < endIndex && self[low] == number
    }
}
