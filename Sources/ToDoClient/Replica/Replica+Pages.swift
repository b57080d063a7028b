import Foundation

extension Replica {
    mutating func apply(_ page: Event.Page) -> Touched {
        var news = Conflicts(seed: page.seed)
        if token == nil { return applyAside(page, &news) }
        for (id, stored) in page.changes { tell(id, stored, isDeletion: stored == nil, &news) }
        token = page.token
        var touched = Set(page.changes.map(\.id))
        if !page.hasMore { touched.formUnion(settleFlight()) }
        add(news)
        return .some(touched)
    }

    /// Without a token, no deletions are told: what is not mentioned is not there.
    private mutating func applyAside(_ page: Event.Page, _ news: inout Conflicts) -> Touched {
        var aside = aside ?? Aside()
        for (id, stored) in page.changes { aside.items[id] = stored }
        aside.token = page.token
        guard !page.hasMore else {
            self.aside = aside
            return .some([])
        }
        let edited = Set(queue.ids).union(flight?.ids ?? [])
        // In order, so that each replay gives the same ids to the same conflicts.
        for id in edited.sorted(by: { $0.key < $1.key }) {
            tell(id, aside.items[id], isDeletion: false, &news)
        }
        copy = aside.items
        token = page.token
        self.aside = nil
        _ = settleFlight()
        add(news)
        return .all
    }

    /// Takes over what the server says of an item.
    private mutating func tell(
        _ id: UUID, _ stored: ServerItem?, isDeletion: Bool, _ news: inout Conflicts
    ) {
        // A flight's answer has told this already.
        if let known = copy[id], known.revision == stored?.revision, flight?.edits[id] == nil {
            return
        }
        guard let edit = flight?.edits[id], let phase = flight?.phase else {
            return carry(id, flightEdit: nil, onto: stored, &news)
        }
        switch phase {
        case .outgoing:
            // Its answer will tell what became of it.
            copy[id] = stored
        case .done:
            flight?.edits[id] = nil
            // What the server says includes the edit.
            carry(id, flightEdit: edit, isDone: true, onto: stored, &news)
        case .inDoubt:
            flight?.edits[id] = nil
            // An item that was made here and is deleted now has arrived, and is over.
            let isOver = isDeletion && edit.before == nil
            carry(id, flightEdit: edit, isDone: isOver, onto: stored, &news)
        }
    }

    /// Puts the edits of an item on top of what the server has now.
    mutating func carry(
        _ id: UUID, flightEdit: Edit?, isDone: Bool = false, onto stored: ServerItem?,
        deletedBy: Int? = nil, _ news: inout Conflicts
    ) {
        let old = copy[id]
        copy[id] = stored
        if stored != nil { graves[id] = nil }
        var lower: Edit?
        if let flightEdit, !isDone {
            let rebased = Rebased(flightEdit, onto: stored?.item)
            news.add(rebased)
            lower = rebased.edit
        }
        let later = queue[id]
        if stored == nil, let old, isDeletion(flightEdit) || isDeletion(later) {
            graves[id] = Grave(stored: old, deletedBy: deletedBy)
        }
        guard let later else {
            if let lower { queue.set(lower) }
            return
        }
        queue.remove(id)
        // An edit in the flight that is left leads to its own item, otherwise the server's is there.
        let base = lower.map(\.after) ?? stored?.item
        let rebased = Rebased(later, onto: base)
        news.add(rebased)
        if let lower {
            queue.set(lower.followed(by: rebased.edit))
        } else if let edit = rebased.edit {
            queue.set(edit.before == nil ? edit.with(origin: origin(edit)) : edit)
        }
    }

    private func isDeletion(_ edit: Edit?) -> Bool {
        edit.map { $0.after == nil } ?? false
    }

    /// The origin of an item that is brought back: its deletion may have arrived just now.
    private func origin(_ edit: Edit) -> Origin? {
        guard let grave = graves[edit.id], edit.origin?.isShared == true,
            edit.origin?.undoes == nil, edit.origin?.createdAt == grave.stored.createdAt
        else { return edit.origin }
        return Origin(isShared: true, grave)
    }

    /// Behind a complete pull all is known of a flight that was done or in doubt.
    private mutating func settleFlight() -> Set<UUID> {
        guard let flight, flight.phase != .outgoing else { return [] }
        self.flight = nil
        for edit in flight.inOrder {
            let later = queue[edit.id]
            if flight.phase == .inDoubt {
                // Nothing is said of the item: the edit has not arrived.
                queue.set(edit.followed(by: later).with(origin: edit.origin?.withoutUndo))
            } else {
                settle(edit, later)
            }
        }
        return Set(flight.ids)
    }

    /// Ends an edit that the server has done without changing anything.
    private mutating func settle(_ edit: Edit, _ later: Edit?) {
        guard let later else { return }
        queue.remove(edit.id)
        if let rebased = Rebased(later, onto: copy[edit.id]?.item).edit { queue.set(rebased) }
    }
}

extension Origin {
    /// The origin of an item that a deletion of here has removed.
    convenience init(isShared: Bool, _ grave: Grave) {
        self.init(
            isShared: isShared, base: grave.stored.item, createdAt: grave.stored.createdAt,
            undoes: grave.deletedBy)
    }
}
