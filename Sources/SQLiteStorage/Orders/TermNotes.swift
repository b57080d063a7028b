import Items
import SQLite

/// Terms that were written or taken away, in the order in which that happened.
struct TermNotes {
    /// One of them.
    private struct Note {
        let owner: Int
        let range: Range<Int>
        let isRemoved: Bool
    }

    /// A note on its way into a run, or among the newest terms.
    struct Sorted {
        let owner: Int
        let index: Int
        /// The first eight bytes of the term as a number, which decide nearly always.
        fileprivate let beginning: UInt64
    }

    private var notes: [Note] = []
    private var bytes: [UInt8] = []

    var count: Int { notes.count }
    /// About how much memory they take.
    var size: Int { bytes.count + notes.count * MemoryLayout<Note>.stride }

    /// The term of a note.
    @_lifetime(borrow self)
    func term(_ index: Int) -> Span<UInt8> {
        bytes.span.extracting(notes[index].range)
    }

    /// Whether the note says that the item is not there.
    func isRemoved(_ index: Int) -> Bool { notes[index].isRemoved }

    /// Notes the terms of an item, but for those that another has as well.
    mutating func append(
        _ item: ToDoItem, isRemoved: Bool, unlessOf other: ToDoItem?, _ owner: Owner
    ) {
        for order in OrderTerm.Order.allCases {
            let start = bytes.count
            guard OrderTerm.append(order, of: item, to: &bytes) else { continue }
            let end = bytes.count
            let isOthers =
                other.map { OrderTerm.append(order, of: $0, to: &bytes) } == true
                && bytes[start..<end] == bytes[end...]
            bytes.removeLast(bytes.count - (isOthers ? start : end))
            guard !isOthers else { continue }
            notes.append(Note(owner: owner.key, range: start..<end, isRemoved: isRemoved))
        }
    }

    /// Appends what `owners.newest` says; false when these bytes say nothing.
    mutating func append(newest: Span<UInt8>) -> Bool {
        var start = 0
        while start < newest.count {
            guard newest.count - start > 2 else { return false }
            let said = Int(newest[start]) << 8 | Int(newest[start + 1])
            start += 2
            guard said > 1, said >> 1 <= newest.count - start else { return false }
            let range = bytes.count..<bytes.count + said >> 1
            bytes.append(newest.extracting(start..<start + range.count))
            notes.append(Note(owner: 0, range: range, isRemoved: said & 1 == 1))
            start += range.count
        }
        return true
    }

    /// Forgets all notes.
    mutating func removeAll() {
        notes.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    /// The notes by owner and term; of equal terms the last note is the last one.
    func sorted() -> [Sorted] {
        var sorted = notes.indices.map { index in
            Sorted(owner: notes[index].owner, index: index, beginning: term(index).beginning)
        }
        sorted.sort { a, b in
            if a.owner != b.owner { return a.owner < b.owner }
            if a.beginning != b.beginning { return a.beginning < b.beginning }
            let order = compare(a, b)
            return order == 0 ? a.index < b.index : order < 0
        }
        return sorted
    }

    /// Those notes that hold: of one term the last one, of those from `valid` on.
    func latest(of sorted: ArraySlice<Sorted>, from valid: Int = 0) -> [Int] {
        var latest: [Int] = []
        latest.reserveCapacity(sorted.count)
        for position in sorted.indices where sorted[position].index >= valid {
            let next = position + 1
            let isOverwritten =
                next < sorted.endIndex && compare(sorted[position], sorted[next]) == 0
            if !isOverwritten { latest.append(sorted[position].index) }
        }
        return latest
    }

    /// These notes in this order, which is that of their terms.
    func block(of notes: [Int]) -> RunBlock {
        var block = RunBlock()
        for note in notes { block.append(term(note), isRemoved: isRemoved(note)) }
        return block
    }

    /// Compares the terms of two notes.
    private func compare(_ a: Sorted, _ b: Sorted) -> Int {
        term(a.index).compared(to: term(b.index))
    }
}
