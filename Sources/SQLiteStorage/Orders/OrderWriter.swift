import Items
import SQLite

/// Keeps the orders by title, by due date and by location true, for many writes at a time.
///
///     a write       its terms, and those that it took away, are noted
///     end of batch  sorted, they join the newest terms of each owner, or are a new run with these
///                   when they are too many: this may not fail
///     then          runs are merged, some terms with each batch: this may fail
///
/// A key that comes in no order would touch a page of an index for itself, which
/// is logged and copied whole. Sorted and side by side, a hundred terms share one.
final class OrderWriter {
    /// So much is noted at most, whatever one request writes.
    private static let room = 1 << 20
    /// How many terms may be moved for each batch.
    struct Effort {
        var least = 1_024
        /// For each new term; several times as many as merges need on the average.
        var each = 16
        /// None are moved before so many may be: each time that a merge stops it writes the
        /// beginnings of all its runs anew.
        var slice = 4_096
    }

    private let readers: Deferred<RunStatements>
    private let tables: Deferred<TermTable>
    private let pace: Effort
    private var notes = TermNotes()
    /// Owners all of whose items were deleted, and how many notes there were before.
    private var forgotten: [(owner: Int, notes: Int)] = []
    /// Owners whose runs may have to be merged, by what this transaction has done, and what may be
    /// done for it.
    private var mergeable: Set<Int> = []
    private var effort = 0
    /// The same by what is on the disk.
    private var unfinished: Set<Int> = []
    /// Who was merged last, and owners whose terms are damaged: to merge them fails, and would take
    /// back the others' merges each time.
    private var merging: Int?
    private var damaged: Set<Int> = []
    /// For so many transactions nothing is merged, since it failed.
    private var rests = 0

    init(_ session: any StorageSession, pace: Effort = Effort()) {
        self.pace = pace
        readers = Deferred(session) { session throws(DatabaseError) in try RunStatements(session) }
        tables = Deferred(session, TermTable.init)
    }

    private var statements: RunStatements {
        get throws(DatabaseError) { try readers.value }
    }
    private var table: TermTable {
        get throws(DatabaseError) { try tables.value }
    }

    /// Forgets what was noted in a transaction that is over.
    func startOver() {
        clear()
        mergeable = unfinished
        effort = (unfinished.isEmpty ? 0 : min(effort, pace.slice)) + pace.least
        rests = max(0, rests - 1)
    }

    /// To be called when the transaction is on the disk.
    func noteCommit() { unfinished = mergeable }

    /// Notes that an item is there, and what was in its stead.
    func note(
        _ item: ToDoItem, insteadOf old: ToDoItem? = nil, of owner: Owner
    ) throws(DatabaseError) {
        if let old { notes.append(old, isRemoved: true, unlessOf: item, owner) }
        notes.append(item, isRemoved: false, unlessOf: old, owner)
        try keepRoom()
    }

    /// Notes that an item has gone.
    func noteDeletion(_ item: ToDoItem, of owner: Owner) throws(DatabaseError) {
        notes.append(item, isRemoved: true, unlessOf: nil, owner)
        try keepRoom()
    }

    private func keepRoom() throws(DatabaseError) {
        if notes.size > Self.room { try store() }
    }

    /// Forgets the orders of an owner.
    func forgetAll(of owner: Owner) throws(DatabaseError) {
        try table.deleteAll(of: owner.key)
        damaged.remove(owner.key)
        forgotten.append((owner.key, notes.count))
    }

    /// Forgets what is noted: it is stored, or what it says was taken back.
    func clear() {
        notes.removeAll()
        forgotten.removeAll(keepingCapacity: true)
    }

    /// Stores what was noted, of each owner for itself: at the end, or before somebody reads it.
    func store() throws(DatabaseError) {
        let sorted = notes.sorted()
        var start = 0
        while start < sorted.count {
            let owner = sorted[start].owner
            let end = sorted[start...].firstIndex { $0.owner != owner } ?? sorted.count
            let valid = forgotten.last { $0.owner == owner }?.notes ?? 0
            try write(notes.latest(of: sorted[start..<end], from: valid), of: owner)
            start = end
        }
        clear()
    }

    /// Whether there may be runs that should be one, and it is time to see to it.
    var isMergeDue: Bool { rests == 0 && !mergeable.isEmpty && effort >= pace.slice }

    /// Merges runs of those who have new ones, as long as it does not take
    /// too long: each has an equal share, or what the others leave of theirs.
    func merge(effort limit: Int? = nil) throws(DatabaseError) {
        guard limit != nil || isMergeDue else { return }
        merging = nil
        var effort = limit ?? effort
        let merger = RunMerger(table: try table, statements: try statements)
        let owners = mergeable
        for (index, owner) in owners.enumerated() {
            merging = owner
            let share = effort / (owners.count - index)
            let left = try merger.work(owner, effort: share)
            if left > 0 { mergeable.remove(owner) }
            effort += left - share
        }
        self.effort = 0
    }

    /// Merges nothing for some time after a failure. After damage only its owner rests, whose terms
    /// do not mend by themselves.
    func rest(after error: DatabaseError) {
        guard error.isOfContents, let merging else { return rests = 64 }
        damaged.insert(merging)
        mergeable.remove(merging)
        unfinished.remove(merging)
    }

    /// Takes nobody's terms for damaged any more: whoever left, another may have the same key.
    func forgetDamage() { damaged.removeAll() }

    /// Appends notes to the owner's newest terms, which become a run when they are too many.
    private func write(_ terms: [Int], of owner: Int) throws(DatabaseError) {
        guard !terms.isEmpty else { return }
        let (notes, statements, table) = (notes, try statements, try table)
        let older = try statements.newest(of: owner)
        if older.bytes.isEmpty, terms.count >= RunList.small {
            return try add(notes.block(of: terms), to: try statements.runs(of: owner), owner)
        }
        var newest = older
        for note in terms { newest.append(notes.term(note), isRemoved: notes.isRemoved(note)) }
        guard newest.isTooLong else { return try table.set(newest, of: owner) }

        // An item that was changed often has left much, of which little holds; and
        // where nothing is older, nothing need be said of what is not there.
        let list = try statements.runs(of: owner)
        guard var sorted = RunBlock(newest: newest.bytes.span) else {
            // What is damaged stays so: who asks for it is told, and nobody is kept from writing.
            return try add(notes.block(of: terms), to: list, owner)
        }
        if list.runs.isEmpty { sorted = sorted.withoutRemoved }
        newest = NewestTerms(sorted)
        if !newest.isShort {
            try add(sorted, to: list, owner)
            newest = NewestTerms()
        }
        try table.set(newest, of: owner)
    }

    /// Adds a run.
    private func add(
        _ terms: RunBlock, to list: RunList, _ owner: Int
    ) throws(DatabaseError) {
        let table = try table
        var list = list
        list.runs.append(try table.add(terms, as: list.nextNumber, of: owner))
        try table.set(list, of: owner)
        if list.nextMerge != nil, !damaged.contains(owner) { mergeable.insert(owner) }
        effort += pace.each * terms.count
    }
}

extension OrderWriter {
    /// Puts the items of all owners who have no orders into these, in the transaction that is open.
    static func fill(_ session: any StorageSession) throws(DatabaseError) {
        let orders = OrderWriter(session)
        orders.startOver()
        // By the columns of that time, and whatever stands in them: this is
        // no place to look for damage.
        var items = try session.prepare(
            """
            SELECT owner, place, title, timestamp, place_name, latitude, longitude \
            FROM owners CROSS JOIN items USING (owner) WHERE runs = x'' AND newest = x''
            """)
        while try session.step(&items) {
            let point = Coordinate(latitude: items.double(at: 5), longitude: items.double(at: 6))
            let location = Location(
                name: items.string(at: 4), coordinate: items.isNull(at: 5) ? nil : point)
            let content = ItemContent(
                title: items.string(at: 2),
                timestamp: items.isNull(at: 3) ? nil : items.double(at: 3),
                location: items.isNull(at: 4) ? nil : location)
            let item = ToDoItem(
                id: ItemID(high: 0, low: 0), place: items.integer(at: 1), content: content, now: 0,
                revision: 1)
            try orders.note(item, of: Owner(key: items.integer(at: 0), epoch: ""))
        }
        try orders.store()
        try orders.merge(effort: .max)
    }
}
