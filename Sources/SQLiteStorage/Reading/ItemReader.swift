import Items
import SQLite

/// The prepared questions of one connection, and the read transaction that
/// requests of one wake-up share.
///
/// A transaction saves SQLite its two file locks and one stat for every statement. It is opened by
/// the first read after `settle()`, and opened anew as soon as the commit counter has moved: a
/// client that was told its write is stored must see it in the very next answer.
final class ItemReader {
    let session: any StorageSession
    private let changeStatements: Deferred<ChangeStatements>
    private let itemLister: Deferred<ItemLister>
    private let commits: CommitCounter
    private var begin: Statement
    private var end: Statement
    private var clockOf: Statement
    private var one: Statement
    private let seeker: Deferred<ItemSeeker>
    private var places = KnownPlaces()
    private var group: Statement
    /// The commit counter when the open transaction began; nil while none is open.
    private var opened: Int?
    /// An owner's clock as it is in the open transaction: requests that
    /// became ready together mostly ask for the same one.
    private var known: (owner: Int, revision: Int)?
    /// How many transactions were opened: what was read in this one need not be read in it again.
    private(set) var transactions = 0

    init(session: any StorageSession, commits: CommitCounter) throws(DatabaseError) {
        self.session = session
        self.commits = commits
        begin = try session.prepare("BEGIN")
        end = try session.prepare("COMMIT")
        clockOf = try session.prepare("SELECT revision FROM owners WHERE owner = ?1")
        one = try session.prepare(
            "SELECT \(ItemCard.list) FROM items WHERE owner = ?1 AND id = ?2")
        group = try session.prepare(Self.groupSQL)
        changeStatements = Deferred(session, ChangeStatements.init)
        itemLister = Deferred(session, ItemLister.init)
        seeker = Deferred(session, ItemSeeker.init)
    }

    var changes: ChangeStatements {
        get throws(DatabaseError) { try changeStatements.value }
    }
    private var lister: ItemLister {
        get throws(DatabaseError) { try itemLister.value }
    }

    /// One group of the default order; the list is asked for as two groups,
    /// since SQLite would not seek to (done, place) as a pair but scan all
    /// of the first group before it. The index is named, since statistics of
    /// a table where nearly everything is open would talk SQLite out of it.
    static let groupSQL = """
        SELECT \(ItemCard.list) FROM items INDEXED BY items_in_order \
        WHERE owner = ?1 AND done = ?2 AND place > ?3 ORDER BY place LIMIT ?4
        """

    func clock(of owner: Owner) throws(DatabaseError) -> Int {
        try enter()
        return try currentClock(of: owner)
    }

    func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        try enter()
        let place = places[id]
        if place > 0, try read(id, of: owner, at: place, body) { return true }
        return try one.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            try statement.bind(uuid: id, at: 2)
            guard try session.step(&statement) else { return false }
            places[id] = ItemCard.position(statement).place
            try ItemCard.show(statement, to: body)
            return true
        }
    }

    /// Shows what stands at a place, if it is that item.
    private func read(
        _ id: ItemID, of owner: Owner, at place: Int, _ body: (borrowing ItemRow) -> Void
    ) throws(DatabaseError) -> Bool {
        do throws(DatabaseError) {
            return try seeker.value.read(id, of: owner, at: place, body)
        } catch {
            // What is damaged there may be another's; the index knows where this one is.
            guard error.kind == .corrupt else { throw error }
            return false
        }
    }

    func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> ListPosition? {
        // Once for both questions: in between, a commit would have the transaction opened anew.
        try enter()
        guard begin(try currentClock(of: owner)) else { return nil }
        guard query == ItemQuery() else {
            return try lister.list(
                query, of: owner, after: position, limit: limit, effort: ItemLister.effort, body)
        }
        // The list that is asked for all the time, without a closure or an array on its way.
        let isInDone = position?.key == .done(true)
        var rest = limit
        if !isInDone {
            let after = position?.place ?? 0
            guard try list(owner, done: false, after: after, &rest, body) else { return nil }
        }
        let after = isInDone ? position?.place ?? 0 : 0
        if rest > 0 { _ = try list(owner, done: true, after: after, &rest, body) }
        return nil
    }

    /// Whether the shared transaction is open.
    var isReading: Bool { opened != nil }

    /// Ends the shared transaction, so that the next read sees newer data
    /// and no checkpoint waits for this one.
    func settle() throws(DatabaseError) {
        guard opened != nil else { return }
        opened = nil
        try seeker.ifMade?.rest()
        // A broken disk ends the transaction by itself (sqlite.org/lang_transaction.html).
        if session.isInTransaction { try session.run(&end) }
    }

    /// Makes sure of a transaction that sees all that anybody was told is stored.
    func enter() throws(DatabaseError) {
        // Read before the transaction begins: a commit in between is seen,
        // and only makes us look again.
        let now = commits.value
        if let opened {
            if opened == now, session.isInTransaction { return }
            try settle()
        }
        // A failed COMMIT can leave a transaction behind; beginning inside it would fail for ever.
        if session.isInTransaction { try session.execute("ROLLBACK") }
        try session.run(&begin)
        opened = now
        known = nil
        transactions += 1
    }

    private func currentClock(of owner: Owner) throws(DatabaseError) -> Int {
        if let known, known.owner == owner.key { return known.revision }
        let revision = try clockOf.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            return try session.step(&statement) ? statement.counter(at: 0) : 0
        }
        known = (owner.key, revision)
        return revision
    }

    /// Shows one group, up to `rest` items of it; false when `body` wants no more.
    private func list(
        _ owner: Owner, done: Bool, after place: Int, _ rest: inout Int,
        _ body: (borrowing ItemRow) -> Bool
    ) throws(DatabaseError) -> Bool {
        try group.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            try statement.bind(done ? 1 : 0, at: 2)
            try statement.bind(place, at: 3)
            try statement.bind(rest, at: 4)
            while try session.step(&statement) {
                rest -= 1
                guard try ItemCard.show(statement, to: body) else { return false }
            }
            return true
        }
    }
}
