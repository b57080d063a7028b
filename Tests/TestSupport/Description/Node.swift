import FoundationEssentials

/// A value of a JSON or YAML document.
package enum Node: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([Node])
    case map([String: Node])

    /// Whether both are equal letter by letter. Swift's own `==` treats canonically equivalent texts
    /// as equal.
    package static func == (a: Node, b: Node) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
        case (.list(let a), .list(let b)): a == b
        case (.map(let a), .map(let b)): a == b
        default: false
        }
    }

    /// The value of a member; nil if there is none.
    package subscript(_ name: String) -> Node? {
        guard case .map(let members) = self else { return nil }
        return members[name]
    }

    /// The elements of a list; empty for other values.
    package var elements: [Node] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }

    /// The members of a map; empty for other values.
    package var members: [String: Node] {
        guard case .map(let members) = self else { return [:] }
        return members
    }

    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    package var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }
}

extension Node: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads a JSON text.
    package init(json: [UInt8]) throws {
        self = try JSONDecoder().decode(Node.self, from: Data(json))
    }

    package init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Name.self) {
            var map: [String: Node] = [:]
            for name in members.allKeys {
                map[name.stringValue] = try members.decode(Node.self, forKey: name)
            }
            self = .map(map)
        } else if var elements = try? decoder.unkeyedContainer() {
            var list: [Node] = []
            while !elements.isAtEnd { list.append(try elements.decode(Node.self)) }
            self = .list(list)
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let bool = try? value.decode(Bool.self) {
                self = .bool(bool)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try value.decode(String.self))
            }
        }
    }
}
