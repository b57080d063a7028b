/// What is done with a property of an item, whatever its type.
protocol ItemProperty {
    func matches(_ item: ToDoItem, _ other: ToDoItem) -> Bool
    func copy(from other: ToDoItem, to item: inout ToDoItem)

    /// Writes the member; one that is absent is left out.
    func write(_ name: String, of item: ToDoItem, to json: inout JSONWriter)
    /// Writes the member as a merge patch (RFC 7396) that replaces the value of another item.
    func writePatch(
        _ name: String, of item: ToDoItem, replacing before: ToDoItem, to json: inout JSONWriter)
    func read(_ json: inout JSONReader, into item: inout ToDoItem) throws

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
    /// The value of a member that is missing or `null`; nil if it is required.
    static var absent: Self? { get }
    /// Whether JSON leaves the member out; a patch has `null`.
    var isAbsent: Bool { get }

    init(_ json: inout JSONReader) throws
    func write(to json: inout JSONWriter)
    /// Writes the value so that nothing of the one before remains.
    func writePatch(replacing before: Self?, to json: inout JSONWriter)
}

extension WireValue {
    static var absent: Self? { nil }
    var isAbsent: Bool { false }

    func writePatch(replacing before: Self?, to json: inout JSONWriter) { write(to: &json) }
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

    func write(_ name: String, of item: ToDoItem, to json: inout JSONWriter) {
        let value = item[keyPath: path]
        guard !value.isAbsent else { return }
        json.name(name)
        value.write(to: &json)
    }

    func writePatch(
        _ name: String, of item: ToDoItem, replacing before: ToDoItem, to json: inout JSONWriter
    ) {
        let value = item[keyPath: path]
        json.name(name)
        if value.isAbsent {
            json.null()
        } else {
            value.writePatch(replacing: before[keyPath: path], to: &json)
        }
    }

    func read(_ json: inout JSONReader, into item: inout ToDoItem) throws {
        item[keyPath: path] = try Value(&json)
    }

    func encode(_ name: String, of item: ToDoItem, to members: inout MemberEncoder) throws {
        let value = item[keyPath: path]
        guard !value.isAbsent else { return }
        try members.encode(value, forKey: MemberName(stringValue: name))
    }

    func decode(_ name: String, from members: MemberDecoder, into item: inout ToDoItem) throws {
        let key = MemberName(stringValue: name)
        if let absent = Value.absent {
            item[keyPath: path] = try members.decodeIfPresent(Value.self, forKey: key) ?? absent
        } else {
            item[keyPath: path] = try members.decode(Value.self, forKey: key)
        }
    }
}
