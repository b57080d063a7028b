import Items
import SQLite

/// The items in which words may occur, by the trigrams of the words.
extension PlaceFinder {
    /// More trigrams of a long search are not looked at: the few items that
    /// are left are judged anyway.
    private static let trigrams = 8
    /// A trigram of so many bytes of places, about as many items, tells nothing.
    private static let bytes = 256 << 10
    /// So few places are judged as quickly as they are narrowed down.
    private static let fewEnough = 64

    /// So many places may wait to become searchable; a writer that falls
    /// behind further has a database from before to catch up with.
    private static let waiting = 8_192

    /// The places of all items in which every word may occur; nil when there are many, or the words
    /// are too short to tell.
    func places(with words: SearchWords) throws(DatabaseError) -> [Int]? {
        let trigrams = Trigrams.all(in: words).prefix(Self.trigrams)
        guard !trigrams.isEmpty,
            let waiting = try ask(
                .unsearchable, atMost: Self.waiting, { _ throws(DatabaseError) in })
        else { return nil }
        let runs = try runs()
        var found: [Int]?
        for trigram in trigrams {
            guard let places = try places(with: trigram, runs) else { continue }
            found = found?.common(with: places) ?? places
            if let found, found.count <= Self.fewEnough { break }
        }
        guard let found, found.count <= Self.few else { return nil }
        return Set(found).union(waiting).sorted()
    }

    private func runs() throws(DatabaseError) -> Range<Int> {
        try statements.ask(.runs, of: owner) { statement throws(DatabaseError) in
            guard try statements.session.step(&statement) else { return 1..<1 }
            let (first, last) = (try statement.counter(at: 0), try statement.counter(at: 1))
            return first..<max(first, last + 1)
        }
    }

    private func places(
        with trigram: UInt32, _ runs: Range<Int>
    ) throws(DatabaseError) -> [Int]? {
        var places: [Int] = []
        var bytes = 0
        for run in runs {
            try statements.ask(.trigram, of: owner) { statement throws(DatabaseError) in
                try statement.bind(run, at: 2)
                try statement.bind(Int(trigram), at: 3)
                guard try statements.session.step(&statement) else { return }
                let list = statement.blob(at: 0)
                bytes += list.count
                PlaceList.append(list, to: &places)
            }
            guard bytes <= Self.bytes else { return nil }
        }
        // Each run is sorted, and they follow each other in time, and places with them. But changed
        // items are in several, and when trigrams are made anew, runs of new items come between.
        let isSorted = zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
        guard !isSorted else { return places }
        places.sort()
        return places.distinct
    }
}

extension [Int] {
    /// Each number once, those that are alike standing beside each other.
    fileprivate var distinct: [Int] {
        var distinct: [Int] = []
        distinct.reserveCapacity(count)
        for number in self where number != distinct.last { distinct.append(number) }
        return distinct
    }

    /// The numbers that are in both, each being sorted.
    fileprivate func common(with other: [Int]) -> [Int] {
        var common: [Int] = []
        var (a, b) = (startIndex, other.startIndex)
        while a < endIndex, b < other.endIndex {
            if self[a] == other[b] {
                common.append(self[a])
                (a, b) = (a + 1, b + 1)
            } else if self[a] < other[b] {
                a += 1
            } else {
                b += 1
            }
        }
        return common
    }
}
