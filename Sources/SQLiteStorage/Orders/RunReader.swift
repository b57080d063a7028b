import SQLite

/// A place in one run, or in the newest terms, from which it is read upward or downward.
struct RunReader {
    /// The number of the newest terms, which are no run.
    private static let noRun = 0

    let run: Int
    private(set) var block = RunBlock()
    private(set) var index = 0
    private(set) var isAtEnd = false
    /// The first sixteen bytes of the term that it stands at, as a number by
    /// which the term that comes next has the smallest: downward all bits
    /// are the other way round, and at its end it is the largest.
    private(set) var opening = UInt128.max
    /// How many terms it has gone on from.
    private(set) var passed = 0
    /// The first terms of the rows that it has gone on from, if it is to remember them.
    private(set) var passedRows = RunBlock()
    private let owner: Int
    private let isDescending: Bool
    private let remembersRows: Bool

    /// A reader at the first term that is not below `bound`, or downward at the last one below it.
    init(
        _ run: Int, of owner: Int, from bound: Span<UInt8>, isDescending: Bool = false,
        remembersRows: Bool = false, _ statements: RunStatements
    ) throws(DatabaseError) {
        self.run = run
        self.owner = owner
        self.isDescending = isDescending
        self.remembersRows = remembersRows
        try find(bound, statements)
        look()
    }

    /// A reader of terms that are all in one block, from the same term on.
    init(_ newest: RunBlock, from bound: Span<UInt8>, isDescending: Bool) {
        run = Self.noRun
        owner = 0
        block = newest
        self.isDescending = isDescending
        remembersRows = false
        isAtEnd = !goes(to: bound)
        look()
    }

    private mutating func find(
        _ bound: Span<UInt8>, _ statements: RunStatements
    ) throws(DatabaseError) {
        guard try statements.read(.around, bound, of: run, owner, into: &block) else {
            // All blocks are above the bound.
            isAtEnd = true
            guard !isDescending else { return }
            isAtEnd = try !statements.read(.after, bound, of: run, owner, into: &block)
            return
        }
        if !goes(to: bound) { try leaveBlock(statements) }
    }

    /// Goes to where the bound is in the block; false when that is before or behind its terms.
    private mutating func goes(to bound: Span<UInt8>) -> Bool {
        let below = block.count(below: bound)
        index = isDescending ? below - 1 : below
        return index >= 0 && index < block.count
    }

    /// Whether the term was taken away.
    var isRemoved: Bool { block.isRemoved(index) }

    /// Compares the term that it stands at with that of another reader.
    func compare(with other: RunReader) -> Int {
        block.term(index).compared(to: other.block.term(other.index))
    }

    /// Whether it stands at this term.
    func stands(at term: Span<UInt8>) -> Bool {
        !isAtEnd && block.term(index).compared(to: term) == 0
    }

    /// Copies the term that it stands at; mutating, so that the compiler does not copy the reader.
    mutating func copyTerm(to copy: inout ByteBuffer) { copy.replace(with: block.term(index)) }

    /// Goes on to the next term.
    mutating func advance(_ statements: RunStatements) throws(DatabaseError) {
        passed += 1
        index += isDescending ? -1 : 1
        if index < 0 || index == block.count { try leaveBlock(statements) }
        look()
    }

    private mutating func look() {
        guard !isAtEnd else {
            opening = .max
            return
        }
        let number = block.term(index).opening
        opening = isDescending ? ~number : number
    }

    private mutating func leaveBlock(_ statements: RunStatements) throws(DatabaseError) {
        if remembersRows { passedRows.append(0, of: block) }
        let neighbour = isDescending ? RunStatements.Row.before : .after
        guard run != Self.noRun, try statements.read(neighbour, nil, of: run, owner, into: &block)
        else {
            isAtEnd = true
            return
        }
        index = isDescending ? block.count - 1 : 0
    }
}
