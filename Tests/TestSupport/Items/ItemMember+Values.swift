package import Items

// What tests of several layers know of each member.

extension ItemMember {
    /// The columns of the member on each storage and in each table, with values in SQL that fit one
    /// another.
    package var columns: [(name: String, value: String)] {
        switch self {
        case .title: [("title", "'milk'")]
        case .itemDescription: [("description", "'two'")]
        case .timestamp: [("timestamp", "0.5")]
        case .day: [("day", "NULL")]
        case .repetition: [("repeat", "NULL")]
        case .location:
            [("location_name", "'home'"), ("latitude", "1.0"), ("longitude", "2.0")]
        case .tags: [("tags", "'a b'")]
        case .position: [("position", "'a0'")]
        case .remind: [("remind", "10")]
        case .done: [("done_at", "NULL")]
        }
    }

    /// An assignment in SQL of a value that no write leaves, given the storage's infinity.
    package func invalidAssignment(infinity: String) -> String {
        switch self {
        case .title: "title = ' '"
        case .itemDescription:
            "description = '\(String(repeating: "x", count: ItemRules.descriptionBytes + 1))'"
        case .timestamp: "timestamp = 253402300800.0"
        case .day: "timestamp = 5, day = 2932897"
        case .repetition: "timestamp = 5, repeat = '{\"frequency\":\"hourly\"}'"
        case .location: "location_name = 'x', latitude = 91, longitude = 1"
        case .tags: "tags = 'a  b'"
        case .position: "position = 'a00'"
        case .remind: "remind = 40321"
        case .done: "done_at = \(infinity)"
        }
    }
}

extension ItemContent {
    /// The content that an item in `Tests/Members/members.json` has; nil if a type excludes a value.
    package init?(_ item: Node) {
        self.init(title: "")
        for member in ItemMember.allCases {
            guard let value = item[member.rawValue], value != .null else { continue }
            guard set(member, to: value) else { return nil }
        }
    }

    /// Content that has every member: the first value of each row that are kept.
    package static func whole() throws -> ItemContent {
        var whole = ItemContent(title: "")
        for member in ItemMember.allCases {
            let content = try MemberRow(of: member).items.first.flatMap { ItemContent($0) }
            if let content { whole.take([.init(member)], from: content) }
        }
        return whole
    }

    /// Sets a member to the value that it has on the wire; false if its type excludes the value.
    private mutating func set(_ member: ItemMember, to value: Node) -> Bool {
        switch member {
        case .title: set(\.title, value.text)
        case .itemDescription: set(\.itemDescription, value.text)
        case .timestamp: set(\.timestamp, value.number)
        case .day: set(\.day, value.text.flatMap { CivilDate($0) })
        case .repetition: set(\.repetition, RepetitionText(ofRule: value))
        case .location: set(\.location, Location(value))
        case .tags:
            set(\.tags, Tags(value.elements.map { $0.text ?? "" }.joined(separator: " ")))
        case .position: set(\.position, value.text.flatMap { OrderKey($0) })
        case .remind: set(\.remind, value.number.flatMap { Int(exactly: $0) })
        case .done: set(\.done, value == .bool(true) ? true : value == .bool(false) ? false : nil)
        }
    }

    private mutating func set<Value>(
        _ member: WritableKeyPath<ItemContent, Value?>, _ value: Value?
    ) -> Bool {
        self[keyPath: member] = value
        return value != nil
    }

    private mutating func set<Value>(
        _ member: WritableKeyPath<ItemContent, Value>, _ value: Value?
    ) -> Bool {
        guard let value else { return false }
        self[keyPath: member] = value
        return true
    }
}

extension RepetitionText {
    /// The members of a rule, in canonical order.
    fileprivate init?(ofRule value: Node) {
        let order = [
            "frequency", "interval", "byDay", "byMonthDay", "time", "from", "until", "timeZone",
        ]
        let members = order.compactMap { name in value[name].map { "\"\(name)\":\($0.json)" } }
        self.init("{\(members.joined(separator: ","))}")
    }
}

extension Location {
    fileprivate init?(_ value: Node) {
        guard let name = value["name"]?.text else { return nil }
        self.init(name: name)
        guard let point = value["coordinate"] else { return }
        guard let latitude = point["latitude"]?.number, let longitude = point["longitude"]?.number
        else { return nil }
        coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
}
