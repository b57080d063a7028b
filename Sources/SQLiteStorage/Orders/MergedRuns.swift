import SQLite

/// The terms of several runs, and the newest terms, as one order, each term once: what the newest
/// of them says of it.
struct MergedRuns {
    /// The oldest first, and behind them that of the newest terms.
    private(set) var readers: [RunReader]
    /// The openings of their terms, which decide nearly always.
    private var openings: [UInt128]
    /// The term that was read last.
    private(set) var term = ByteBuffer()
    /// Whether it was taken away.
    private(set) var isRemoved = false
    private let isDescending: Bool
    private let statements: RunStatements

    /// The runs, and what is newer than these, from the first term that is not below `bound` upward,
    /// or from the last one that is downward.
    init(
        _ runs: some Collection<RunList.Run>, _ newest: RunBlock = RunBlock(), of owner: Int,
        from bound: Span<UInt8>, isDescending: Bool = false, remembersRows: Bool = false,
        _ statements: RunStatements
    ) throws(DatabaseError) {
        self.isDescending = isDescending
        self.statements = statements
        readers = []
        readers.reserveCapacity(runs.count + 1)
        for run in runs {
            readers.append(
                try RunReader(
                    run.number, of: owner, from: bound, isDescending: isDescending,
                    remembersRows: remembersRows, statements))
        }
        if newest.count > 0 {
            readers.append(RunReader(newest, from: bound, isDescending: isDescending))
        }
        openings = readers.map(\.opening)
    }

    /// Reads the next term; false at the end.
    mutating func next() throws(DatabaseError) -> Bool {
        var best = 0
        var smallest = UInt128.max
        var isAlone = false
        for index in openings.indices where openings[index] <= smallest {
            isAlone = openings[index] < smallest
            best = index
            smallest = openings[index]
        }
        guard isAlone else { return try next(of: smallest) }
        take(best)
        try advance(best)
        return true
    }

    /// Reads the next term where several readers stand at such an opening, or all at their end.
    private mutating func next(of opening: UInt128) throws(DatabaseError) -> Bool {
        var best = -1
        for index in openings.indices where openings[index] == opening {
            guard !readers.span[index].isAtEnd, best < 0 || isFirst(index, before: best) else {
                continue
            }
            best = index
        }
        guard best >= 0 else { return false }
        take(best)
        // All that say something of this term go on.
        for index in 0...best where openings[index] == opening {
            if readers.span[index].stands(at: term.span) { try advance(index) }
        }
        return true
    }

    /// Whether a reader's term comes before that of an older one, or is the same.
    private func isFirst(_ index: Int, before older: Int) -> Bool {
        let order = readers.span[index].compare(with: readers.span[older])
        return isDescending ? order >= 0 : order <= 0
    }

    private mutating func take(_ index: Int) {
        isRemoved = readers.span[index].isRemoved
        readers[index].copyTerm(to: &term)
    }

    private mutating func advance(_ index: Int) throws(DatabaseError) {
        try readers[index].advance(statements)
        openings[index] = readers.span[index].opening
    }
}
