import Items
import TestSupport

/// A copy of the items that is kept up to date by changes alone.
struct Replica: Equatable {
    private(set) var items: [ItemID: ToDoItem] = [:]

    /// An empty copy.
    init() {}

    /// A copy of these items.
    init(_ items: [ToDoItem]) {
        for item in items { self.items[item.id] = item }
    }

    /// Reads page after page up to the current revision. Returns the violated rule of reading, if
    /// there is one.
    ///
    /// A page ends at its limit, or with `stopping` when the reader stops it.
    mutating func follow(
        _ repository: any ReadableRepository, _ owner: Owner, from start: ChangePosition?,
        pageSize: Int, stopping: Bool = false, betweenPages: () throws -> Void
    ) throws -> String? {
        var position = start
        for _ in 0..<10_000 {
            let page = try Page(
                of: repository, owner, since: position, size: pageSize, stopping: stopping)
            guard let page else { return "\(String(describing: position)) is not served" }
            if let wrong = page.wrong(after: position) { return wrong }
            for change in page.changes { apply(change) }
            if page.position == .after(revision: page.revision) { return nil }
            position = page.position
            try betweenPages()
        }
        return "has no end"
    }

    /// Applies a change to the copy.
    mutating func apply(_ change: Change) {
        switch change {
        case .item(let item): items[item.id] = item
        case .deleted(let id, revision: _): items[id] = nil
        }
    }
}

/// A page of changes as a client reads it.
private struct Page {
    var revision = -1
    var changes: [Change] = []
    /// The position after each change, as the repository reported it.
    var behind: [ChangePosition] = []
    private(set) var position = ChangePosition.after(revision: 0)
    private let size: Int

    /// Reads a page; nil if its position cannot be served.
    init?(
        of repository: any ReadableRepository, _ owner: Owner, since start: ChangePosition?,
        size: Int,
        stopping: Bool
    ) throws {
        self.size = size
        var (revision, changes, behind) = (-1, [Change](), [ChangePosition]())
        let position = try repository.changes(
            of: owner, since: start, limit: stopping ? .max : size,
            begin: {
                revision = $0
                return true
            },
            { change, position in
                guard changes.count < size else { return false }
                changes.append(Change(change))
                behind.append(position)
                return true
            })
        guard let position else { return nil }
        // A client may continue after any change that it has read.
        if changes.count > 1, size > 2 {
            changes.removeLast()
            behind.removeLast()
            self.position = behind[behind.count - 1]
        } else {
            self.position = position
        }
        (self.revision, self.changes, self.behind) = (revision, changes, behind)
    }

    /// The violated rule about the order of changes; nil if there is none.
    func wrong(after start: ChangePosition?) -> String? {
        if changes.count > size { return "more than wanted" }
        if changes.contains(where: { $0.revision > revision }) { return "a change to come" }
        if position.revision > revision { return "a position to come" }
        // Revisions after a list are in order, as for a client that already had the list.
        let revisions = zip(changes, behind).compactMap { change, position -> Int? in
            if case .after = position { change.revision } else { nil }
        }
        if revisions != revisions.sorted() { return "revisions out of order" }
        if let first = revisions.first, let start, first < start.revision {
            return "a change from before the position"
        }
        return nil
    }
}
