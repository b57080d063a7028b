import Items
import SQLite

/// Makes runs of trigrams out of texts.
final class TrigramRuns {
    /// A text counts once more for each so many bytes, so that a run has 128 KiB and one text at
    /// most: somebody waits for its transaction, and each byte takes up to 24 of memory meanwhile.
    private static let bytesOfOne = 64

    /// For how many short texts a run has room.
    let room: Int
    private let session: any StorageSession
    private let statements: TrigramStatements

    /// Makes runs of so many short texts.
    init(_ session: any StorageSession, _ statements: TrigramStatements, room: Int) {
        self.session = session
        self.statements = statements
        self.room = room
    }

    /// For how many texts that of an item counts.
    func weight(of item: ToDoItem) -> Int {
        let description = item.content.itemDescription?.utf8.count ?? 0
        return weight(item.content.title.utf8.count + description)
    }

    /// A run of one text has all that it can.
    private func weight(_ bytes: Int) -> Int { min(1 + bytes / Self.bytesOfOne, room) }

    /// The texts of a run.
    struct Texts {
        fileprivate var pairs = TrigramPairs()
        fileprivate(set) var count = 0
        fileprivate(set) var weight = 0
        /// The last place.
        fileprivate(set) var last = 0
    }

    /// Collects texts of an owner, in the order of their places, until they are enough for a run. The
    /// first two parameters of the question are the owner and a limit.
    func collect(_ texts: inout Statement, _ owner: Int) throws(DatabaseError) -> Texts {
        try texts.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(room, at: 2)
            var texts = Texts()
            var folded: [UInt8] = []
            while texts.weight < room, try session.step(&statement) {
                let place = try statement.counter(at: 0)
                try statement.require(place <= TrigramPairs.lastPlace, "a place beyond all places")
                try statement.requireOrder(place >= texts.last)
                texts.last = place
                texts.count += 1
                let (title, description) = (statement.text(at: 1), statement.text(at: 2))
                texts.weight += weight(title.count + description.count)
                guard !statement.isNull(at: 1) else { continue }
                folded.removeAll(keepingCapacity: true)
                CaseFolding.append(title, to: &folded)
                folded.append(0)
                CaseFolding.append(description, to: &folded)
                texts.pairs.append(folded.span, at: place)
            }
            return texts
        }
    }

    /// Makes a run, and has new texts searchable up to the place `end`, if they are not already.
    func make(of texts: Texts, _ owner: Int, end: Int = 0) throws(DatabaseError) {
        var pairs = texts.pairs
        pairs.sort()
        let run = try lastRun(of: owner) + 1
        try store(pairs, run, owner)
        try statements.setEnd.bind(owner, at: 1)
        try statements.setEnd.bind(run, at: 2)
        try statements.setEnd.bind(end, at: 3)
        // Room that a run leaves empty is as good as what does not hold.
        try statements.setEnd.bind(max(0, room - texts.weight), at: 4)
        try session.run(&statements.setEnd)
    }

    private func lastRun(of owner: Int) throws(DatabaseError) -> Int {
        try statements.lastRun.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            return try session.step(&statement) ? statement.counter(at: 0) : 0
        }
    }

    private func store(_ pairs: TrigramPairs, _ run: Int, _ owner: Int) throws(DatabaseError) {
        var places: [UInt8] = []
        var last = 0
        var index = 0
        while index < pairs.count {
            let trigram = pairs.trigram(index)
            let place = pairs.place(index)
            if place != last { PlaceList.append(place, after: last, to: &places) }
            last = place
            index += 1
            guard index == pairs.count || pairs.trigram(index) != trigram else { continue }
            try statements.add.bind(owner, at: 1)
            try statements.add.bind(trigram, at: 2)
            try statements.add.bind(run, at: 3)
            try statements.add.bind(blob: places.span, at: 4)
            try session.run(&statements.add)
            places.removeAll(keepingCapacity: true)
            last = 0
        }
    }
}
