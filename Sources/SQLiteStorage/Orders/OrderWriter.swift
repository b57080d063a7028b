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
    /// How much there was when the request began that is being done.
    private var mark = (notes: 0, size: 0, forgotten: 0)
    /// Whether what earlier requests noted was stored in the savepoint of this one, which may still
    /// be rolled back.
    private var isStoredEarly = false
    /// Owners whose runs may have to be merged, and what may be done for it.
    private var mergeable: Set<Int> = []
    private var effort = 0
    /// Owners of whom there is more to be merged than could be until now.
    private var unfinished: Set<Int> = []
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
        if notes.size - (isStoredEarly ? mark.size : 0) > Self.room { try storeEarly() }
    }

    /// Forgets the orders of an owner.
    func forgetAll(of owner: Owner) throws(DatabaseError) {
        try table.deleteAll(of: owner.key)
        forgotten.append((owner.key, notes.count))
    }

    /// A request begins, with a savepoint.
    func begin() {
        mark = (notes.count, notes.size, forgotten.count)
    }

    /// The request is rolled back, and with it whatever was stored in its savepoint.
    func rollBack() {
        notes.removeAll(from: mark.notes)
        forgotten.removeLast(forgotten.count - mark.forgotten)
        isStoredEarly = false
    }

    /// The request is done: what it stored early is for all now.
    func end() throws(DatabaseError) {
        if isStoredEarly { try store() }
    }

    /// Lets a request read what the requests before it wrote. What it writes
    /// itself it does not look at again, so that need not be there.
    func makeVisible() throws(DatabaseError) {
        if !isStoredEarly, notes.count > 0 { try storeEarly() }
    }

    /// Stores what was noted until now in the middle of a request, which may still be rolled back:
    /// what the requests before it noted is kept as well.
    func storeEarly() throws(DatabaseError) {
        try writeNotes()
        rollBack()
        isStoredEarly = true
    }

    /// Stores what was noted, of each owner for itself.
    func store() throws(DatabaseError) {
        try writeNotes()
        clear()
    }

    /// Whether there may be runs that should be one, and it is time to see to it.
    var isMergeDue: Bool { rests == 0 && !mergeable.isEmpty && effort >= pace.slice }

    /// Merges runs of those who have new ones, as long as it does not take
    /// too long: each has an equal share, or what the others leave of theirs.
    func merge(effort limit: Int? = nil) throws(DatabaseError) {
        unfinished.formUnion(mergeable)
        guard limit != nil || isMergeDue else { return }
        var effort = limit ?? effort
        let merger = RunMerger(table: try table, statements: try statements)
        for (index, owner) in mergeable.enumerated() {
            let share = effort / (mergeable.count - index)
            // Before it is tried: who has damaged terms is not to fail the others' merges again.
            unfinished.remove(owner)
            let left = try merger.work(owner, effort: share)
            if left <= 0 { unfinished.insert(owner) }
            effort += left - share
        }
        self.effort = 0
    }

    /// Merges nothing for some time, after a failure.
    func rest() { rests = 64 }

    private func clear() {
        notes.removeAll(from: 0)
        forgotten.removeAll(keepingCapacity: true)
        isStoredEarly = false
        begin()
    }

    private func writeNotes() throws(DatabaseError) {
        let sorted = notes.sorted(from: isStoredEarly ? mark.notes : 0)
        var start = 0
        while start < sorted.count {
            let owner = sorted[start].owner
            let end = sorted[start...].firstIndex { $0.owner != owner } ?? sorted.count
            let valid = forgotten.last { $0.owner == owner }?.notes ?? 0
            try write(notes.latest(of: sorted[start..<end], from: valid), of: owner)
            start = end
        }
    }

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
        if list.nextMerge != nil { mergeable.insert(owner) }
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
