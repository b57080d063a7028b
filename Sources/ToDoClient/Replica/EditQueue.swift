import Foundation

/// The edits that were not sent yet: one for each item, in the order of writing.
struct EditQueue: Sendable {
    private struct Entry: SortedElement {
        let number: Int
        let id: UUID
        var sortKey: Key { Key(number: number, id: id.key) }

        struct Key: Comparable {
            let number: Int
            let id: IDKey

            static func < (left: Key, right: Key) -> Bool {
                left.number != right.number ? left.number < right.number : left.id < right.id
            }
        }
    }

    private var edits: [UUID: Edit] = [:]
    private var order = SortedChunks<Entry>()

    var count: Int { edits.count }
    var isEmpty: Bool { edits.isEmpty }
    var ids: some Collection<UUID> { edits.keys }

    subscript(id: UUID) -> Edit? { edits[id] }

    /// Replaces the edit of the same item; an edit without effect is removed.
    mutating func set(_ edit: Edit) {
        if let old = edits[edit.id], old.number != edit.number || edit.isEmpty {
            order.remove(Entry(number: old.number, id: old.id).sortKey)
        }
        if edit.isEmpty {
            edits[edit.id] = nil
        } else {
            edits[edit.id] = edit
            order.insert(Entry(number: edit.number, id: edit.id))
        }
    }

    @discardableResult
    mutating func remove(_ id: UUID) -> Edit? {
        guard let edit = edits.removeValue(forKey: id) else { return nil }
        order.remove(Entry(number: edit.number, id: id).sortKey)
        return edit
    }

    /// The edits in order.
    var inOrder: some Sequence<Edit> {
        order.lazy.compactMap { edits[$0.id] }
    }
}
