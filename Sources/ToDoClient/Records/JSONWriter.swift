import Foundation

/// Writes JSON without white space.
///
/// Several times as fast as `JSONEncoder`: each write of a user goes through it.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether the next member or element needs a comma before it.
    private var needsComma = false

    var data: Data { Data(bytes) }

    /// Appends JSON text as it is.
    mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: text.description.utf8)
    }

    /// Appends a complete JSON value as it is.
    mutating func value(_ json: Data) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    mutating func value(_ json: ArraySlice<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    mutating func object(_ members: (inout JSONWriter) -> Void) {
        nested(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    mutating func array<Elements: Sequence>(
        _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        nested(UInt8(ascii: "["), UInt8(ascii: "]")) { json in
            for element in elements { write(&json, element) }
        }
    }

    private mutating func nested(
        _ open: UInt8, _ close: UInt8, _ content: (inout JSONWriter) -> Void
    ) {
        separate()
        bytes.append(open)
        needsComma = false
        content(&self)
        bytes.append(close)
        needsComma = true
    }

    /// Writes the name of a member; its value must follow. Names need no escapes.
    mutating func name(_ name: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the name of a member that may need escapes; its value must follow.
    mutating func member(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func null() { token("null") }
    mutating func bool(_ value: Bool) { token(value ? "true" : "false") }
    mutating func int(_ value: Int) { token(value.description) }

    /// Writes a finite number so that it reads back bit for bit.
    mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        token(value.description)
    }

    mutating func uuid(_ id: UUID) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        let key = id.key
        hex(key.upper >> 32, digits: 8)
        bytes.append(UInt8(ascii: "-"))
        hex(key.upper >> 16, digits: 4)
        bytes.append(UInt8(ascii: "-"))
        hex(key.upper, digits: 4)
        bytes.append(UInt8(ascii: "-"))
        hex(key.lower >> 48, digits: 4)
        bytes.append(UInt8(ascii: "-"))
        hex(key.lower, digits: 12)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Appends the last digits of a number.
    private mutating func hex(_ value: UInt64, digits: UInt64) {
        var shift = 4 * digits
        while shift > 0 {
            shift -= 4
            bytes.append(Self.digit(UInt8(truncatingIfNeeded: value >> shift) & 0xF))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        let utf8 = text.utf8
        if utf8.contains(where: Self.needsEscape) {
            for byte in utf8 { escaped(byte) }
        } else {
            bytes.append(contentsOf: utf8)
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escaped(_ byte: UInt8) {
        guard Self.needsEscape(byte) else { return bytes.append(byte) }
        bytes.append(UInt8(ascii: "\\"))
        if byte >= 0x20 { return bytes.append(byte) }
        raw("u00")
        bytes.append(Self.digit(byte >> 4))
        bytes.append(Self.digit(byte & 0xF))
    }

    private mutating func token(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }
}
