import Foundation
import ToDoClient

/// The patch of timestamp, day and rule, which depend on one another.
struct DueDatePatch: Sendable {
    private enum Change<Value: Sendable>: Sendable {
        case keep
        case set(Value?)
    }

    private var timestamp = Change<Double>.keep
    private var day = Change<DayDate>.keep
    private var repetition = Change<[String: JSONValue]>.keep

    init(_ members: KeyedDecodingContainer<MemberName>) throws {
        func change<Value: Decodable>(_ name: String) throws -> Change<Value> {
            let key = MemberName(stringValue: name)
            guard members.contains(key) else { return .keep }
            return .set(try members.decodeIfPresent(Value.self, forKey: key))
        }
        timestamp = try change("timestamp")
        day = try change("day")
        repetition = try change("repeat")
    }

    func apply(to item: inout ToDoItem) {
        var rule = item.repetition
        if case .set(let value) = timestamp { item.timestamp = value }
        if case .set(let value) = day {
            if let value, case .keep = timestamp,
                !(item.timestamp.map(value.starts.contains) ?? false)
            {
                item.timestamp = value.start(in: .gmt).timeIntervalSince1970
            }
            if item.timestamp == nil, let value { item.setDay(value, in: .gmt) }
            item.day = value
            // A day that is given now drops the time of before.
            if value != nil { rule?.time = nil }
        }
        switch repetition {
        case .keep:
            item.repetition = item.timestamp == nil ? nil : rule
        case .set(nil):
            item.repetition = nil
        case .set(let changes?):
            item.repetition = Repetition(merging: changes, into: rule)
        }
    }
}

extension Repetition {
    /// The rule with changed members; one without a frequency has an empty one, which is refused.
    init?(merging changes: [String: JSONValue], into rule: Repetition?) {
        var members = Dictionary(uniqueKeysWithValues: (rule?.members ?? []).map { ($0.0, $0.1) })
        for (name, value) in changes { members[name] = value == .null ? nil : value }
        if members["frequency"] == nil { members["frequency"] = .string("") }
        guard let json = try? JSONEncoder().encode(members),
            let rule = try? JSONDecoder().decode(Repetition.self, from: json)
        else { return nil }
        self = rule
    }
}
