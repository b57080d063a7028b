extension Repetition: Codable {
    /// Reads a rule; fails only for a value that is not an object or has no frequency.
    public init(from decoder: any Decoder) throws {
        var members = try decoder.singleValueContainer().decode([String: JSONValue].self)
            .filter { $0.value != .null }
        guard case .string(let frequency) = members.removeValue(forKey: "frequency") else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "The frequency is missing."))
        }
        self.init(Frequency(rawValue: frequency), timeZone: "UTC")
        interval = members.take("interval", \.whole) ?? 1
        let days = members.take("byDay") { value -> [Day]? in
            guard case .array(let elements) = value, !elements.isEmpty else { return nil }
            let days = elements.compactMap { $0.text.flatMap(Day.init(text:)) }
            return days.count == elements.count ? days : nil
        }
        byDay = Self.inOrder(days)
        byMonthDay = members.take("byMonthDay", \.whole)
        time = members.take("time", \.text)
        from = members.take("from") { $0.text.flatMap(Origin.init(rawValue:)) } ?? .due
        until = members.take("until") { $0.text.flatMap { DayDate($0) } }
        timeZone = members.take("timeZone", \.text) ?? "UTC"
        others = members
    }

    /// Writes the rule as the server does: without the members that have their default.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        for (name, value) in members {
            try container.encode(value, forKey: MemberName(stringValue: name))
        }
    }

    /// The members in JSON, in the server's order, unknown ones last.
    package var members: [(name: String, value: JSONValue)] {
        let known: [(String, JSONValue?)] = [
            ("frequency", .string(frequency.rawValue)),
            ("interval", interval == 1 ? nil : .number(Double(interval))),
            ("byDay", byDay.map { .array($0.map { .string($0.text) }) }),
            ("byMonthDay", byMonthDay.map { .number(Double($0)) }),
            ("time", time.map(JSONValue.string)),
            ("from", from == .due ? nil : .string(from.rawValue)),
            ("until", until.map { .string($0.description) }),
            ("timeZone", timeZone == "UTC" ? nil : .string(timeZone)),
        ]
        // Members that were set since replace those that could not be read.
        return known.compactMap { name, value in (value ?? others[name]).map { (name, $0) } }
            + others.sorted { $0.key < $1.key }
            .filter { other in !known.contains { $0.0 == other.key } }
            .map { ($0.key, $0.value) }
    }
}

extension JSONValue {
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    fileprivate var whole: Int? {
        if case .number(let number) = self { Int(exactly: number) } else { nil }
    }
}

extension [String: JSONValue] {
    /// Removes a member and reads it; one that cannot be read stays.
    fileprivate mutating func take<Read>(
        _ name: String, _ read: (JSONValue) -> Read?
    ) -> Read? {
        guard let value = self[name].flatMap(read) else { return nil }
        self[name] = nil
        return value
    }
}
