public import Foundation

/// The order of the open items in a list.
public enum ListOrder: CaseIterable, Sendable {
    /// By date. Of one date, items without a time come first, by hand, then those with one, by time.
    /// Items without a date come last, by hand.
    case date
    /// By hand.
    case hand
    /// As they were created.
    case creation
}

extension ListOrder {
    /// Items in this order, if they are in that of their creation.
    package func sorted(
        _ items: some Sequence<ToDoItem>, in timeZone: TimeZone = .current
    ) -> [ToDoItem] {
        let items = Array(items)
        let keys: [SortKey]
        switch self {
        case .date: keys = items.map { SortKey($0, DuePlace($0, in: timeZone)) }
        case .hand: keys = items.map { SortKey($0) }
        case .creation: return items
        }
        return items.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { items[$0] }
    }

    /// The items of a list among which one can be moved: those that this order sorts by hand.
    package func neighbours(
        of item: ToDoItem, in list: [ToDoItem], _ timeZone: TimeZone = .current
    ) -> [ToDoItem] {
        switch self {
        case .hand: return list
        case .creation: return []
        case .date:
            let place = DuePlace(item, in: timeZone)
            guard place.isByHand else { return [] }
            return list.filter { DuePlace($0, in: timeZone) == place }
        }
    }
}

/// Where the due date puts an item.
private struct DuePlace: Comparable {
    private let day: Int
    private let time: Double

    init(_ item: ToDoItem, in timeZone: TimeZone) {
        let due = Due(item, in: timeZone)
        day = due?.day(in: timeZone)?.days ?? .max
        time = if case .time(let date)? = due { date.timeIntervalSince1970 } else { -.infinity }
    }

    var isByHand: Bool { time == -.infinity }

    static func < (left: DuePlace, right: DuePlace) -> Bool {
        (left.day, left.time) < (right.day, right.time)
    }
}

/// What sorts an item before its creation does.
private struct SortKey: Comparable {
    private let place: DuePlace?
    private let position: String?

    init(_ item: ToDoItem, _ place: DuePlace? = nil) {
        self.place = place
        position = place?.isByHand == false ? nil : item.position
    }

    static func < (left: SortKey, right: SortKey) -> Bool {
        if let place = left.place, let other = right.place, place != other { return place < other }
        guard let position = left.position else { return false }
        return right.position.map { position < $0 } ?? true
    }
}

extension ToDoItemSnapshot {
    /// The open items in an order; of one tag, those that have it, apart from case.
    public func todo(
        in order: ListOrder, tag: String? = nil, timeZone: TimeZone = .current
    ) -> [ToDoItem] {
        order.sorted(todo.having(tag), in: timeZone)
    }
}

extension Sequence<ToDoItem> {
    /// The items that have a tag; all without one.
    func having(_ tag: String?) -> [ToDoItem] {
        guard let tag = tag?.caseFolded else { return Array(self) }
        return filter { item in item.tags.contains { $0.caseFolded == tag } }
    }
}
