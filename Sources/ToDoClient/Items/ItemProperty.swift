/// What is done with a property of an item, whatever its type.
protocol ItemProperty {
    func matches(_ item: ToDoItem, _ other: ToDoItem) -> Bool
    func copy(from other: ToDoItem, to item: inout ToDoItem)

    /// The member in JSON; nil for an absent one.
    func json(of item: ToDoItem) -> JSONValue?
    func encode(_ name: String, of item: ToDoItem, to members: inout MemberEncoder) throws
    func decode(_ name: String, from members: MemberDecoder, into item: inout ToDoItem) throws
}

typealias MemberEncoder = KeyedEncodingContainer<MemberName>
typealias MemberDecoder = KeyedDecodingContainer<MemberName>

/// Any name of a member in JSON.
package struct MemberName: CodingKey {
    package let stringValue: String
    package let intValue: Int? = nil

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}

/// A value of a member, as JSON has it.
protocol WireValue: Codable, Equatable {
    /// Whether JSON leaves the member out; a patch has `null`.
    var isAbsent: Bool { get }
    /// The value as JSON, without a need to encode it.
    var json: JSONValue { get }

    /// Reads a member that is there, perhaps as `null`.
    static func decode(_ key: MemberName, from members: MemberDecoder) throws -> Self
}

extension WireValue {
    var isAbsent: Bool { false }

    static func decode(_ key: MemberName, from members: MemberDecoder) throws -> Self {
        try members.decode(Self.self, forKey: key)
    }
}

/// The property of an item with a value of this type.
struct WireProperty<Value: WireValue>: ItemProperty {
    private let path: WritableKeyPath<ToDoItem, Value>

    init(_ path: WritableKeyPath<ToDoItem, Value>) {
        self.path = path
    }

    func matches(_ item: ToDoItem, _ other: ToDoItem) -> Bool {
        item[keyPath: path] == other[keyPath: path]
    }

    func copy(from other: ToDoItem, to item: inout ToDoItem) {
        item[keyPath: path] = other[keyPath: path]
    }

    func json(of item: ToDoItem) -> JSONValue? {
        let value = item[keyPath: path]
        return value.isAbsent ? nil : value.json
    }

    func encode(_ name: String, of item: ToDoItem, to members: inout MemberEncoder) throws {
        let value = item[keyPath: path]
        guard !value.isAbsent else { return }
        try members.encode(value, forKey: MemberName(stringValue: name))
    }

    func decode(_ name: String, from members: MemberDecoder, into item: inout ToDoItem) throws {
        item[keyPath: path] = try Value.decode(MemberName(stringValue: name), from: members)
    }
}

// The types of the members. Those of JSON itself are read by calls that are not generic, which are
// several times as fast.

extension String: WireValue {
    var json: JSONValue { .string(self) }

    static func decode(_ key: MemberName, from members: MemberDecoder) throws -> String {
        try members.decode(String.self, forKey: key)
    }
}

extension Double: WireValue {
    var json: JSONValue { .number(self) }

    static func decode(_ key: MemberName, from members: MemberDecoder) throws -> Double {
        try members.decode(Double.self, forKey: key)
    }
}

extension Int: WireValue {
    var json: JSONValue { .number(Double(self)) }
}

extension [String]: WireValue {
    var isAbsent: Bool { isEmpty }
    var json: JSONValue { .array(map(JSONValue.string)) }

    static func decode(_ key: MemberName, from members: MemberDecoder) throws -> [String] {
        try members.decodeIfPresent([String].self, forKey: key) ?? []
    }
}

extension Bool: WireValue {
    var json: JSONValue { .bool(self) }

    static func decode(_ key: MemberName, from members: MemberDecoder) throws -> Bool {
        try members.decodeIfPresent(Bool.self, forKey: key) ?? false
    }
}

extension DayDate: WireValue {
    var json: JSONValue { .string(description) }
}

extension Repetition: WireValue {
    var json: JSONValue {
        .object(Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first })
    }
}

extension Location: WireValue {
    var json: JSONValue {
        var members: [String: JSONValue] = ["name": .string(name)]
        if let coordinate {
            members["coordinate"] = .object([
                "latitude": .number(coordinate.latitude),
                "longitude": .number(coordinate.longitude),
            ])
        }
        return .object(members)
    }
}

extension Optional: WireValue where Wrapped: WireValue {
    var isAbsent: Bool { self == nil }
    var json: JSONValue { self?.json ?? .null }

    static func decode(_ key: MemberName, from members: MemberDecoder) throws -> Wrapped? {
        try members.decodeNil(forKey: key) ? nil : Wrapped.decode(key, from: members)
    }
}
