import Foundation

/// What a move in an order by hand writes.
enum ManualOrder {
    struct Entry {
        let id: UUID
        var key: OrderKey?
    }

    /// When a move makes a key of more characters than this, all items get new keys. The server
    /// takes twice as many, so that every key made here has room.
    static let longestKey = 32

    /// The keys that a move of some entries of a list changes.
    ///
    /// - Parameters:
    ///   - moved: in the order in which they are to stand.
    ///   - target: the entry that is to follow them, nil for the end of the list.
    ///   - list: as it is shown: those with a key by it, then those without.
    ///   - keyed: all items with a key in their order, hidden ones too.
    /// - Returns: entries with their new keys, in the order of the list.
    static func changes(
        moving moved: [UUID], before target: UUID?, in list: [Entry],
        keyed: @autoclosure () -> [Entry]
    ) -> [Entry] {
        let isMoved = Set(moved)
        let entries = Dictionary(list.map { ($0.id, $0) }) { first, _ in first }
        let block = moved.compactMap { entries[$0] }
        // The entry that is to follow may move itself: then it is the first one after it that stays.
        let start = target.flatMap { id in list.firstIndex { $0.id == id } } ?? list.endIndex
        let above = list[..<start].filter { !isMoved.contains($0.id) }
        let below = list[start...].filter { !isMoved.contains($0.id) }
        guard (above + block + below).map(\.id) != list.map(\.id) else { return [] }

        // Those without a key above the moved ones get one, or the moved ones would overtake them.
        let unkeyed = above.filter { $0.key == nil }
        let lower = above.compactMap(\.key).max()
        // Equal keys leave no room: those below the moved ones get new ones too.
        let crowded = below.prefix { entry in
            guard let key = entry.key, let lower else { return false }
            return key <= lower
        }
        let upper = unkeyed.isEmpty ? below.dropFirst(crowded.count).first?.key : nil
        let placed = unkeyed + block + crowded
        let keys = OrderKey.keys(placed.count, between: lower, and: upper)
        if keys.allSatisfy({ $0.text.utf8.count <= longestKey }) {
            return changed(placed, to: keys)
        }
        return renewal(of: keyed(), placing: placed, after: above.last { $0.key != nil })
    }

    /// New keys for all items that have one, and for those that are placed behind one of them.
    private static func renewal(
        of keyed: [Entry], placing placed: [Entry], after anchor: Entry?
    ) -> [Entry] {
        let isPlaced = Set(placed.map(\.id))
        var order = keyed.filter { !isPlaced.contains($0.id) }
        let index = anchor.flatMap { anchor in order.firstIndex { $0.id == anchor.id } }
        order.insert(contentsOf: placed, at: index.map { $0 + 1 } ?? order.startIndex)
        return changed(order, to: OrderKey.keys(order.count, between: nil, and: nil))
    }

    private static func changed(_ entries: [Entry], to keys: [OrderKey]) -> [Entry] {
        zip(entries, keys).filter { $0.key != $1 }.map { Entry(id: $0.id, key: $1) }
    }
}
