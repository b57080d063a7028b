import Items

/// What is kept for one owner.
struct InMemoryShelf {
    var clock = 0
    var items: [ItemID: ToDoItem] = [:]
    var tombstones: [ItemID: Tombstone] = [:]
    /// What each revision found where it wrote.
    var log: [Int: [ItemID: Logged]] = [:]
    var horizon = 0
    var answers: [RequestKey: KeptRecord] = [:]

    /// What a query asks for, in its order.
    func items(_ query: ItemQuery) -> [ToDoItem] {
        items.values.filter(query.filter.matches).sorted {
            $0.position(in: query.sort).precedes($1.position(in: query.sort), in: query.sort)
        }
    }

    /// What is left of an item that was deleted.
    struct Tombstone {
        let place: Int
        let revision: Int
    }

    /// An item before a write, and the write before that one.
    struct Logged {
        let image: ToDoItem?
        let former: Int?
    }
}
