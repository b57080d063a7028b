/// One id that was touched after some position, in its last state.
package enum ItemChange: ~Escapable {
    case item(ItemRow)
    /// The item was deleted by the write with this revision.
    case deleted(ItemID, revision: Int)
}

/// How far a client has read the changes.
///
///     after(44)                 all up to and with revision 44
///     after(44, rest: 17)       the same, but for the last 17 changes of revision 44
///     listing(45, done, 5)      the items of revision 45 in the default order, up to this one
///
/// A client that begins with nothing lists what is there, which needs no history, and then reads
/// what was changed since it began: so the list may be far older than what is remembered.
package enum ChangePosition: Equatable, Sendable {
    case after(revision: Int, rest: Int = 0)
    case listing(began: Int, done: Bool, sequence: Int)

    /// Before everything that is there at this revision.
    package static func beginning(at revision: Int) -> ChangePosition {
        .listing(began: revision, done: false, sequence: 0)
    }

    /// The last revision of which the client may have seen something.
    package var revision: Int {
        switch self {
        case .after(let revision, rest: _): revision
        case .listing(let began, done: _, sequence: _): began
        }
    }
}
