import Items
import SQLite

/// Makes new texts searchable, many at a time, in the transactions of the writes that come anyway.
///
///     a new item    is beyond the place up to which its owner's are searchable, and needs no note
///     another text  of an item before it: its place goes to unsearchable
///     2,048 later   new ones become a run of trigrams, and the place moves on; of long texts fewer
///                   are enough. When 2,048 others wait, however long, all of these do, and leave
///                   unsearchable: few that are changed again and again would fill the file
///     now and then  half of what an owner's runs say no longer holds: then all are made anew
///
/// What comes faster, in large requests, is made up for when nobody writes.
///
/// Sorted together and written side by side, an item costs a tenth of what it would cost alone. A
/// search looks at what is not searchable one by one.
final class TrigramWriter {
    /// To look whether an owner has enough costs as much as finding so many
    /// items, if there are none.
    private static let look = 32

    private let session: any StorageSession
    private let runs: TrigramRuns
    private let renewal: TrigramRenewal
    private let statements: TrigramStatements
    private var new: NewTexts
    /// Owners whose changed texts are becoming searchable, and how many of these are left.
    private var drained: [Int: Int] = [:]
    /// Whether what was done last was to make trigrams anew.
    private var isRenewing = false

    /// Makes runs of so many short texts.
    init(_ session: any StorageSession, itemsInRun: Int) throws(DatabaseError) {
        self.session = session
        new = NewTexts(enough: itemsInRun)
        statements = try TrigramStatements(session)
        runs = TrigramRuns(session, statements, room: itemsInRun)
        renewal = TrigramRenewal(session, runs, statements)
    }

    /// Whether somebody may have enough texts for a run, or their trigrams are being made anew.
    var hasWork: Bool { !new.due.isEmpty || renewal.hasWork }

    /// Notes that an item of an owner, whose items are searchable up to the place `end`, has a text
    /// that is not; answers how much of what trigrams say of the old one held until now.
    @discardableResult
    func note(
        _ item: ToDoItem, insteadOf old: ToDoItem? = nil, of owner: Owner, searchableTo end: Int
    ) throws(DatabaseError) -> Int {
        guard item.place <= end else {
            new.count(runs.weight(of: item), of: owner.key)
            return 0
        }
        new.count(1, of: owner.key)
        try statements.note.bind(owner.key, at: 1)
        try statements.note.bind(item.place, at: 2)
        try session.run(&statements.note)
        // One that waited already was counted then.
        guard let old, session.changes > 0 else { return 0 }
        return runs.weight(of: old)
    }

    /// Notes that such an item goes; answers the same.
    func noteDeletion(
        _ item: ToDoItem, of owner: Owner, searchableTo end: Int
    ) throws(DatabaseError) -> Int {
        guard item.place <= end else { return 0 }
        let weight = runs.weight(of: item)
        // Nothing waits, but so much may not hold any more that all is to be made anew.
        new.count(weight, of: owner.key)
        try statements.forgetOne.bind(owner.key, at: 1)
        try statements.forgetOne.bind(item.place, at: 2)
        try session.run(&statements.forgetOne)
        return session.changes > 0 ? 0 : weight
    }

    /// Notes that all items of an owner go: what comes back counts as new, and the runs go as well.
    func noteDeletionOfAll(of owner: Int) throws(DatabaseError) {
        try statements.forgetAll.bind(owner, at: 1)
        try session.run(&statements.forgetAll)
        drained[owner] = nil
        try statements.forgetEnd.bind(owner, at: 1)
        try session.run(&statements.forgetEnd)
        try renewal.begin(owner)
    }

    /// Notes that somebody has written, who may have work from before the start.
    func noteWriter(_ owner: Owner) { new.count(0, of: owner.key) }

    /// Goes on with what was being made anew when the last server ended.
    func resume() throws(DatabaseError) { try renewal.resume() }

    /// Leaves the owner with whom it has failed until as much text again has come.
    func passFirst() {
        if isRenewing { renewal.passFirst() } else { new.clearFirst(waiting: 0) }
    }

    /// Makes one run searchable if an owner has so many texts that wait, or in a turn does a little to
    /// make trigrams anew, and answers whether it did.
    func work(isTurn: Bool) throws(DatabaseError) -> Bool {
        isRenewing = false
        if try makeRun() { return true }
        // Other writers would wait for each run of it.
        guard isTurn else { return false }
        isRenewing = true
        return try renewal.work()
    }

    /// Makes a run of texts that wait, and answers whether anybody has enough.
    private func makeRun() throws(DatabaseError) -> Bool {
        var effort = runs.room
        while let owner = new.due.first, effort > 0 {
            effort -= Self.look
            guard let waiting = try makeRun(owner) else {
                new.postponeFirst()
                return true
            }
            effort -= waiting
            try renewal.look(at: owner)
            new.clearFirst(waiting: waiting)
        }
        return false
    }

    /// Makes a run of an owner's new texts, or of the changed ones; or answers how much waits, which
    /// is too little. What was changed again was counted again.
    private func makeRun(_ owner: Int) throws(DatabaseError) -> Int? {
        let texts = try runs.collect(&statements.newTexts, owner)
        guard texts.weight < runs.room else {
            try runs.make(of: texts, owner, end: texts.last)
            return nil
        }
        let changed = try countChanged(owner)
        return try drain(owner, changed) ? nil : max(texts.weight, changed)
    }

    /// Makes a run of changed texts when there are enough of them, or some are left that were counted
    /// with these: of those that are long, one run has room for few. If the others stayed, each that
    /// comes would make them enough again, and the same few would fill every run.
    private func drain(_ owner: Int, _ changed: Int) throws(DatabaseError) -> Bool {
        let left = changed >= runs.room ? changed : min(changed, drained[owner] ?? 0)
        drained[owner] = nil
        guard left > 0 else { return false }
        let texts = try runs.collect(&statements.changedTexts, owner)
        try runs.make(of: texts, owner)
        try statements.forget.bind(owner, at: 1)
        try statements.forget.bind(texts.last, at: 2)
        try session.run(&statements.forget)
        if left > texts.count { drained[owner] = left - texts.count }
        return true
    }

    /// How many changed texts wait, as far as it takes for a run.
    private func countChanged(_ owner: Int) throws(DatabaseError) -> Int {
        try statements.changedCount.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(runs.room, at: 2)
            return try session.step(&statement) ? statement.integer(at: 0) : 0
        }
    }
}
