import SQLite

/// Writes the rows of one run, the first terms first.
struct RunWriter {
    let run: Int
    private(set) var count = 0
    private let owner: Int
    private var block = RunBlockBuilder()

    init(_ run: Int, of owner: Int) {
        self.run = run
        self.owner = owner
    }

    /// Appends a term that comes after all others of the run.
    mutating func append(
        _ term: Span<UInt8>, isRemoved: Bool, _ table: TermTable
    ) throws(DatabaseError) {
        block.append(term, isRemoved: isRemoved)
        count += 1
        if block.isFull { try finish(table) }
    }

    /// Appends a term of a block.
    mutating func append(
        _ index: Int, of others: RunBlock, _ table: TermTable
    ) throws(DatabaseError) {
        try append(others.term(index), isRemoved: others.isRemoved(index), table)
    }

    /// Writes what is not written yet.
    mutating func finish(_ table: TermTable) throws(DatabaseError) {
        guard !block.isEmpty else { return }
        try table.add(block, to: run, of: owner)
        block.clear()
    }
}

/// The statements that change the table of terms, on the writer's connection.
final class TermTable {
    private let session: any StorageSession
    private var insert: Statement
    private var delete: Statement
    private var deleteAll: Statement
    private var setRuns: Statement
    private var setNewest: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        insert = try session.prepare(
            "INSERT INTO terms (owner, run, first, rest) VALUES (?1, ?2, ?3, ?4)")
        // By its whole key: of a range SQLite would first make a table of the keys, since there is a
        // reference to the owner to be looked after.
        delete = try session.prepare(
            "DELETE FROM terms WHERE owner = ?1 AND run = ?2 AND first = ?3")
        deleteAll = try session.prepare("DELETE FROM terms WHERE owner = ?1")
        setRuns = try session.prepare("UPDATE owners SET runs = ?2 WHERE owner = ?1")
        setNewest = try session.prepare("UPDATE owners SET newest = ?2 WHERE owner = ?1")
    }

    /// Adds a run of these terms.
    func add(
        _ terms: RunBlock, as run: Int, of owner: Int
    ) throws(DatabaseError) -> RunList.Run {
        var writer = RunWriter(run, of: owner)
        for index in 0..<terms.count { try writer.append(index, of: terms, self) }
        try writer.finish(self)
        return RunList.Run(number: run, count: terms.count)
    }

    /// Adds a row.
    func add(_ block: RunBlockBuilder, to run: Int, of owner: Int) throws(DatabaseError) {
        try insert.bind(owner, at: 1)
        try insert.bind(run, at: 2)
        try insert.bind(blob: block.first.span, at: 3)
        try insert.bind(blob: block.rest.span, at: 4)
        try session.run(&insert)
    }

    /// Deletes the row of a run that begins with `first`.
    func delete(_ first: Span<UInt8>, of run: Int, _ owner: Int) throws(DatabaseError) {
        try delete.bind(owner, at: 1)
        try delete.bind(run, at: 2)
        try delete.bind(blob: first, at: 3)
        try session.run(&delete)
    }

    /// Deletes all runs of an owner.
    func deleteAll(of owner: Int) throws(DatabaseError) {
        try deleteAll.bind(owner, at: 1)
        try session.run(&deleteAll)
        try set(RunList(), of: owner)
        try set(NewestTerms(), of: owner)
    }

    /// Stores which runs there are.
    func set(_ list: RunList, of owner: Int) throws(DatabaseError) {
        let bytes = list.bytes
        try setRuns.bind(owner, at: 1)
        try setRuns.bind(blob: bytes.span, at: 2)
        try session.run(&setRuns)
    }

    /// Stores the newest terms.
    func set(_ newest: NewestTerms, of owner: Int) throws(DatabaseError) {
        try setNewest.bind(owner, at: 1)
        try setNewest.bind(blob: newest.bytes.span, at: 2)
        try session.run(&setNewest)
    }
}
