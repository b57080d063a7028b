import Items
import SQLite

/// The places of the terms in a range, one after the other.
struct TermWalk {
    private var merged: MergedRuns
    private let range: TermRange
    private let isDescending: Bool

    init(
        _ range: TermRange, isDescending: Bool = false, of owner: Int,
        _ statements: RunStatements
    ) throws(DatabaseError) {
        self.range = range
        self.isDescending = isDescending
        merged = try MergedRuns(
            try statements.runs(of: owner).runs, of: owner,
            from: (isDescending ? range.upper : range.lower).span,
            isDescending: isDescending, statements)
    }

    /// The next place, nil at the end.
    mutating func next() throws(DatabaseError) -> Int? {
        while try merged.next() {
            let isBeyond =
                isDescending
                ? merged.term.span.compared(to: range.lower.span) < 0
                : merged.term.span.compared(to: range.upper.span) >= 0
            if isBeyond { return nil }
            if !merged.isRemoved { return OrderTerm.place(of: merged.term.span) }
        }
        return nil
    }

    /// Whether the item is in the order where this walk has found it: a run may say too much.
    func stands(
        _ row: borrowing ItemRow, _ order: OrderTerm.Order, _ scratch: inout [UInt8]
    ) -> Bool {
        scratch.removeAll(keepingCapacity: true)
        return OrderTerm.append(order, of: row, to: &scratch) && scratch == merged.term
    }
}
