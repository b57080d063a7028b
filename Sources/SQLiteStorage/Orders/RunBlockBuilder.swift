import SQLite

/// Puts terms in their order together into blocks.
struct RunBlockBuilder {
    /// A block ends with so many bytes: a row of a table without rowid keeps about
    /// a thousand on its own page (sqlite.org/fileformat2.html#b_tree_pages).
    static let enough = 850

    private(set) var first = ByteBuffer()
    private(set) var rest = ByteBuffer()
    private var last = ByteBuffer()

    var isEmpty: Bool { rest.count == 0 }
    var isFull: Bool { first.count + rest.count >= Self.enough }

    /// Appends a term that comes after all others.
    mutating func append(_ term: Span<UInt8>, isRemoved: Bool) {
        if isEmpty {
            first.replace(with: term)
            last.replace(with: term)
        }
        let shared = last.span.countShared(with: term)
        append(shared)
        append((term.count - shared) << 1 | (isRemoved ? 1 : 0))
        rest.append(term.extracting(shared...))
        last.replace(with: term)
    }

    /// Forgets the terms, for the next block.
    mutating func clear() { rest.removeAll() }

    private mutating func append(_ number: Int) {
        var number = number
        while number >= 0x80 {
            rest.append(UInt8(truncatingIfNeeded: number) | 0x80)
            number >>= 7
        }
        rest.append(UInt8(truncatingIfNeeded: number))
    }
}
