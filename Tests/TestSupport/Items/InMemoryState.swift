import Items

/// The state of one owner.
struct InMemoryState {
    var revision = 0
    var lastSequence = 0
    var items: [ItemID: ToDoItem] = [:]
    var tombstones: [ItemID: Tombstone] = [:]
    /// The previous values of each write, in the order of writing.
    var log: [Entry] = []
    /// Of all up to and with this revision, the log was forgotten.
    var horizon = 0
    var answers: [IdempotencyKey: IdempotencyRecord] = [:]

    /// The result of a query, in its order.
    func items(_ query: ItemQuery) -> [ToDoItem] {
        items.values.filter(query.filter.matches).sorted {
            $0.position(in: query.sort).precedes($1.position(in: query.sort), in: query.sort)
        }
    }

    /// The remainder of a deleted item.
    struct Tombstone {
        let revision: Int
        /// The position of the deletion in the log.
        let entry: Int
    }

    /// An item before it was written to, and as it was afterwards.
    struct Entry {
        let revision: Int
        let id: ItemID
        let before: ToDoItem?
        let after: ToDoItem?
    }
}
