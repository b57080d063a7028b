import Foundation

/// An edit, moved from the state that it was made on to the current one.
///
/// The result depends on no clock. A member that one side changed takes that side's value. If both
/// sides changed a member differently, the edit's value wins, and a conflict keeps the other one;
/// tags are merged as sets.
struct Rebased {
    /// Nil if nothing is left of the edit.
    var edit: Edit?
    var conflict: Conflicts.Loss?
    /// The edit's item, if its new rule has no place: another client has ticked the item.
    var withLostRule: ToDoItem?

    init(_ edit: Edit, onto new: ToDoItem?) {
        guard edit.before != new else {
            self.edit = edit
            return
        }
        switch (edit.before, edit.after, new) {
        case (nil, nil, _), (.some, nil, nil):
            break
        case (nil, let after?, let new?):
            merge(edit, base: edit.origin?.base ?? after, ours: after, theirs: new)
        case (nil, .some, nil):
            self.edit = edit
        case (let before?, nil, let new?):
            if new.isSameMovedOrTicked(since: before) {
                self.edit = edit.with(before: new, origin: edit.origin)
            } else {
                conflict = (.kept, before, new)
            }
        case (let before?, let after?, nil):
            guard !after.isSameMovedOrTicked(since: before) else {
                if after.done != before.done { conflict = (.gone, after, nil) }
                break
            }
            self.edit = edit.with(before: nil, origin: Origin(isShared: true, base: before))
            conflict = (.revived, before, after)
        case (let before?, let after?, let new?):
            merge(edit, base: before, ours: after, theirs: new)
        }
    }

    private mutating func merge(_ edit: Edit, base: ToDoItem, ours: ToDoItem, theirs: ToDoItem) {
        // A completion that moves the rule to the next item does not change the rule.
        let isMoved = theirs.hasLostRule
        let wanted = ours
        let isNewRule = wanted.repetition != base.repetition
        let ours = isMoved && base.repetition != nil ? ours.withoutRule : ours
        let base = isMoved ? base.withoutRule : base
        var (result, overwritten) = theirs.merged(ours, from: base)
        if isMoved, result.done { result.repetition = nil }
        if isMoved, isNewRule, result.done { withLostRule = wanted }
        if result != theirs {
            self.edit = Edit(id: edit.id, before: theirs, after: result, number: edit.number)
        }
        if !overwritten.isEmpty { conflict = (.overwrote(overwritten), theirs, result) }
    }
}

extension Edit {
    /// This edit and a later one of the same item, merged.
    func followed(by later: Edit?) -> Edit {
        guard let later else { return self }
        return with(after: later.after)
    }
}
