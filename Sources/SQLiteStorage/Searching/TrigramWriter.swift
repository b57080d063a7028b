import Items
import SQLite

/// Makes new texts searchable, many at a time, in the transactions of the writes that come anyway.
///
///     a new item    is beyond the place up to which its owner's are searchable, and needs no note
///     another text  of an item before it: its place goes to unsearchable
///     2,048 later   new ones become a run of trigrams, and the place moves on; of long texts fewer
///                   are enough. When 2,048 others wait, however long, all of these do, and leave
///                   unsearchable: few that are changed again and again would fill the file
///     now and then  half of what an owner's runs say no longer holds: then all items count as new;
///                   the runs go first, one in each turn, and then others are made
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
    /// So many runs more may there be than half of them have use for.
    private static let spareRuns = 16

    private let session: any StorageSession
    private let weightOfRun: Int
    private let statements: TrigramStatements
    private var new: NewTexts
    /// Owners whose changed texts are becoming searchable, and how many of these are left.
    private var drained: [Int: Int] = [:]

    /// Makes runs of so many short texts.
    init(_ session: any StorageSession, itemsInRun: Int) throws(DatabaseError) {
        self.session = session
        weightOfRun = itemsInRun
        new = NewTexts(enough: itemsInRun)
        statements = try TrigramStatements(session)
    }

    /// Whether somebody may have enough texts for a run.
    var hasWork: Bool { !new.due.isEmpty }

    /// Notes that an item of an owner, whose items are searchable up to the place `end`, has a text
    /// that is not; answers how much of what trigrams say of the old one held until now.
    @discardableResult
    func note(
        _ item: ToDoItem, insteadOf old: ToDoItem? = nil, of owner: Owner, searchableTo end: Int
    ) throws(DatabaseError) -> Int {
        guard item.place <= end else {
            new.count(weight(of: item), of: owner.key)
            return 0
        }
        new.count(1, of: owner.key)
        try statements.note.bind(owner.key, at: 1)
        try statements.note.bind(item.place, at: 2)
        try session.run(&statements.note)
        // One that waited already was counted then.
        guard let old, session.changes > 0 else { return 0 }
        return weight(of: old)
    }

    /// Notes that such an item goes; answers the same.
    func noteDeletion(
        _ item: ToDoItem, of owner: Owner, searchableTo end: Int
    ) throws(DatabaseError) -> Int {
        guard item.place <= end else { return 0 }
        let weight = weight(of: item)
        // Nothing waits, but so much may not hold any more that all is to be made anew.
        new.count(weight, of: owner.key)
        try statements.forgetOne.bind(owner.key, at: 1)
        try statements.forgetOne.bind(item.place, at: 2)
        try session.run(&statements.forgetOne)
        return session.changes > 0 ? 0 : weight
    }

    /// Notes that somebody has written, who may have work from before the start.
    func noteWriter(_ owner: Owner) { new.count(0, of: owner.key) }

    /// Has all texts of an owner made searchable anew: none is from then on, since the place up to
    /// which they are is 0, and what runs there are shall go.
    func beginAnew(_ owner: Int) throws(DatabaseError) {
        try statements.beginAnew.bind(owner, at: 1)
        try session.run(&statements.beginAnew)
        try statements.forgetAll.bind(owner, at: 1)
        try session.run(&statements.forgetAll)
        drained[owner] = nil
        if try state(of: owner).runs > 0 { new.count(weightOfRun, of: owner) }
    }

    /// For how many texts that of an item counts.
    private func weight(of item: ToDoItem) -> Int {
        let description = item.content.itemDescription?.utf8.count ?? 0
        return weight(item.content.title.utf8.count + description)
    }

    /// A run of one text has all that it can.
    private func weight(_ bytes: Int) -> Int { min(1 + bytes / Self.bytesOfOne, weightOfRun) }

    /// Waits for as much text again of the owner who would be next.
    func passFirst() { new.clearFirst(waiting: 0) }

    /// Makes one run searchable if an owner has so many texts that wait, or in a turn drops one that
    /// is to go, and answers whether it did.
    func work(isTurn: Bool) throws(DatabaseError) -> Bool {
        var effort = weightOfRun
        var passed: Int?
        while let owner = new.due.first, owner != passed, effort > 0 {
            effort -= Self.look
            let state = try state(of: owner)
            let isToRenew = state.hasRunsToDrop || isStale(state)
            if isToRenew, !isTurn {
                // Writers who are not concerned would wait for each run of it.
                passed = passed ?? owner
                new.postponeFirst()
                continue
            }
            if isToRenew {
                try renew(owner, state)
            } else if let waiting = try makeRun(owner) {
                effort -= waiting
                new.clearFirst(waiting: waiting)
                continue
            }
            new.postponeFirst()
            return true
        }
        return false
    }

    /// Makes a run of an owner's new texts, or of the changed ones; or answers how much waits, which
    /// is too little. What was changed again was counted again.
    private func makeRun(_ owner: Int) throws(DatabaseError) -> Int? {
        let texts = try collect(&statements.newTexts, owner)
        guard texts.weight < weightOfRun else {
            try makeRun(of: texts, owner, end: texts.last)
            return nil
        }
        let changed = try countChanged(owner)
        return try drain(owner, changed) ? nil : max(texts.weight, changed)
    }

    /// How it stands with an owner.
    private struct State {
        var searchableTo = 0
        var runs = 0
        var stale = 0

        /// Whether all is to be made anew, and what there is has to go first.
        var hasRunsToDrop: Bool { searchableTo == 0 && runs > 0 }
    }

    private func isStale(_ state: State) -> Bool {
        state.stale / weightOfRun >= state.runs / 2 + Self.spareRuns
    }

    private func state(of owner: Int) throws(DatabaseError) -> State {
        try statements.state.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            guard try session.step(&statement) else { return State() }
            return State(
                searchableTo: try statement.counter(at: 0), runs: try statement.counter(at: 1),
                stale: try statement.counter(at: 2))
        }
    }

    /// Begins to make all anew, or drops the last run for it.
    private func renew(_ owner: Int, _ state: State) throws(DatabaseError) {
        guard state.hasRunsToDrop else { return try beginAnew(owner) }
        try statements.dropRun.bind(owner, at: 1)
        try session.run(&statements.dropRun)
        try statements.setLastRun.bind(owner, at: 1)
        try session.run(&statements.setLastRun)
        // A damaged key is found by no search for it, and would be tried for ever.
        let runs = try self.state(of: owner).runs
        try statements.dropRun.require(runs < state.runs, "a run that cannot be dropped")
    }

    /// Makes a run of changed texts when there are enough of them, or some are left that were counted
    /// with these: of those that are long, one run has room for few. If the others stayed, each that
    /// comes would make them enough again, and the same few would fill every run.
    private func drain(_ owner: Int, _ changed: Int) throws(DatabaseError) -> Bool {
        let left = changed >= weightOfRun ? changed : min(changed, drained[owner] ?? 0)
        drained[owner] = nil
        guard left > 0 else { return false }
        let texts = try collect(&statements.changedTexts, owner)
        try makeRun(of: texts, owner, end: 0)
        try statements.forget.bind(owner, at: 1)
        try statements.forget.bind(texts.last, at: 2)
        try session.run(&statements.forget)
        if left > texts.count { drained[owner] = left - texts.count }
        return true
    }

    /// The texts of a run.
    private struct Texts {
        var pairs = TrigramPairs()
        var count = 0
        var weight = 0
        /// The last place.
        var last = 0
    }

    /// How many changed texts wait, as far as it takes for a run.
    private func countChanged(_ owner: Int) throws(DatabaseError) -> Int {
        try statements.changedCount.withReset { statement throws(DatabaseError) in
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
    private func makeRun(of texts: Texts, _ owner: Int, end: Int) throws(DatabaseError) {
        var pairs = texts.pairs
        pairs.sort()
        let run = try store(pairs, owner)
        try statements.setEnd.bind(owner, at: 1)
        try statements.setEnd.bind(run, at: 2)
        try statements.setEnd.bind(end, at: 3)
        // Room that a run leaves empty is as good as what does not hold.
        try statements.setEnd.bind(max(0, weightOfRun - texts.weight), at: 4)
        try session.run(&statements.setEnd)
    }

    /// Stores a run, and returns its number.
    private func store(_ pairs: TrigramPairs, _ owner: Int) throws(DatabaseError) -> Int {
        let run = try state(of: owner).runs + 1
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
        return run
    }
}
