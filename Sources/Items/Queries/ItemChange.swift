/// The latest state of an item that changed after some position.
package enum ItemChange: ~Escapable {
    case item(ItemRow)
    /// The write with this revision deleted the item.
    case deleted(ItemID, revision: Int)
}

/// The position up to which a client has read the changes.
///
///     after(44)                 all changes up to revision 44, inclusive
///     after(44, rest: 17)       the same, except for the last 17 changes of revision 44
///     listing(45, done, 5)      the items at revision 45 in the default order, up to this one
///
/// A first load lists the items, which needs no history, and then reads the changes since it began.
/// So the items may be older than the log.
package enum ChangePosition: Equatable, Sendable {
    case after(revision: Int, rest: Int = 0)
    case listing(began: Int, done: Bool, sequence: Int)

    /// The position before the first item at this revision.
    package static func beginning(at revision: Int) -> ChangePosition {
        .listing(began: revision, done: false, sequence: 0)
    }

    /// The last revision of which the client may have seen a change.
    package var revision: Int {
        switch self {
        case .after(let revision, rest: _): revision
        case .listing(let began, done: _, sequence: _): began
        }
    }
}
