/// A JSON Pointer from the document's root to a value (RFC 6901).
///
/// A decoder pushes and pops steps as it descends, without allocating once warm. The text is made
/// only for a fault.
package struct JSONPointer: Equatable, Sendable, CustomStringConvertible {
    private var steps: [Step] = []

    private enum Step: Equatable, Sendable {
        case name(String)
        case index(Int)
    }

    /// The pointer to the whole document.
    package init() {}

    /// Descends to the member called `name`.
    package mutating func push(_ name: String) { steps.append(.name(name)) }

    /// Descends to the element at `index`, counted from 0.
    package mutating func push(_ index: Int) { steps.append(.index(index)) }

    /// Removes the last step; does nothing at the root.
    package mutating func pop() { _ = steps.popLast() }

    /// The pointer to the member `name` of this value.
    package func appending(_ name: String) -> JSONPointer {
        var longer = self
        longer.push(name)
        return longer
    }

    /// The pointer to the element `index` of this value.
    package func appending(_ index: Int) -> JSONPointer {
        var longer = self
        longer.push(index)
        return longer
    }

    /// The text, such as `/3/item/title`; empty for the whole document.
    package var description: String {
        var text = ""
        for step in steps {
            text.append("/")
            switch step {
            case .index(let index): text.append(String(index))
            case .name(let name): Self.append(name, to: &text)
            }
        }
        return text
    }

    /// RFC 6901 §3: `~` is written `~0`, and `/` is written `~1`.
    private static func append(_ name: String, to text: inout String) {
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": text.append("~0")
            case "/": text.append("~1")
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
