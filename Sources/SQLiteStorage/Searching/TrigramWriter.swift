import Items
import SQLite

/// Makes new texts searchable, many at a time, in the transactions of the writes that come anyway.
///
///     a new item    is beyond the place up to which its owner's are searchable, and needs no note
///     another text  of an item before it: its place goes to unsearchable
///     2,048 later   new ones become a run of trigrams, and the place moves on; of long texts fewer
///                   are enough. When 2,048 others wait, however long, all of these do, and leave
///                   unsearchable: few that are changed again and again would fill the file
///
/// What comes faster, in large requests, is made up for when nobody writes.
///
/// Sorted together and written side by side, an item costs a tenth of what it would cost alone. A
/// search looks at what is not searchable one by one.
final class TrigramWriter {
    /// A text counts once more for each so many bytes, so that a run has 128 KiB and one text at
    /// most: somebody waits for its transaction, and each byte takes up to 24 of memory meanwhile.
    private static let bytesOfOne = 64
    /// To look whether an owner has enough costs as much as finding so many
    /// items, if there are none.
    private static let look = 32

    private let session: any StorageSession
    private let weightOfRun: Int
    private var note: Statement
    private var newTexts: Statement
    private var changedTexts: Statement
    private var changedCount: Statement
    private var lastRun: Statement
    private var add: Statement
    private var forget: Statement
    private var setEnd: Statement
    private var forgetAllTrigrams: Statement
    private var forgetAllPlaces: Statement
    private var forgetEnd: Statement
    private var new: NewTexts
    /// Owners all of whose changed texts are to become searchable.
    private var drained: Set<Int> = []

    /// Makes runs of so many short texts.
    init(_ session: any StorageSession, itemsInRun: Int) throws(DatabaseError) {
        self.session = session
        weightOfRun = itemsInRun
        new = NewTexts(enough: itemsInRun)
        note = try session.prepare(
            """
            INSERT INTO unsearchable (owner, place) VALUES (?1, ?2) \
            ON CONFLICT (owner, place) DO NOTHING
            """)
        newTexts = try session.prepare(Unsearchable.newTexts)
        changedTexts = try session.prepare(Unsearchable.changedTexts)
        changedCount = try session.prepare(Unsearchable.changedCount)
        lastRun = try session.prepare("SELECT last_run FROM owners WHERE owner = ?1")
        add = try session.prepare(
            "INSERT INTO trigrams (owner, trigram, run, places) VALUES (?1, ?2, ?3, ?4)")
        forget = try session.prepare(
            "DELETE FROM unsearchable WHERE owner = ?1 AND place <= ?2")
        setEnd = try session.prepare(
            """
            UPDATE owners SET last_run = ?2, searchable_to = max(searchable_to, ?3) \
            WHERE owner = ?1
            """)
        forgetAllTrigrams = try session.prepare("DELETE FROM trigrams WHERE owner = ?1")
        forgetAllPlaces = try session.prepare("DELETE FROM unsearchable WHERE owner = ?1")
        forgetEnd = try session.prepare(
            "UPDATE owners SET searchable_to = 0, last_run = 0 WHERE owner = ?1")
    }

    /// Whether somebody may have enough texts for a run.
    var hasWork: Bool { !new.due.isEmpty }

    /// Notes that an item of an owner, whose items are searchable up to the place `end`, has a text
    /// that is not.
    func note(_ item: ToDoItem, of owner: Owner, searchableTo end: Int) throws(DatabaseError) {
        guard item.place <= end else {
            let title = item.content.title.utf8.count
            let description = item.content.itemDescription?.utf8.count ?? 0
            return new.count(Self.weight(title + description), of: owner.key)
        }
        new.count(1, of: owner.key)
        try note.bind(owner.key, at: 1)
        try note.bind(item.place, at: 2)
        try session.run(&note)
    }

    /// Forgets all texts of an owner, whose items are searchable up to no place then.
    func forgetAll(of owner: Owner) throws(DatabaseError) {
        try forgetAllTrigrams.bind(owner.key, at: 1)
        try session.run(&forgetAllTrigrams)
        try forgetAllPlaces.bind(owner.key, at: 1)
        try session.run(&forgetAllPlaces)
        try forgetEnd.bind(owner.key, at: 1)
        try session.run(&forgetEnd)
    }

    private static func weight(_ bytes: Int) -> Int { 1 + bytes / bytesOfOne }

    /// Waits for as much text again of everyone, after a failure, or after damage of the one owner
    /// whose it is.
    func rest(after error: DatabaseError) {
        if error.isOfContents { new.clearFirst(waiting: 0) } else { new.clear() }
    }

    /// Makes one run searchable if an owner has so many texts that wait, and
    /// answers whether it did.
    func work() throws(DatabaseError) -> Bool {
        var effort = weightOfRun
        while let owner = new.due.first, effort > 0 {
            let texts = try collect(&newTexts, owner)
            let changed = texts.weight >= weightOfRun ? 0 : try countChanged(owner)
            effort -= texts.weight + changed + Self.look
            if texts.weight >= weightOfRun {
                try makeRun(of: texts, owner, end: texts.last)
            } else if changed >= weightOfRun || changed > 0 && drained.contains(owner) {
                // One run has no room for many that are long. If the others were left, each that
                // comes would make them enough again, and the same few would fill every run.
                drained.insert(owner)
                let texts = try collect(&changedTexts, owner)
                try makeRun(of: texts, owner, end: 0)
                try forget.bind(owner, at: 1)
                try forget.bind(texts.last, at: 2)
                try session.run(&forget)
            } else {
                // Texts that were changed again were counted again.
                drained.remove(owner)
                new.clearFirst(waiting: max(texts.weight, changed))
                continue
            }
            new.postponeFirst()
            return true
        }
        return false
    }

    /// The texts of a run.
    private struct Texts {
        var pairs = TrigramPairs()
        var weight = 0
        /// The last place.
        var last = 0
    }

    /// How many changed texts wait, as far as it takes for a run.
    private func countChanged(_ owner: Int) throws(DatabaseError) -> Int {
        try changedCount.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(weightOfRun, at: 2)
            return try session.step(&statement) ? statement.integer(at: 0) : 0
        }
    }

    /// Collects texts that wait, in the order of their places, until they are enough for a run.
    private func collect(
        _ texts: inout Statement, _ owner: Int
    ) throws(DatabaseError) -> Texts {
        try texts.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(weightOfRun, at: 2)
            var texts = Texts()
            var folded: [UInt8] = []
            while texts.weight < weightOfRun, try session.step(&statement) {
                let place = try statement.counter(at: 0)
                try statement.require(place <= TrigramPairs.lastPlace, "a place beyond all places")
                try statement.requireOrder(place >= texts.last)
                texts.last = place
                let (title, description) = (statement.text(at: 1), statement.text(at: 2))
                texts.weight += Self.weight(title.count + description.count)
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
    private func makeRun(of texts: Texts, _ owner: Int, end: Int) throws(DatabaseError) {
        var pairs = texts.pairs
        pairs.sort()
        let run = try store(pairs, owner)
        try setEnd.bind(owner, at: 1)
        try setEnd.bind(run, at: 2)
        try setEnd.bind(end, at: 3)
        try session.run(&setEnd)
    }

    /// Stores a run, and returns its number.
    private func store(_ pairs: TrigramPairs, _ owner: Int) throws(DatabaseError) -> Int {
        let run = try lastRun.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            return try session.step(&statement) ? statement.counter(at: 0) + 1 : 1
        }
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
            try add.bind(owner, at: 1)
            try add.bind(trigram, at: 2)
            try add.bind(run, at: 3)
            try add.bind(blob: places.span, at: 4)
            try session.run(&add)
            places.removeAll(keepingCapacity: true)
            last = 0
        }
        return run
    }
}
