import Foundation
import ToDoClient

/// An item as the server stores it.
struct StoredItem: Encodable, Equatable, Sendable {
    var item: ToDoItem
    /// Grows with each new item; not in responses.
    let sequence: Int
    var createdAt: Double
    var updatedAt: Double
    var doneAt: Double?
    var revision: Int

    private enum Key: CodingKey { case id, createdAt, updatedAt, doneAt, revision }

    func encode(to encoder: any Encoder) throws {
        try item.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(item.id.text, forKey: .id)
        try members.encode(createdAt, forKey: .createdAt)
        try members.encode(updatedAt, forKey: .updatedAt)
        try members.encodeIfPresent(doneAt, forKey: .doneAt)
        try members.encode(revision, forKey: .revision)
    }

    /// Whether this comes before another one in the default order.
    func precedes(_ other: StoredItem) -> Bool {
        if item.done != other.item.done { return !item.done }
        return sequence < other.sequence
    }
}

extension UUID {
    /// The id as the server writes it.
    var text: String { uuidString.lowercased() }
}

extension ToDoItem {
    var withTrimmedTitle: ToDoItem {
        var item = self
        item.title = title.trimmingCharacters(in: .whitespacesAndNewlines)
        return item
    }

    /// The item with midnight UTC as the timestamp of a day without one.
    var withTimestampOfDay: ToDoItem {
        guard let day, timestamp == nil else { return self }
        var item = self
        item.setDay(day, in: .gmt)
        return item
    }

    /// The faults of an item with their pointers.
    func serverFaults(at path: String, _ refused: Set<String>) -> [ServerFault] {
        var all = faults.map { fault in
            switch fault {
            case .titleIsEmpty: ServerFault(pointer: path + "/title", detail: "is empty")
            case .titleIsTooLong: ServerFault(pointer: path + "/title", detail: "is too long")
            case .descriptionIsTooLong:
                ServerFault(pointer: path + "/itemDescription", detail: "is too long")
            case .placeNameIsTooLong:
                ServerFault(pointer: path + "/location/name", detail: "is too long")
            case .timestampIsOutOfRange:
                ServerFault(pointer: path + "/timestamp", detail: "is out of range")
            case .coordinateIsOutOfRange:
                ServerFault(pointer: path + "/location/coordinate", detail: "is out of range")
            case .containsNUL: ServerFault(pointer: path, detail: "contains U+0000")
            case .dayIsOfAnotherTime:
                ServerFault(pointer: path + "/day", detail: "is of another time")
            case .repetitionNeedsDueDate:
                ServerFault(pointer: path + "/repeat", detail: "needs a due date")
            case .doneItemRepeats:
                ServerFault(pointer: path + "/repeat", detail: "is of open items alone")
            case .intervalIsOutOfRange:
                ServerFault(pointer: path + "/repeat/interval", detail: "is out of range")
            case .weekdaysDoNotFit:
                ServerFault(pointer: path + "/repeat/byDay", detail: "does not fit")
            case .monthDayDoesNotFit:
                ServerFault(pointer: path + "/repeat/byMonthDay", detail: "does not fit")
            case .repetitionTimeDoesNotFit:
                ServerFault(pointer: path + "/repeat/time", detail: "does not fit")
            case .repetitionOriginDoesNotFit:
                ServerFault(pointer: path + "/repeat/from", detail: "does not fit")
            case .timeZoneIsUnknown:
                ServerFault(pointer: path + "/repeat/timeZone", detail: "is unknown")
            }
        }
        all += repetition?.serverFaults(at: path + "/repeat") ?? []
        // The zone's existence is checked only if nothing else is wrong.
        if all.isEmpty, let repetition, TimeZone(identifier: repetition.timeZone) == nil {
            all.append(
                ServerFault(pointer: path + "/repeat/timeZone", detail: "is unknown"))
        }
        if refused.contains(title) {
            all.append(ServerFault(pointer: path + "/title", detail: "is refused"))
        }
        return all
    }
}

extension Repetition {
    /// The faults that the server finds, and an app does not: it may know other words.
    fileprivate func serverFaults(at path: String) -> [ServerFault] {
        var faults = others.keys.sorted().map {
            ServerFault(pointer: "\(path)/\($0)", detail: "is not known")
        }
        let isKnown = [.daily, .weekly, .monthly, .yearly].contains(frequency)
        // That it is missing is said when nothing else is wrong.
        let isSaid = frequency.rawValue.isEmpty && (!faults.isEmpty || !(1...999 ~= interval))
        if !isKnown, !isSaid {
            faults.append(ServerFault(pointer: path + "/frequency", detail: "is not known"))
        }
        return faults
    }
}
