import Items
import SQLite

/// The statements that read runs, on one connection.
final class RunStatements {
    let session: any StorageSession
    private var list: Statement
    private var last: Statement
    private var next: Statement
    private var former: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        list = try session.prepare("SELECT runs FROM owners WHERE owner = ?1")
        last = try session.prepare(Self.rows[0])
        next = try session.prepare(Self.rows[1])
        former = try session.prepare(Self.rows[2])
    }

    /// The last row that begins with a term or before it, the next one
    /// behind it, and the one before it.
    static let rows = [
        "<= ?3 ORDER BY first DESC", "> ?3 ORDER BY first", "< ?3 ORDER BY first DESC",
    ].map { "SELECT first, rest FROM terms WHERE owner = ?1 AND run = ?2 AND first \($0) LIMIT 1" }

    /// Above all terms, of which each begins with a small number.
    private static let end: [UInt8] = [0xFF]

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
            guard let list = RunList(statement.blob(at: 0)) else {
                throw statement.damage("a list of runs that is none")
            }
            return list
        }
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

    /// Reads the last row of a run into `block`; false when there is none,
    /// and when it is damaged: who asks for what stands there is told so,
    /// and whoever adds to it need not be kept from writing.
    func readLast(
        of run: Int, _ owner: Int, into block: inout RunBlock
    ) throws(DatabaseError) -> Bool {
        try last.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(run, at: 2)
            try statement.bind(blob: Self.end.span, at: 3)
            guard try session.step(&statement) else { return false }
            return block.read(statement.blob(at: 0), statement.blob(at: 1))
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
