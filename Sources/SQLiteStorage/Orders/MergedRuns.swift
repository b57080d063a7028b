import SQLite

/// The terms of several runs as one order, each term once: what the newest run says of it.
struct MergedRuns {
    /// The oldest first.
    private(set) var readers: [RunReader]
    /// The term that was read last.
    private(set) var term: [UInt8] = []
    /// Whether it was taken away.
    private(set) var isRemoved = false
    private let isDescending: Bool
    private let statements: RunStatements

    /// The runs from the first term that is not below `bound` upward, or from the last one that is downward.
    init(
        _ runs: some Sequence<RunList.Run>, of owner: Int, from bound: Span<UInt8>,
        isDescending: Bool = false, _ statements: RunStatements
    ) throws(DatabaseError) {
        self.isDescending = isDescending
        self.statements = statements
        readers = []
        for run in runs {
            readers.append(
                try RunReader(
                    run.number, of: owner, from: bound, isDescending: isDescending, statements))
        }
    }

    /// Reads the next term; false at the end.
    mutating func next() throws(DatabaseError) -> Bool {
        var best: Int?
        for index in readers.indices where !readers[index].isAtEnd {
            guard let former = best else {
                best = index
                continue
            }
            let (one, other) = (readers[index].beginning, readers[former].beginning)
            let order =
                one == other
                ? readers[index].compare(with: readers[former]) : one < other ? -1 : 1
            // Of equals the newer one.
            if isDescending ? order >= 0 : order <= 0 { best = index }
        }
        guard let best else { return false }
        isRemoved = readers[best].isRemoved
        readers[best].copyTerm(to: &term)
        // All that say something of this term go on.
        let beginning = readers[best].beginning
        for index in readers.indices
        where readers[index].beginning == beginning && readers[index].stands(at: term) {
            try readers[index].advance(statements)
        }
        return true
    }
}
