/// A place in an order by hand: a fractional index in base 62, which clients compute.
///
/// Between any two keys there is another one, so a move is a write of one item. The scheme is that
/// of the libraries named "fractional indexing": an integer, whose first letter gives its length,
/// and a fraction that does not end in 0. A key of another form would block every move beside it.
package struct OrderKey: Equatable, Sendable {
    /// The maximum length.
    package static let characters = 64

    package let text: String

    /// The key with this text; nil if it is not a valid one.
    package init?(_ text: String) {
        let bytes = text.utf8.span
        guard 1...Self.characters ~= bytes.count,
            bytes.indices.allSatisfy({ Self.isDigit(bytes[$0]) }),
            let length = Self.integerLength(bytes[0]), bytes.count >= length,
            bytes.count == length || bytes[bytes.count - 1] != UInt8(ascii: "0"),
            text != Self.lowest
        else { return nil }
        self.text = text
    }

    /// No key can stand before it.
    private static let lowest = "A" + String(repeating: "0", count: 26)

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// The length of the integer that begins with a letter: `a` 2 to `z` 27, `Z` 2 to `A` 27.
    private static func integerLength(_ head: UInt8) -> Int? {
        switch head {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(head - UInt8(ascii: "a")) + 2
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(UInt8(ascii: "Z") - head) + 2
        default: nil
        }
    }
}
