import Items

/// A walk through the changes that ends early when it has gone far enough: where it goes on from.
///
/// A position has a place only where it must: inside a revision, which is
/// known when the next change is at hand. Whoever stands behind a whole
/// revision is served for as long as those before them.
struct ChangeRun {
    /// Behind all changes but the last one that was taken, and at the end behind that as well.
    private(set) var position: ChangePosition
    /// What the owner's clock says in the state that the changes are read from.
    private(set) var clock = 0
    /// Whether there are changes that were not taken.
    private(set) var hasMore = false
    private let limit: Int
    private let bytes: Int
    private var last: (revision: Int, place: Int)?
    private var count = 0

    private let isFromBeginning: Bool

    /// A walk from `position` on, or from the beginning, of at most `limit` changes, and none after
    /// so many bytes.
    init(from position: ChangePosition?, limit: Int, bytes: Int) {
        isFromBeginning = position == nil
        self.position = position ?? .beginning(at: 0)
        self.limit = limit
        self.bytes = bytes
    }

    /// Begins, when the clock is known.
    mutating func begin(at clock: Int) {
        self.clock = clock
        if isFromBeginning { position = .beginning(at: clock) }
    }

    /// Takes a change in, after so many bytes have been written; false when it has gone far enough.
    mutating func take(_ change: borrowing ItemChange, written: Int) -> Bool {
        let (revision, place) = change.standing
        if let last { position = position.behind(last, before: revision) }
        guard count < limit, written < bytes else {
            hasMore = true
            return false
        }
        last = (revision, place)
        count += 1
        return true
    }

    /// Ends, when all changes have been shown.
    mutating func end() {
        if !hasMore { position = ChangePosition(revision: clock) }
    }
}

extension ChangePosition {
    fileprivate func behind(
        _ last: (revision: Int, place: Int), before next: Int
    ) -> ChangePosition {
        let behind = behind(revision: last.revision, place: last.place)
        let isWhole = next > last.revision && behind.began == nil
        return isWhole ? ChangePosition(revision: last.revision) : behind
    }
}

extension ItemChange {
    fileprivate var standing: (revision: Int, place: Int) {
        switch copy self {
        case .item(let row): (row.facts.revision, row.facts.place)
        case .deleted(_, let place, let revision): (revision, place)
        }
    }
}
