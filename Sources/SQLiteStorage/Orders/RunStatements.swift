import Items
import SQLite

/// The statements that read runs, on one connection.
final class RunStatements {
    let session: any StorageSession
    private var list: Statement
    private var newest: Statement
    private var both: Statement
    private var last: Statement
    private var next: Statement
    private var former: Statement

    /// Of an earlier schema, in which owners have no newest terms, `newest` is an empty blob.
    init(_ session: any StorageSession, newest: String = "newest") throws(DatabaseError) {
        self.session = session
        list = try session.prepare("SELECT runs FROM owners WHERE owner = ?1")
        self.newest = try session.prepare("SELECT \(newest) FROM owners WHERE owner = ?1")
        both = try session.prepare("SELECT runs, \(newest) FROM owners WHERE owner = ?1")
        last = try session.prepare(Self.rows[0])
        next = try session.prepare(Self.rows[1])
        former = try session.prepare(Self.rows[2])
    }

    /// The last row that begins with a term or before it, the next one
    /// behind it, and the one before it.
    static let rows = [
        "<= ?3 ORDER BY first DESC", "> ?3 ORDER BY first", "< ?3 ORDER BY first DESC",
    ].map { "SELECT first, rest FROM terms WHERE owner = ?1 AND run = ?2 AND first \($0) LIMIT 1" }

    /// Which row of a run.
    enum Row {
        /// The one in which a term stands, or would.
        case around, after, before
    }

    /// The runs of an owner.
    func runs(of owner: Int) throws(DatabaseError) -> RunList {
        try list.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            guard try session.step(&statement) else { return RunList() }
            return try Self.runs(statement)
        }
    }

    /// What an owner's orders are made of.
    struct Orders {
        var list = RunList()
        /// The terms that are newer than all runs.
        var newest = RunBlock()
    }

    /// The runs of an owner, and the newest terms.
    func orders(of owner: Int) throws(DatabaseError) -> Orders {
        try both.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            guard try session.step(&statement) else { return Orders() }
            guard let newest = RunBlock(newest: statement.blob(at: 1)) else {
                throw statement.damage("newest terms that are none")
            }
            return Orders(list: try Self.runs(statement), newest: newest)
        }
    }

    /// The newest terms of an owner, as they are stored.
    func newest(of owner: Int) throws(DatabaseError) -> NewestTerms {
        try newest.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            guard try session.step(&statement) else { return NewestTerms() }
            return NewestTerms(statement.blob(at: 0))
        }
    }

    private static func runs(_ statement: borrowing Statement) throws(DatabaseError) -> RunList {
        guard let list = RunList(statement.blob(at: 0)) else {
            throw statement.damage("a list of runs that is none")
        }
        return list
    }

    /// Reads a row into `block`, by a term or by the first term of the row that it has; false when
    /// there is none.
    func read(
        _ row: Row, _ term: Span<UInt8>?, of run: Int, _ owner: Int, into block: inout RunBlock
    ) throws(DatabaseError) -> Bool {
        switch row {
        case .around: try read(&last, term, of: run, owner, into: &block)
        case .after: try read(&next, term, of: run, owner, into: &block)
        case .before: try read(&former, term, of: run, owner, into: &block)
        }
    }

    private func read(
        _ statement: inout Statement, _ term: Span<UInt8>?, of run: Int, _ owner: Int,
        into block: inout RunBlock
    ) throws(DatabaseError) -> Bool {
        try statement.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(run, at: 2)
            if let term {
                try statement.bind(blob: term, at: 3)
            } else {
                try statement.bind(blob: block.term(0), at: 3)
            }
            guard try session.step(&statement) else { return false }
            guard block.read(statement.blob(at: 0), statement.blob(at: 1)) else {
                throw statement.damage("terms that are none")
            }
            return true
        }
    }
}
