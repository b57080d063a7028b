/// Puts terms in their order together into blocks.
struct RunBlockBuilder {
    /// A block ends with so many bytes: a row of a table without rowid keeps about a thousand on its
    /// own page (sqlite.org/fileformat2.html#b_tree_pages).
    private static let enough = 850

    private(set) var first: [UInt8] = []
    private(set) var rest: [UInt8] = []
    private var last: [UInt8] = []

    var isEmpty: Bool { rest.isEmpty }
    var isFull: Bool { first.count + rest.count >= Self.enough }

    /// Appends a term that comes after all others.
    mutating func append(_ term: Span<UInt8>, isRemoved: Bool) {
        if rest.isEmpty {
            first.replace(with: term)
            last = first
        }
        var shared = 0
        while shared < last.count, shared < term.count, last[shared] == term[shared] {
            shared += 1
        }
        append(shared)
        append((term.count - shared) << 1 | (isRemoved ? 1 : 0))
        last.removeLast(last.count - shared)
        rest.append(term.extracting(shared...))
        last.append(term.extracting(shared...))
    }

    /// Forgets the terms, for the next block.
    mutating func clear() {
        rest.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ number: Int) {
        var number = number
        while number >= 0x80 {
            rest.append(UInt8(truncatingIfNeeded: number) | 0x80)
            number >>= 7
        }
        rest.append(UInt8(truncatingIfNeeded: number))
    }
}
