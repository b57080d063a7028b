import Items
import SQLite

/// Makes new texts searchable, many at a time, in the transactions of the writes that come anyway.
///
///     a write      its place goes to unsearchable
///     2,048 later   their trigrams become one run, and the places leave unsearchable
///
/// Sorted together and written side by side, an item costs a tenth of what it would cost alone. A
/// search looks at what is unsearchable one by one.
final class TrigramWriter {
    /// A run ends early with so many bytes of text: somebody waits for its transaction, and each byte
    /// takes up to 24 of memory meanwhile.
    private static let bytesInRun = 128 << 10
    /// A place and a trigram are sorted as one number.
    fileprivate static let placeBits: UInt64 = 40

    private let session: any StorageSession
    private let itemsInRun: Int
    private var note: Statement
    private var isDue: Statement
    private var texts: Statement
    private var lastRun: Statement
    private var add: Statement
    private var forget: Statement
    private var forgetAllTrigrams: Statement
    private var forgetAllPlaces: Statement
    /// How many texts came since somebody looked whether a run is due.
    private var noted: Int
    private var folded: [UInt8] = []

    init(_ session: any StorageSession, itemsInRun: Int) throws(DatabaseError) {
        self.session = session
        self.itemsInRun = itemsInRun
        // The file may have some from before.
        noted = itemsInRun
        note = try session.prepare(
            """
            INSERT INTO unsearchable (owner, place) VALUES (?1, ?2) \
            ON CONFLICT (owner, place) DO NOTHING
            """)
        isDue = try session.prepare("SELECT 1 FROM unsearchable LIMIT 1 OFFSET ?1")
        texts = try session.prepare(
            """
            SELECT w.owner, w.place, i.title, i.description FROM unsearchable w \
            LEFT JOIN items i ON i.place = w.place AND i.owner = w.owner \
            WHERE w.owner = (SELECT min(owner) FROM unsearchable) ORDER BY w.place LIMIT ?1
            """)
        lastRun = try session.prepare("SELECT last_run FROM owners WHERE owner = ?1")
        add = try session.prepare(
            "INSERT INTO trigrams (owner, trigram, run, places) VALUES (?1, ?2, ?3, ?4)")
        forget = try session.prepare(
            "DELETE FROM unsearchable WHERE owner = ?1 AND place <= ?2")
        forgetAllTrigrams = try session.prepare("DELETE FROM trigrams WHERE owner = ?1")
        forgetAllPlaces = try session.prepare("DELETE FROM unsearchable WHERE owner = ?1")
    }

    /// Notes that an item has a text that is not searchable yet.
    func note(_ place: Int, of owner: Owner) throws(DatabaseError) {
        noted += 1
        try note.bind(owner.key, at: 1)
        try note.bind(place, at: 2)
        try session.run(&note)
    }

    /// Forgets all texts of an owner.
    func forgetAll(of owner: Owner) throws(DatabaseError) {
        try forgetAllTrigrams.bind(owner.key, at: 1)
        try session.run(&forgetAllTrigrams)
        try forgetAllPlaces.bind(owner.key, at: 1)
        try session.run(&forgetAllPlaces)
    }

    /// Whether it is worth looking for a run: that costs as much as some writes, so not every batch does.
    var mayBeDue: Bool { noted * 2 >= itemsInRun }

    /// Waits for as many texts again, after a failure.
    func rest() { noted = 0 }

    /// Makes one run searchable if so many texts wait; false when they do not.
    func work() throws(DatabaseError) -> Bool {
        let isDue = try isDue.withReset { statement throws(DatabaseError) in
            try statement.bind(itemsInRun - 1, at: 1)
            return try session.step(&statement)
        }
        guard isDue else {
            noted = 0
            return false
        }
        var pairs: [UInt64] = []
        guard let (owner, last) = try collect(&pairs) else { return false }
        try store(pairs.sortedByTrigram(), owner)
        try forget.bind(owner, at: 1)
        try forget.bind(last, at: 2)
        try session.run(&forget)
        return true
    }

    /// Collects the trigrams of a run, each with its place; returns the owner and the last place.
    private func collect(_ pairs: inout [UInt64]) throws(DatabaseError) -> (Int, last: Int)? {
        try texts.withReset { statement throws(DatabaseError) in
            try statement.bind(itemsInRun, at: 1)
            var end: (Int, last: Int)?
            var bytes = 0
            while bytes < Self.bytesInRun, try session.step(&statement) {
                let place = statement.integer(at: 1)
                end = (statement.integer(at: 0), last: place)
                // Without a title the item has gone.
                guard !statement.isNull(at: 2) else { continue }
                folded.removeAll(keepingCapacity: true)
                CaseFolding.append(statement.text(at: 2), to: &folded)
                folded.append(0)
                CaseFolding.append(statement.text(at: 3), to: &folded)
                bytes += folded.count
                Trigrams.forEach(in: folded.span) {
                    pairs.append(UInt64($0) << Self.placeBits | UInt64(place))
                }
            }
            return end
        }
    }

    private func store(_ pairs: [UInt64], _ owner: Int) throws(DatabaseError) {
        let run = try lastRun.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            return try session.step(&statement) ? statement.integer(at: 0) + 1 : 1
        }
        var places: [UInt8] = []
        var last = 0
        var index = 0
        while index < pairs.count {
            let trigram = pairs[index] >> Self.placeBits
            let place = Int(pairs[index] & (1 << Self.placeBits - 1))
            if place != last { PlaceList.append(place, after: last, to: &places) }
            last = place
            index += 1
            guard index == pairs.count || pairs[index] >> Self.placeBits != trigram else {
                continue
            }
            try add.bind(owner, at: 1)
            try add.bind(Int(trigram), at: 2)
            try add.bind(run, at: 3)
            try add.bind(blob: places.span, at: 4)
            try session.run(&add)
            places.removeAll(keepingCapacity: true)
            last = 0
        }
        try session.execute("UPDATE owners SET last_run = \(run) WHERE owner = \(owner)")
    }
}

extension [UInt64] {
    /// The pairs by trigram, those of one in the order in which they were, which is that of their
    /// places: counted by the lower twelve bits of the trigram, then by the upper ones.
    fileprivate func sortedByTrigram() -> [UInt64] {
        sorted(byBitsFrom: TrigramWriter.placeBits).sorted(byBitsFrom: TrigramWriter.placeBits + 12)
    }

    private func sorted(byBitsFrom shift: UInt64) -> [UInt64] {
        var ends = [Int](repeating: 0, count: 4_096)
        for pair in self { ends[Int(pair >> shift & 0xFFF)] += 1 }
        var sum = 0
        for index in ends.indices {
            sum += ends[index]
            ends[index] = sum
        }
        var sorted = self
        for pair in reversed() {
            let digit = Int(pair >> shift & 0xFFF)
            ends[digit] -= 1
            sorted[ends[digit]] = pair
        }
        return sorted
    }
}
