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

    /// A note on its way into a run.
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

    /// The most that terms can add to a row in which others stand: all their
    /// bytes, and two numbers.
    func mostBytes(_ terms: [Int]) -> Int {
        terms.reduce(0) { $0 + notes[$1].range.count + 4 }
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

    /// Forgets the last notes.
    mutating func removeAll(from count: Int) {
        notes.removeLast(notes.count - count)
        bytes.removeLast(bytes.count - (notes.last?.range.upperBound ?? 0))
    }

    /// The notes from one on by owner and term; of equal terms the last note is the last one.
    func sorted(from start: Int) -> [Sorted] {
        var sorted = notes.indices[start...].map { index in
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

    /// Compares the terms of two notes.
    func compare(_ a: Sorted, _ b: Sorted) -> Int {
        term(a.index).compared(to: term(b.index))
    }
}
