import SQLite

/// A place in one run, from which it is read upward or downward.
struct RunReader {
    let run: Int
    private(set) var block = RunBlock()
    private(set) var index = 0
    private(set) var isAtEnd = false
    /// The first bytes of the term that it stands at, which decide nearly always.
    private(set) var beginning: UInt64 = 0
    /// How many terms it has gone on from.
    private(set) var passed = 0
    private let owner: Int
    private let isDescending: Bool
    /// The first term of the block, by which its neighbours are found.
    private(set) var first: [UInt8] = []

    /// A reader at the first term that is not below `bound`, or downward at the last one below it.
    init(
        _ run: Int, of owner: Int, from bound: Span<UInt8>, isDescending: Bool = false,
        _ statements: RunStatements
    ) throws(DatabaseError) {
        self.run = run
        self.owner = owner
        self.isDescending = isDescending
        guard try load(.around, bound, statements) else {
            // All blocks are above the bound.
            isAtEnd = isDescending ? true : try !load(.after, bound, statements)
            if !isAtEnd { beginning = block.beginning(0) }
            return
        }
        // The terms of the block that are below the bound.
        let below = block.count(below: bound)
        if isDescending {
            index = below - 1
            if below == 0 { try leaveBlock(statements) }
        } else {
            index = below
            if below == block.count { try leaveBlock(statements) }
        }
        if !isAtEnd { beginning = block.beginning(index) }
    }

    /// Whether the term was taken away.
    var isRemoved: Bool { block.isRemoved(index) }

    /// Compares the term that it stands at with that of another reader.
    func compare(with other: RunReader) -> Int {
        block.compare(index, with: other.block, other.index)
    }

    /// Whether it stands at this term.
    func stands(at term: [UInt8]) -> Bool {
        !isAtEnd && block.compare(index, with: term) == 0
    }

    /// Copies the term that it stands at.
    func copyTerm(to copy: inout [UInt8]) { block.copy(index, to: &copy) }

    /// Goes on to the next term.
    mutating func advance(_ statements: RunStatements) throws(DatabaseError) {
        passed += 1
        index += isDescending ? -1 : 1
        if index < 0 || index == block.count { try leaveBlock(statements) }
        if !isAtEnd { beginning = block.beginning(index) }
    }

    private mutating func leaveBlock(_ statements: RunStatements) throws(DatabaseError) {
        let here = first
        guard try load(isDescending ? .before : .after, here.span, statements) else {
            isAtEnd = true
            return
        }
        index = isDescending ? block.count - 1 : 0
    }

    private mutating func load(
        _ row: RunStatements.Row, _ term: Span<UInt8>, _ statements: RunStatements
    ) throws(DatabaseError) -> Bool {
        guard try statements.read(row, term, of: run, owner, into: &block) else { return false }
        block.copy(0, to: &first)
        return true
    }
}
