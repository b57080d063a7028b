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
    private var rewrite: Statement
    private var move: Statement
    private var delete: Statement
    private var deleteRun: Statement
    private var deleteAll: Statement
    private var setRuns: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        insert = try session.prepare(
            "INSERT INTO terms (owner, run, first, rest) VALUES (?1, ?2, ?3, ?4)")
        rewrite = try session.prepare(
            "UPDATE terms SET rest = ?4 WHERE owner = ?1 AND run = ?2 AND first = ?3")
        move = try session.prepare(
            """
            UPDATE terms SET rest = ?4, first = ?5 WHERE owner = ?1 AND run = ?2 AND first = ?3
            """)
        delete = try session.prepare(
            "DELETE FROM terms WHERE owner = ?1 AND run = ?2 AND first <= ?3")
        deleteRun = try session.prepare("DELETE FROM terms WHERE owner = ?1 AND run = ?2")
        deleteAll = try session.prepare("DELETE FROM terms WHERE owner = ?1")
        setRuns = try session.prepare("UPDATE owners SET runs = ?2 WHERE owner = ?1")
    }

    /// Adds a row.
    func add(_ block: RunBlockBuilder, to run: Int, of owner: Int) throws(DatabaseError) {
        try Self.bind(&insert, block.first.span, block, run, owner)
        try session.run(&insert)
    }

    /// Deletes the rows of a run up to the one that begins with `first`.
    func delete(upTo first: Span<UInt8>, of run: Int, _ owner: Int) throws(DatabaseError) {
        try delete.bind(owner, at: 1)
        try delete.bind(run, at: 2)
        try delete.bind(blob: first, at: 3)
        try session.run(&delete)
    }

    /// Writes the row of a run again that began with `first`.
    func rewrite(
        _ first: Span<UInt8>, as block: RunBlockBuilder, of run: Int, _ owner: Int
    ) throws(DatabaseError) {
        // With the same key SQLite writes over the row, with another it
        // deletes one and inserts one.
        if block.first.span.compared(to: first) == 0 {
            try Self.bind(&rewrite, first, block, run, owner)
            try session.run(&rewrite)
        } else {
            try Self.bind(&move, first, block, run, owner)
            try move.bind(blob: block.first.span, at: 5)
            try session.run(&move)
        }
    }

    private static func bind(
        _ statement: inout Statement, _ first: Span<UInt8>, _ block: RunBlockBuilder, _ run: Int,
        _ owner: Int
    ) throws(DatabaseError) {
        try statement.bind(owner, at: 1)
        try statement.bind(run, at: 2)
        try statement.bind(blob: first, at: 3)
        try statement.bind(blob: block.rest.span, at: 4)
    }

    /// Deletes a run.
    func delete(_ run: Int, _ owner: Int) throws(DatabaseError) {
        try deleteRun.bind(owner, at: 1)
        try deleteRun.bind(run, at: 2)
        try session.run(&deleteRun)
    }

    /// Deletes all runs of an owner.
    func deleteAll(of owner: Int) throws(DatabaseError) {
        try deleteAll.bind(owner, at: 1)
        try session.run(&deleteAll)
        try set(RunList(), of: owner)
    }

    /// Stores which runs there are.
    func set(_ list: RunList, of owner: Int) throws(DatabaseError) {
        let bytes = list.bytes
        try setRuns.bind(owner, at: 1)
        try setRuns.bind(blob: bytes.span, at: 2)
        try session.run(&setRuns)
    }
}
