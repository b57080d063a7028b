import Foundation
import ToDoClient

/// Reads members of JSON objects, and collects their faults in the words of the server.
///
/// A member that is `null` counts as absent.
struct MemberReader {
    /// The faults of members by themselves.
    private(set) var faults: [ServerFault] = []
    /// The required members that a patch may leave out.
    private(set) var missing: [ServerFault] = []
    /// The pointer to the object that is read.
    private var path: String

    init(at path: String) {
        self.path = path
    }

    mutating func report(_ detail: String, at name: String) {
        faults.append(ServerFault("\(path)/\(name)", detail))
    }

    mutating func refuseUnknown(_ name: String) {
        report("is not a member of this object", at: name)
    }

    mutating func require(_ name: String, in members: [String: JSONValue]) {
        guard members[name] ?? .null == .null else { return }
        missing.append(ServerFault("\(path)/\(name)", "is required"))
    }

    mutating func string(_ value: JSONValue, _ name: String) -> String? {
        read(value, name, expected: "a string", \.text)
    }

    mutating func bool(_ value: JSONValue, _ name: String) -> Bool? {
        read(value, name, expected: "true or false") { value in
            if case .bool(let bool) = value { bool } else { nil }
        }
    }

    mutating func number(
        _ value: JSONValue, _ name: String, expected: String = "a number"
    ) -> Double? {
        read(value, name, expected: expected) { value in
            if case .number(let number) = value { number } else { nil }
        }
    }

    mutating func whole(
        _ value: JSONValue, _ name: String, _ range: ClosedRange<Int>
    ) -> Int? {
        let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return read(value, name, expected: expected) { value in
            guard case .number(let number) = value, let whole = Int(exactly: number) else {
                return nil
            }
            return range.contains(whole) ? whole : nil
        }
    }

    mutating func day(_ value: JSONValue, _ name: String) -> DayDate? {
        let expected = "a date of the years 0001 to 9999, such as 2026-12-04"
        return read(value, name, expected: expected) { $0.text.flatMap { DayDate($0) } }
    }

    /// Tags; one that is no text stands for one that differs from all others.
    mutating func tags(_ value: JSONValue, _ name: String) -> [String] {
        let elements = read(
            value, name, expected: ServerFault.tags
        ) { value -> [JSONValue]? in
            guard case .array(let elements) = value, elements.count <= Tag.most else { return nil }
            return elements
        }
        return (elements ?? []).enumerated().map { index, element in
            if let text = element.text { return text }
            report("must be a string", at: "\(name)/\(index)")
            return "\u{FFFC}\(index)"
        }
    }

    mutating func id(_ value: JSONValue) -> UUID? {
        read(value, "id", expected: "a UUID") { $0.text.flatMap { UUID(uuidString: $0) } }
    }

    private mutating func word(
        _ value: JSONValue, _ name: String, _ words: [String]
    ) -> String? {
        let expected = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        return read(value, name, expected: expected) { value in
            value.text.flatMap { words.contains($0) ? $0 : nil }
        }
    }

    private mutating func read<Value>(
        _ value: JSONValue, _ name: String, expected: String, _ parse: (JSONValue) -> Value?
    ) -> Value? {
        guard value != .null else { return nil }
        let result = parse(value)
        if result == nil { report("must be \(expected)", at: name) }
        return result
    }

    /// Calls `body` with the members of an object, to which faults then point.
    private mutating func object<Value>(
        _ value: JSONValue, _ name: String,
        _ body: (inout MemberReader, [String: JSONValue]) -> Value?
    ) -> Value? {
        guard value != .null else { return nil }
        guard case .object(let members) = value else {
            report("must be an object", at: name)
            return nil
        }
        let outer = path
        defer { path = outer }
        path += "/" + name
        return body(&self, members)
    }
}

extension MemberReader {
    mutating func location(_ value: JSONValue) -> Location? {
        object(value, "location") { reader, members in
            var name: String?
            var coordinate: Coordinate?
            for (member, value) in members {
                switch member {
                case "name": name = reader.string(value, member)
                case "coordinate": coordinate = reader.coordinate(value)
                default: reader.refuseUnknown(member)
                }
            }
            reader.require("name", in: members)
            return name.map { Location(name: $0, coordinate: coordinate) }
        }
    }

    private mutating func coordinate(_ value: JSONValue) -> Coordinate? {
        object(value, "coordinate") { reader, members in
            let names = ["latitude", "longitude"]
            for name in members.keys where !names.contains(name) { reader.refuseUnknown(name) }
            let degrees = names.compactMap { name in
                reader.number(members[name] ?? .null, name)
            }
            for name in names { reader.require(name, in: members) }
            guard degrees.count == 2 else { return nil }
            return Coordinate(latitude: degrees[0], longitude: degrees[1])
        }
    }

    /// A rule; one without a frequency has an empty word.
    mutating func repetition(_ value: JSONValue) -> Repetition? {
        object(value, "repeat") { reader, members in
            let before = reader.faults.count
            var rule = Repetition(Repetition.Frequency(rawValue: ""), timeZone: "UTC")
            for (name, value) in members {
                switch name {
                case "frequency":
                    let words = ["daily", "weekly", "monthly", "yearly"]
                    rule.frequency = Repetition.Frequency(
                        rawValue: reader.word(value, name, words) ?? "")
                case "interval": rule.interval = reader.whole(value, name, 1...999) ?? 1
                case "byDay": rule.byDay = reader.weekdays(value, name)
                case "byMonthDay": rule.byMonthDay = reader.whole(value, name, 1...31)
                case "time":
                    let expected = "a time of the day, such as 09:00 or 09:00:30"
                    rule.time = reader.read(value, name, expected: expected) { value in
                        value.text.flatMap { Repetition.seconds(ofTime: $0) == nil ? nil : $0 }
                    }
                case "from":
                    let words = Repetition.Origin.allCases.map(\.rawValue)
                    rule.from =
                        reader.word(value, name, words)
                        .flatMap(Repetition.Origin.init) ?? .due
                case "until": rule.until = reader.day(value, name)
                case "timeZone":
                    let expected = "the name of a time zone, such as Europe/Berlin"
                    let zone = reader.read(value, name, expected: expected) { value in
                        value.text.flatMap { Repetition.isZoneName($0) ? $0 : nil }
                    }
                    rule.timeZone = zone ?? "UTC"
                default: reader.refuseUnknown(name)
                }
            }
            return reader.faults.count == before ? rule : nil
        }
    }

    private mutating func weekdays(_ value: JSONValue, _ name: String) -> [Repetition.Day]? {
        let expected =
            "one to seven different days, such as [\"mo\",\"th\"], or [\"-1fr\"], the last of a month"
        return read(value, name, expected: expected) { value in
            guard case .array(let words) = value, 1...7 ~= words.count else { return nil }
            let days = words.compactMap { $0.text.flatMap(Repetition.Day.init(text:)) }
            return Set(days).count == words.count ? days : nil
        }
    }
}
