import HTTP

@testable import API

/// A document copied out of its tape, for comparison with the expected one.
indirect enum Tree: Equatable, Sendable {
    case object([Member])
    case array([Tree])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null

    struct Member: Equatable, Sendable {
        var name: String
        var value: Tree

        static func == (one: Member, other: Member) -> Bool {
            one.name.utf8.elementsEqual(other.name.utf8) && one.value == other.value
        }
    }

    /// Copies the whole of `value` with only the reader's public functions.
    init(_ value: borrowing JSONValue) {
        switch value.kind {
        case .object:
            var list: [Member] = []
            var members = value.members
            while let member = members.next() {
                list.append(Member(name: member.name.string(), value: Tree(member.value)))
            }
            self = .object(list)
        case .array:
            var list: [Tree] = []
            var elements = value.elements
            while let element = elements.next() { list.append(Tree(element)) }
            self = .array(list)
        case .string: self = .string(value.string() ?? "not a string")
        case .number: self = .number(value.double() ?? .nan)
        case .bool: self = value.bool().map(Tree.bool) ?? .null
        case .null: self = .null
        }
    }

    /// Compares strings by their scalars and numbers by their bits, which is stricter than Swift's
    /// `==`.
    static func == (one: Tree, other: Tree) -> Bool {
        switch (one, other) {
        case (.object(let left), .object(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.number(let left), .number(let right)): left.bitPattern == right.bitPattern
        case (.bool(let left), .bool(let right)): left == right
        case (.null, .null): true
        default: false
        }
    }
}

/// Reads a text as a whole.
func read(_ bytes: [UInt8]) throws(JSONFault) -> Tree {
    var document = JSONDocument()
    return Tree(try document.parse(bytes.span))
}

/// Reads a text as a whole.
func read(_ text: String) throws(JSONFault) -> Tree {
    try read(Array(text.utf8))
}

/// The fault of a text; nil for a valid document.
func fault(in bytes: [UInt8]) -> JSONFault? {
    var document = JSONDocument()
    do throws(JSONFault) {
        _ = try document.parse(bytes.span)
        return nil
    } catch {
        return error
    }
}

/// The fault of a text; nil for a valid document.
func fault(in text: String) -> JSONFault? {
    fault(in: Array(text.utf8))
}

/// The output of a writer.
func written(_ write: (inout ByteWriter) -> Void) -> String {
    String(decoding: writtenBytes(write), as: UTF8.self)
}

/// The output of a writer.
func writtenBytes(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter(capacity: 16)
    write(&writer)
    let span = writer.span
    return span.indices.map { span[$0] }
}
