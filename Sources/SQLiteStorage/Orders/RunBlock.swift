import SQLite

/// Terms that follow each other in a run, in one row of the table `terms`.
///
///     first    the first term
///     rest     of each term: how many bytes it shares with the one before it, how many follow, times
///              two, and one more if it was taken away; then these bytes. Numbers have seven bits to
///              a byte, the lowest first. The first term shares all of itself.
struct RunBlock {
    /// One term, and what is said of it.
    private struct Entry {
        let end: Int
        let isRemoved: Bool
    }

    private var bytes = ByteBuffer()
    private var entries: [Entry] = []

    var count: Int { entries.count }

    func isRemoved(_ index: Int) -> Bool { entries[index].isRemoved }

    /// One of the terms.
    @_lifetime(borrow self)
    func term(_ index: Int) -> Span<UInt8> {
        bytes.span.extracting(range(index))
    }

    /// The terms that were not taken away.
    var withoutRemoved: RunBlock {
        var others = RunBlock()
        for index in 0..<count where !isRemoved(index) {
            others.append(index, of: self)
        }
        return others
    }

    /// How many terms come before `bound`.
    func count(below bound: Span<UInt8>) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if term(middle).compared(to: bound) < 0 {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : entries[index - 1].end)..<entries[index].end
    }

    /// No row that was written unpacks to so much: a few hundred terms, the longest of titles.
    private static let most = 4 << 20

    /// Appends a term that comes after all others.
    mutating func append(_ term: Span<UInt8>, isRemoved: Bool) {
        bytes.append(term)
        entries.append(Entry(end: bytes.count, isRemoved: isRemoved))
    }

    /// Appends a term of another block that comes after all others.
    mutating func append(_ index: Int, of block: RunBlock) {
        append(block.term(index), isRemoved: block.isRemoved(index))
    }

    /// Reads a row of `first` and `rest`; false when these bytes are no block.
    mutating func read(_ first: Span<UInt8>, _ rest: Span<UInt8>) -> Bool {
        bytes.replace(with: first)
        entries.removeAll(keepingCapacity: true)
        var start = 0
        var index = 0
        while index < rest.count {
            guard let shared = Self.number(rest, &index), let tail = Self.number(rest, &index)
            else { return false }
            let length = tail >> 1
            // The one before ends where this one begins; the first shares with `first` itself.
            let known = entries.isEmpty ? first.count : bytes.count - start
            guard shared <= known, length <= rest.count - index, bytes.count < Self.most else {
                return false
            }
            if entries.isEmpty {
                guard shared == first.count, length == 0 else { return false }
            } else {
                let former = start
                start = bytes.count
                bytes.append(own: former..<former + shared)
                bytes.append(rest.extracting(index..<index + length))
            }
            index += length
            entries.append(Entry(end: bytes.count, isRemoved: tail & 1 == 1))
        }
        return !entries.isEmpty
    }

    private static func number(_ bytes: Span<UInt8>, _ index: inout Int) -> Int? {
        var number = 0
        var shift = 0
        while index < bytes.count, shift < 28 {
            let byte = bytes[index]
            index += 1
            number |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        return nil
    }
}
