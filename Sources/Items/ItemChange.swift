/// One id that was touched after some position, in its last state.
package enum ItemChange: ~Escapable {
    case item(ItemRow)
    case deleted(ItemID, place: Int, revision: Int)
}

/// How far somebody has read the changes: their order is by revision, and within one by place.
///
///     revision 44, no place           all up to and with revision 44
///     revision 44, place 17           of revision 44, no more than up to place 17
///     revision 12, place 5, began 45  the same, by somebody who had nothing when the clock was 45
///
/// Who begins with nothing needs no tombstones, for what was gone by then was never shown to them.
/// So they can read a list in pages that is far older than what is remembered of deletions.
package struct ChangePosition: Equatable, Sendable {
    package let revision: Int
    package let place: Int?
    /// The clock when somebody began with nothing, until they have read up to it.
    package let began: Int?

    /// A position that was read from a token; whether it can be served is another question.
    package init(revision: Int, place: Int? = nil, began: Int? = nil) {
        self.revision = revision
        self.place = place
        self.began = began
    }

    /// Before everything that is alive when the clock says this.
    package static func beginning(at clock: Int) -> ChangePosition {
        ChangePosition(revision: 0, began: clock)
    }

    /// The position right behind a change that was shown.
    package func behind(revision: Int, place: Int) -> ChangePosition {
        let isBehindBeginning = began.map { revision > $0 } ?? true
        return ChangePosition(
            revision: revision, place: place, began: isBehindBeginning ? nil : began)
    }

    /// Whether all that happened since is still remembered, of an owner with
    /// this clock and horizon.
    package func isServable(clock: Int, horizon: Int) -> Bool {
        if let began { return revision <= began && began <= clock && began >= horizon }
        guard revision <= clock else { return false }
        return place == nil ? revision >= horizon : revision > horizon
    }

    /// The revision after which deletions matter to whoever stands here.
    package var deletionsAfter: Int {
        max(revision, began ?? 0)
    }
}
