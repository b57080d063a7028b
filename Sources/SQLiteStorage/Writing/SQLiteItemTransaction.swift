import Items
import SQLite

/// What the rules of writing need, in SQL, on the writer's connection.
///
/// Only touched on the writer's queue. `owner` is set for each request, and
/// stands in every statement.
final class SQLiteItemTransaction: ItemTransaction {
    private(set) var owner = Owner(key: 0, epoch: "")
    /// Whether the owner's key must still have the owner's epoch.
    private var isBoundToEpoch = false
    let session: any StorageSession
    /// The places to give out, once it was looked up in this transaction
    /// where they begin; their end is written at the end.
    private var places: PlaceBlock?
    /// What the last commit left of them, which is ours as long as the database says the same.
    private var kept: PlaceBlock?
    /// The clock of the owner who was written for last; it is stored before
    /// another's is read, and at the end.
    private var held: HeldClock?
    /// Up to which place the owner's items are searchable.
    private var searchableTo: Int {
        guard let held, held.owner.key == owner.key else { return .max }
        return held.searchableTo
    }
    /// New items of which the log does not say yet that there was nothing: one statement
    /// says so of all, at the end or before anything else is done that concerns the log.
    var unlogged: Unlogged?
    /// What was so when the request began that is being done.
    private var before: (places: PlaceBlock?, held: HeldClock?, unlogged: Unlogged?)
    /// How many items were written in this transaction, be it in requests
    /// that were then taken back.
    private(set) var rows = 0
    let answerRoom: Int
    private let placesAtOnce: Int
    let orders: OrderWriter
    /// The card that was bound last, whose memory the next one takes.
    private var card: [UInt8] = []
    private let writes: Deferred<WriteStatements>
    private let keptAnswers: Deferred<AnswerStatements>
    private let trigramWriter: Deferred<TrigramWriter>
    private let itemLister: Deferred<ItemLister>

    init(
        session: any StorageSession, answerRoom: Int, searchRun: Int = 2_048,
        placesAtOnce: Int = 1_024
    ) {
        self.session = session
        self.placesAtOnce = placesAtOnce
        self.answerRoom = answerRoom
        writes = Deferred(session, WriteStatements.init)
        keptAnswers = Deferred(session, AnswerStatements.init)
        trigramWriter = Deferred(session) { session throws(DatabaseError) in
            try TrigramWriter(session, itemsInRun: searchRun)
        }
        orders = OrderWriter(session)
        itemLister = Deferred(session, ItemLister.init)
    }

    var statements: WriteStatements {
        get throws(DatabaseError) { try writes.value }
    }
    var answers: AnswerStatements {
        get throws(DatabaseError) { try keptAnswers.value }
    }
    var trigrams: TrigramWriter {
        get throws(DatabaseError) { try trigramWriter.value }
    }
    /// Whether there may be texts that came faster than they became searchable, or trigrams are being
    /// made anew.
    var isSearchBehind: Bool { trigramWriter.ifMade?.hasWork == true }
    var lister: ItemLister {
        get throws(DatabaseError) { try itemLister.value }
    }

    /// Goes on with trigrams that were being made anew when the last server ended.
    func resumeSearch() throws(DatabaseError) {
        // Nearly always there are none, and the start is spared the statements for them.
        let renewals = try session.integer("SELECT owner FROM renewals LIMIT 1")
        if renewals != nil { try trigrams.resume() }
    }

    /// Forgets what was true in the last transaction.
    func startOver() {
        places = nil
        held = nil
        unlogged = nil
        rows = 0
        orders.startOver()
    }

    /// A request begins.
    func begin(of owner: Owner, isBoundToEpoch: Bool) {
        self.owner = owner
        self.isBoundToEpoch = isBoundToEpoch
        before = (places, held, unlogged)
    }

    /// The request is taken back, as the database has been already.
    func rollBack() {
        (places, held, unlogged) = before
        orders.clear()
    }

    /// Writes what the transaction has kept in mind until now; to be called
    /// before its commit, or at the end of a request that has a savepoint.
    func finish() throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            try logNew()
            try orders.store()
            try storeClock()
            guard let places, places.end != places.stored else { return }
            try statements.setLastPlace.bind(places.end, at: 1)
            try session.run(&statements.setLastPlace)
            self.places?.noteStored()
        }
    }

    /// To be called when the transaction is on the disk: its places are not given out again.
    func noteCommit() {
        kept = places ?? kept
        orders.noteCommit()
    }

    func clock() throws(StorageFailure) -> Int? {
        if held?.owner.key != owner.key {
            try storing { () throws(DatabaseError) in
                try storeClock()
                held = try readClock()
            }
        }
        // The local owner's key is given to one account after another.
        guard let held, !isBoundToEpoch || held.owner == owner else { return nil }
        return held.revision
    }

    private func readClock() throws(DatabaseError) -> HeldClock? {
        try statements.clock.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            guard try session.step(&statement) else { return nil }
            return HeldClock(
                owner: Owner(key: owner.key, epoch: try statement.epoch(at: 2)),
                revision: try statement.counter(at: 0), isStored: true,
                searchableTo: try statement.counter(at: 1))
        }
    }

    func setClock(_ revision: Int) {
        var clock =
            if let held, held.owner.key == owner.key { held } else { HeldClock(owner: owner) }
        clock.revision = revision
        clock.isStored = false
        held = clock
    }

    private func storeClock() throws(DatabaseError) {
        guard let held, !held.isStored else { return }
        try statements.setClock.bind(held.owner.key, at: 1)
        try statements.setClock.bind(held.revision, at: 2)
        try statements.setClock.bind(held.stale, at: 3)
        try session.run(&statements.setClock)
        self.held = nil
    }

    func nextPlace() throws(StorageFailure) -> Int {
        var block = if let places { places } else { try lookUpPlaces() }
        defer { places = block }
        return block.next()
    }

    private func lookUpPlaces() throws(StorageFailure) -> PlaceBlock {
        let stored = try storing { () throws(DatabaseError) -> Int in
            try statements.lastPlace.withReset { statement throws(DatabaseError) in
                try session.step(&statement) ? statement.counter(at: 0) : 0
            }
        }
        // Behind what others have given out meanwhile, so that places are in the order of time.
        guard let kept, kept.end == stored else {
            return PlaceBlock(behind: stored, atMost: placesAtOnce)
        }
        return kept
    }

    func insert(_ item: ToDoItem, former: Int?) throws(StorageFailure) {
        rows += 1
        try storing { () throws(DatabaseError) in
            let statements = try statements
            try bind(item, to: &statements.insert)
            try session.run(&statements.insert)
            try trigrams.note(item, of: owner, searchableTo: searchableTo)
            try orders.note(item, of: owner)
            guard let former else { return try noteUnlogged(item) }

            try logNothing(before: item, of: owner.key, former: former)
            try statements.forgetTombstone.bind(owner.key, at: 1)
            try statements.forgetTombstone.bind(uuid: item.id, at: 2)
            try session.run(&statements.forgetTombstone)
        }
    }

    func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure) {
        rows += 1
        try storing { () throws(DatabaseError) in
            try logNew()
            try log(old, revision: item.revision, now: item.updatedAt)
            if item.place != old.place { try move(old, to: item.place) }
            let statements = try statements
            try bind(item, to: &statements.update)
            try session.run(&statements.update)
            try requireOne(statements.update)
            try orders.note(item, insteadOf: old, of: owner)
            if item.place != old.place || !item.content.hasTexts(of: old.content) {
                let stale = try trigrams.note(
                    item, insteadOf: old, of: owner, searchableTo: searchableTo)
                held?.stale += stale
            } else {
                try trigrams.noteWriter(owner)
            }
        }
    }

    func delete(_ item: ToDoItem, revision: Int, now: Double) throws(StorageFailure) {
        rows += 1
        try storing { () throws(DatabaseError) in
            try logNew()
            try log(item, revision: revision, now: now)

            try statements.addTombstone.bind(item.place, at: 1)
            try statements.addTombstone.bind(owner.key, at: 2)
            try statements.addTombstone.bind(uuid: item.id, at: 3)
            try statements.addTombstone.bind(revision, at: 4)
            try statements.addTombstone.bind(now, at: 5)
            try session.run(&statements.addTombstone)

            try statements.delete.bind(owner.key, at: 1)
            try statements.delete.bind(item.place, at: 2)
            try session.run(&statements.delete)
            try requireOne(statements.delete)
            try orders.noteDeletion(item, of: owner)
            let stale = try trigrams.noteDeletion(item, of: owner, searchableTo: searchableTo)
            held?.stale += stale
        }
    }

    func deleteAll(revision: Int, now: Double) throws(StorageFailure) -> Int {
        try storing { () throws(DatabaseError) in
            try logNew()
            try statements.logAll.bind(owner.key, at: 1)
            try statements.logAll.bind(revision, at: 2)
            try statements.logAll.bind(now, at: 3)
            try session.run(&statements.logAll)

            try statements.addAllTombstones.bind(owner.key, at: 1)
            try statements.addAllTombstones.bind(revision, at: 2)
            try statements.addAllTombstones.bind(now, at: 3)
            try session.run(&statements.addAllTombstones)

            try statements.deleteAll.bind(owner.key, at: 1)
            try session.run(&statements.deleteAll)
            let count = session.changes
            rows += count
            if count > 0 {
                try trigrams.noteDeletionOfAll(of: owner.key)
                held?.searchableTo = 0
                held?.stale = 0
                try orders.forgetAll(of: owner)
            }
            return count
        }
    }

    /// Binds the owner, an item to the parameters from the second on, and its card to the last.
    private func bind(_ item: ToDoItem, to statement: inout Statement) throws(DatabaseError) {
        try statement.bind(owner.key, at: 1)
        try ItemColumns.bind(item, to: &statement, from: 2)
        card.removeAll(keepingCapacity: true)
        ItemCard.append(item, to: &card)
        // A span cannot borrow from an object, and a copy of the array shares its memory.
        let bytes = card
        try statement.bind(blob: bytes.span, at: 2 + ItemColumns.count)
    }

    /// Throws unless exactly one row was written: a card that says another
    /// place than its row has is damage.
    private func requireOne(_ statement: borrowing Statement) throws(DatabaseError) {
        try statement.require(session.changes == 1, "another place than its card")
    }

    /// Only an undo does this: an id that was made again goes back to where it was first.
    private func move(_ item: ToDoItem, to place: Int) throws(DatabaseError) {
        try statements.move.bind(owner.key, at: 1)
        try statements.move.bind(item.place, at: 2)
        try statements.move.bind(place, at: 3)
        try session.run(&statements.move)
    }
}
