import Items
import Storage

/// The state of one owner.
struct InMemoryState {
    var revision = 0
    var lastSequence = 0
    var items: [ItemID: ToDoItem] = [:]
    var tombstones: [ItemID: Tombstone] = [:]
    var log: [ChangeRow] = []
    /// The log was deleted up to and including this revision.
    var horizon = 0
    var answers: [IdempotencyKey: IdempotencyRecord] = [:]

    /// The items that a query selects, in its order.
    func items(_ query: ItemQuery) -> [ToDoItem] {
        items.values.filter(query.filter.matches).sorted {
            $0.position(in: query.sort).precedes($1.position(in: query.sort), in: query.sort)
        }
    }

    /// The trace of a deleted item.
    struct Tombstone {
        let revision: Int
        /// The position of the deletion in the log.
        let entry: Int
    }
}
