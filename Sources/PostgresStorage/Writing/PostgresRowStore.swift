import Items
import PostgreSQL
import Storage

/// The rows of a batch in PostgreSQL: many of them in one round trip.
///
/// Bulk writes and undo flush what they have changed with the statement that reads their next part.
final class PostgresRowStore: RowStore {
    /// The items of one part, because an item can have 64 KiB.
    private static let itemsPerPart = 250
    /// The changes of one part, which are read without their values.
    private static let headsPerPart = 10_000

    private let livenessProbes: LivenessProbes
    private var session: (any PostgresSession)?
    /// The commands that are sent before the next ones.
    private var unsent: [PostgresCommand] = []
    /// Whether the transaction has written something.
    private(set) var hasFlushed = false
    /// The number of changes that were flushed, by owner.
    private(set) var appended: [Int: Int] = [:]
    /// The failure of the last commands; nil if they succeeded.
    private(set) var failure: PostgresFailure?

    let readsAhead = true

    init(livenessProbes: LivenessProbes = LivenessProbes()) {
        self.livenessProbes = livenessProbes
    }

    /// Begins a transaction with these commands, which are sent with the first others.
    func begin(_ session: any PostgresSession, _ commands: [PostgresCommand] = []) {
        self.session = session
        unsent = commands
        hasFlushed = false
        failure = nil
        if !appended.isEmpty { appended = [:] }
    }

    /// The commands that are yet to be sent.
    private func takeUnsent() -> [PostgresCommand] {
        defer { unsent = [] }
        return unsent
    }

    /// Runs commands in the open transaction.
    func exchange(_ commands: [PostgresCommand]) throws(PostgresFailure) -> [PostgresRows] {
        guard let session else { throw .unexpected("no transaction") }
        livenessProbes.answer()
        let before = takeUnsent()
        let results: [PostgresRows]
        do throws(PostgresFailure) {
            results = try session.exchange(before + commands)
        } catch {
            failure = error
            throw error
        }
        guard results.count == before.count + commands.count else {
            throw .unexpected("another number of results")
        }
        return Array(results.dropFirst(before.count))
    }

    private func run<Value>(
        _ command: PostgresCommand, _ read: (PostgresRows) throws(PostgresFailure) -> Value
    ) throws(StorageFailure) -> Value {
        try storing { () throws(PostgresFailure) in try read(try exchange([command])[0]) }
    }

    func owner(_ key: Int) throws(StorageFailure) -> OwnerRow? {
        try run(BatchStatements.lockOwners([key])) { rows throws(PostgresFailure) in
            try rows.owners().first
        }
    }

    func revision(of owner: Int) throws(StorageFailure) -> Int? {
        let command = PostgresCommand(
            "SELECT revision FROM owners WHERE owner = $1 AND NOT leaving"
        ) { $0.append(owner) }
        return try run(command) { rows throws(PostgresFailure) in
            rows.count == 0 ? nil : try rows.integer(0, 0)
        }
    }

    func item(_ id: OwnedID) throws(StorageFailure) -> ToDoItem? {
        try items([id]).first?.item
    }

    func items(_ ids: [OwnedID]) throws(StorageFailure) -> [(id: OwnedID, item: ToDoItem)] {
        try run(BatchStatements.items(ids)) { rows throws(PostgresFailure) in try rows.items() }
    }

    func items(of owner: Int, at sequences: [Int]) throws(StorageFailure) -> [ToDoItem] {
        try run(HistoryStatements.items(of: owner, at: sequences)) { rows throws(PostgresFailure) in
            try Self.items(rows)
        }
    }

    func tombstone(of id: OwnedID) throws(StorageFailure) -> Int? {
        try run(BatchStatements.tombstones([id])) { rows throws(PostgresFailure) in
            try rows.tombstones().first?.revision
        }
    }

    func tombstones(of ids: [OwnedID]) throws(StorageFailure) -> [ItemID: Int] {
        guard !ids.isEmpty else { return [:] }
        return try run(BatchStatements.tombstones(ids)) { rows throws(PostgresFailure) in
            Dictionary(try rows.tombstones().map { ($0.id.id, $0.revision) }) { $1 }
        }
    }

    func record(for key: OwnedKey) throws(StorageFailure) -> IdempotencyRecord? {
        try run(BatchStatements.records([key])) { rows throws(PostgresFailure) in
            try rows.records().first?.record
        }
    }

    func part(
        of owner: Int, _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool) {
        var start = sequence
        while true {
            let command = PostgresCommand(
                """
                SELECT \(PostgresItemColumns.list) FROM items \
                WHERE owner = $1 AND done = $2 AND sequence > $3 \
                ORDER BY owner, done, sequence LIMIT \(Self.itemsPerPart)
                """
            ) {
                $0.append(owner)
                $0.append(done)
                $0.append(start)
            }
            let all = try run(command) { rows throws(PostgresFailure) in try Self.items(rows) }
            let items = all.filter(filter.matches)
            if all.count < Self.itemsPerPart { return (items, true) }
            // A part without a match gives the caller no sequence from which to continue.
            if !items.isEmpty { return (items, false) }
            start = all[all.count - 1].sequence
        }
    }

    private static func items(_ rows: PostgresRows) throws(PostgresFailure) -> [ToDoItem] {
        try (0..<rows.count).map { row throws(PostgresFailure) in
            try PostgresItemColumns.item(rows, row)
        }
    }

    func forEachChange(
        of owner: Int, from revision: Int, upTo: Int?, _ body: (ChangeHead) -> Bool
    ) throws(StorageFailure) {
        var last: ChangeKey?
        while true {
            let command = HistoryStatements.heads(
                of: owner, from: revision, upTo: upTo, before: last, limit: Self.headsPerPart)
            let heads = try run(command) { rows throws(PostgresFailure) in
                try (0..<rows.count).map { row throws(PostgresFailure) in
                    try HistoryStatements.head(rows, row)
                }
            }
            for head in heads where !body(head) { return }
            guard heads.count == Self.headsPerPart else { return }
            last = heads.last?.key
        }
    }

    func images(of owner: Int, _ keys: [ChangeKey]) throws(StorageFailure) -> [ChangeImage] {
        try run(HistoryStatements.images(of: owner, keys)) { rows throws(PostgresFailure) in
            try (0..<rows.count).map { row throws(PostgresFailure) in
                try ChangeColumns.image(rows, row)
            }
        }
    }

    func flush(_ rows: BatchRows) {
        unsent += rows.flush
        for change in rows.changes { appended[change.owner, default: 0] += 1 }
        hasFlushed = true
    }
}
