import Items
import SQLite

/// The places of the terms in a range, one after the other.
struct TermWalk {
    private var merged: MergedRuns
    private let range: TermRange
    private let isDescending: Bool

    /// A walk through a range in the orders of an owner.
    init(
        _ range: TermRange, isDescending: Bool = false, of owner: Int,
        in orders: RunStatements.Orders, _ statements: RunStatements
    ) throws(DatabaseError) {
        self.range = range
        self.isDescending = isDescending
        merged = try MergedRuns(
            orders.list.runs, orders.newest, of: owner,
            from: (isDescending ? range.upper : range.lower).span,
            isDescending: isDescending, statements)
    }

    /// What comes next.
    enum Next {
        case place(Int)
        case end
        /// There may be more, but too much was passed that was taken away.
        case tired
    }

    /// The next place, unless `patience` ends before it, which is how many terms may be passed.
    mutating func next(_ patience: inout Int) throws(DatabaseError) -> Next {
        while patience > 0, try merged.next() {
            patience -= 1
            let isBeyond =
                isDescending
                ? merged.term.span.compared(to: range.lower.span) < 0
                : merged.term.span.compared(to: range.upper.span) >= 0
            if isBeyond { return .end }
            if !merged.isRemoved { return .place(OrderTerm.place(of: merged.term.span)) }
        }
        return patience > 0 ? .end : .tired
    }

    /// Where the walk stands, in an order of lists.
    var position: ListPosition { OrderTerm.position(of: merged.term.span) }

    /// Whether the item is in the order where this walk has found it: a run may say too much.
    func stands(
        _ row: borrowing ItemRow, _ order: OrderTerm.Order, _ scratch: inout [UInt8]
    ) -> Bool {
        scratch.removeAll(keepingCapacity: true)
        return OrderTerm.append(order, of: row, to: &scratch)
            && merged.term.span.compared(to: scratch.span) == 0
    }
}
