import Foundation

/// Items as the server has them, by id, with the bytes that they take there.
struct ServerItems: Sendable {
    private var items: [UUID: ServerItem] = [:]
    /// The bytes of all items, by the server's count.
    private(set) var storedBytes = 0

    subscript(id: UUID) -> ServerItem? {
        get { items[id] }
        set {
            let old = items[id]
            items[id] = newValue
            storedBytes += (newValue?.item.storedBytes ?? 0) - (old?.item.storedBytes ?? 0)
        }
    }

    var isEmpty: Bool { items.isEmpty }
    var ids: Dictionary<UUID, ServerItem>.Keys { items.keys }
    var values: Dictionary<UUID, ServerItem>.Values { items.values }
}
