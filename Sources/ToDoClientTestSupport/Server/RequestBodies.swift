import Foundation
import ToDoClient

/// A name of a member in a request.
struct MemberName: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// An item in a request: `null` means the same as absent, unknown members are refused.
struct ItemBody: Decodable {
    let id: UUID?
    let title: String?
    let description: String?
    let timestamp: Double?
    let day: DayDate?
    let repetition: Repetition?
    let location: Location?
    let done: Bool?
    let unknown: [String]

    static let members: Set<String> = [
        "id", "title", "itemDescription", "timestamp", "day", "repeat", "location", "done",
        "createdAt", "updatedAt", "doneAt", "revision",
    ]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        func member<Value: Decodable>(_ name: String) throws -> Value? {
            try members.decodeIfPresent(Value.self, forKey: MemberName(stringValue: name))
        }
        id = try member("id")
        title = try member("title")
        description = try member("itemDescription")
        timestamp = try member("timestamp")
        day = try member("day")
        let rule: [String: JSONValue]? = try member("repeat")
        repetition = rule.flatMap { Repetition(merging: $0, into: nil) }
        location = try member("location")
        done = try member("done")
        unknown = members.allKeys.map(\.stringValue).filter { !Self.members.contains($0) }.sorted()
    }

    /// The item, or the faults with their pointers.
    ///
    /// Only one that replaces another may be done and repeat: that completes the other one.
    func item(
        id fallback: UUID?, at path: String, _ refused: Set<String>, replaces: Bool = false
    ) throws(Refusal)
        -> ToDoItem
    {
        var faults = unknown.map { ServerFault(pointer: "\(path)/\($0)", detail: "is not known") }
        if title == nil {
            faults.append(ServerFault(pointer: path + "/title", detail: "is required"))
        }
        let item = ToDoItem(
            id: id ?? fallback ?? .ascending(), title: title ?? "-", itemDescription: description,
            timestamp: timestamp, day: day, repetition: repetition, location: location,
            done: done ?? false
        ).withTimestampOfDay
        let isCompletion = replaces && item.done
        faults += (isCompletion ? item.reopened : item).serverFaults(at: path, refused)
        guard faults.isEmpty else { throw .invalid(faults) }
        return item.withTrimmedTitle
    }
}

/// A merge patch of an item.
struct PatchBody: Decodable {
    private let dueDate: DueDatePatch
    private let changes: [@Sendable (inout ToDoItem) -> Void]
    let id: UUID?
    let faults: [(name: String, detail: String)]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        var changes: [@Sendable (inout ToDoItem) -> Void] = []
        var faults: [(name: String, detail: String)] = []
        var id: UUID?
        for key in members.allKeys {
            let isNull = try members.decodeNil(forKey: key)
            switch key.stringValue {
            case "id": id = try members.decode(UUID.self, forKey: key)
            case "title" where isNull, "done" where isNull:
                faults.append((key.stringValue, "cannot be cleared"))
            case "title":
                let title = try members.decode(String.self, forKey: key)
                changes.append { $0.title = title }
            case "done":
                let done = try members.decode(Bool.self, forKey: key)
                changes.append { $0.done = done }
            case "itemDescription":
                let text = try members.decodeIfPresent(String.self, forKey: key)
                changes.append { $0.itemDescription = text }
            case "timestamp", "day", "repeat": break
            case "location":
                let patch = try members.decodeIfPresent(LocationPatch.self, forKey: key)
                changes.append { patch.apply(to: &$0) }
            case let name where ItemBody.members.contains(name): break
            case let name: faults.append((name, "is not known"))
            }
        }
        dueDate = try DueDatePatch(members)
        self.changes = changes
        self.faults = faults
        self.id = id
    }

    func apply(to item: ToDoItem) -> ToDoItem {
        var item = item
        for change in changes { change(&item) }
        dueDate.apply(to: &item)
        return item
    }
}

extension ToDoItem {
    /// The item, open.
    var reopened: ToDoItem {
        var item = self
        item.done = false
        return item
    }
}

/// The patch of a location, member by member.
private struct LocationPatch: Decodable, Sendable {
    let name: String?
    let coordinate: Coordinate?
    let hasCoordinate: Bool

    private enum Key: CodingKey { case name, coordinate }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        name = try members.decodeIfPresent(String.self, forKey: .name)
        coordinate = try members.decodeIfPresent(Coordinate.self, forKey: .coordinate)
        hasCoordinate = members.contains(.coordinate)
    }
}

extension LocationPatch? {
    fileprivate func apply(to item: inout ToDoItem) {
        guard let patch = self else {
            item.location = nil
            return
        }
        var location = item.location ?? Location(name: "")
        if let name = patch.name { location.name = name }
        if patch.hasCoordinate { location.coordinate = patch.coordinate }
        item.location = location
    }
}
