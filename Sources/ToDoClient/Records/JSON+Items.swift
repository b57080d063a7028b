import Foundation

extension JSONWriter {
    /// The members of an item, with the names of the API.
    mutating func item(_ item: ToDoItem) {
        object { json in json.members(item) }
    }

    private mutating func members(_ item: ToDoItem) {
        name("id")
        uuid(item.id)
        for member in ToDoItem.WireMember.allCases {
            member.property.write(member.rawValue, of: item, to: &self)
        }
        for (name, value) in item.others.sorted(by: { $0.key < $1.key }) {
            self.member(name)
            self.value(value)
        }
    }

    /// A merge patch (RFC 7396) of the members that differ.
    mutating func patch(from before: ToDoItem, to after: ToDoItem) {
        typealias WireMember = ToDoItem.WireMember
        var changed = Set(WireMember.allCases.filter { !$0.property.matches(before, after) })
        // `timestamp` alone would remove `day`.
        if changed.contains(.timestamp) || changed.contains(.day) {
            changed.insert(.timestamp)
            if before.day != nil || after.day != nil { changed.insert(.day) }
        }
        object { json in
            for member in WireMember.allCases where changed.contains(member) {
                member.property.writePatch(
                    member.rawValue, of: after, replacing: before, to: &json)
            }
            for name in Set(before.others.keys).union(after.others.keys).sorted()
            where before.others[name] != after.others[name] {
                json.member(name)
                json.value(JSONValue.patch(from: before.others[name], to: after.others[name]))
            }
        }
    }

    /// A location; in a patch a coordinate that was there before must be cleared explicitly.
    fileprivate mutating func location(_ location: Location, clearing before: Location? = nil) {
        object { json in
            json.name("name")
            json.string(location.name)
            if let coordinate = location.coordinate {
                json.name("coordinate")
                json.object { json in
                    json.name("latitude")
                    json.double(coordinate.latitude)
                    json.name("longitude")
                    json.double(coordinate.longitude)
                }
            } else if before?.coordinate != nil {
                json.name("coordinate")
                json.null()
            }
        }
    }

    mutating func stored(_ stored: ServerItem) {
        object { json in
            json.members(stored.item)
            json.name("createdAt")
            json.double(stored.createdAt)
            json.optional("updatedAt", stored.updatedAt) { $0.double($1) }
            json.optional("doneAt", stored.doneAt) { $0.double($1) }
            json.name("revision")
            json.int(stored.revision)
        }
    }

    mutating func optional<Value>(
        _ name: String, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let value else { return }
        self.name(name)
        write(&self, value)
    }
}

extension JSONReader {
    /// An item, and the members that the server adds.
    private struct Members {
        var item = ToDoItem(id: UUID(upper: 0, lower: 0), title: "")
        var createdAt: Double?
        var updatedAt: Double?
        var doneAt: Double?
        var revision: Int?
    }

    private mutating func members() throws -> Members {
        var members = Members()
        var (hasID, hasTitle) = (false, false)
        try object { json, name in
            if let member = ToDoItem.WireMember(rawValue: name) {
                hasTitle = hasTitle || member == .title
                return try member.property.read(&json, into: &members.item)
            }
            switch name {
            case "id":
                hasID = true
                members.item.id = try json.uuid()
            case "createdAt": members.createdAt = try json.double()
            case "updatedAt": members.updatedAt = try json.double()
            case "doneAt": members.doneAt = try json.double()
            case "revision": members.revision = try json.int()
            default:
                members.item.others[name] = try JSONDecoder.decode(from: Data(try json.value()))
            }
        }
        guard hasID, hasTitle else { throw malformed }
        return members
    }

    mutating func item() throws -> ToDoItem { try members().item }

    mutating func stored() throws -> ServerItem {
        let members = try members()
        guard let createdAt = members.createdAt, let revision = members.revision else {
            throw malformed
        }
        return ServerItem(
            item: members.item, createdAt: createdAt, updatedAt: members.updatedAt,
            doneAt: members.doneAt, revision: revision)
    }

    fileprivate mutating func location() throws -> Location {
        var text: String?
        var coordinate: Coordinate?
        try object { json, name in
            switch name {
            case "name": text = try json.string()
            case "coordinate": coordinate = try json.coordinate()
            default: _ = try json.value()
            }
        }
        guard let text else { throw malformed }
        return Location(name: text, coordinate: coordinate)
    }

    private mutating func coordinate() throws -> Coordinate {
        var latitude: Double?
        var longitude: Double?
        try object { json, name in
            switch name {
            case "latitude": latitude = try json.double()
            case "longitude": longitude = try json.double()
            default: _ = try json.value()
            }
        }
        guard let latitude, let longitude else { throw malformed }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

// The types of the members.

extension String: WireValue {
    init(_ json: inout JSONReader) throws { self = try json.string() }
    func write(to json: inout JSONWriter) { json.string(self) }
}

extension Double: WireValue {
    init(_ json: inout JSONReader) throws { self = try json.double() }
    func write(to json: inout JSONWriter) { json.double(self) }
}

extension Int: WireValue {
    init(_ json: inout JSONReader) throws { self = try json.int() }
    func write(to json: inout JSONWriter) { json.int(self) }
}

extension [String]: WireValue {
    static var absent: [String]? { [] }
    var isAbsent: Bool { isEmpty }

    init(_ json: inout JSONReader) throws { self = try json.array { try $0.string() } }
    func write(to json: inout JSONWriter) { json.array(self) { $0.string($1) } }
}

extension Bool: WireValue {
    static var absent: Bool? { false }

    init(_ json: inout JSONReader) throws { self = try json.bool() }
    func write(to json: inout JSONWriter) { json.bool(self) }
}

extension DayDate: WireValue {
    init(_ json: inout JSONReader) throws {
        guard let date = DayDate(try json.string()) else { throw json.malformed }
        self = date
    }

    func write(to json: inout JSONWriter) { json.string(description) }
}

extension Repetition: WireValue {
    init(_ json: inout JSONReader) throws {
        self = try JSONDecoder.decode(from: Data(try json.value()))
    }

    func write(to json: inout JSONWriter) { json.repetition(self) }

    func writePatch(replacing before: Repetition?, to json: inout JSONWriter) {
        json.repetition(self, replacing: before)
    }
}

extension Location: WireValue {
    init(_ json: inout JSONReader) throws { self = try json.location() }
    func write(to json: inout JSONWriter) { json.location(self) }

    func writePatch(replacing before: Location?, to json: inout JSONWriter) {
        json.location(self, clearing: before)
    }
}

extension Optional: WireValue where Wrapped: WireValue {
    static var absent: Wrapped?? { .some(nil) }
    var isAbsent: Bool { self == nil }

    init(_ json: inout JSONReader) throws { self = try Wrapped(&json) }
    func write(to json: inout JSONWriter) { self?.write(to: &json) }

    func writePatch(replacing before: Wrapped??, to json: inout JSONWriter) {
        self?.writePatch(replacing: before ?? nil, to: &json)
    }
}

extension JSONValue {
    /// The merge patch that turns one value into another; nil is none.
    fileprivate static func patch(from before: JSONValue?, to after: JSONValue?) -> JSONValue {
        guard case .object(let old)? = before, case .object(let new)? = after else {
            return after ?? .null
        }
        return .object(
            old.mapValues { _ in JSONValue.null }.merging(
                new.map { name, value in (name, patch(from: old[name], to: value)) }
            ) { _, new in new })
    }
}
