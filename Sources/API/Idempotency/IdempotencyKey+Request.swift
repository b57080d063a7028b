import HTTP
import Items

extension IdempotencyKey {
    /// The longest key in bytes, without quotes.
    private static let longest = 255

    /// Reads `Idempotency-Key`; nil if the request has none.
    init?(_ request: borrowing Request) throws(Problem) {
        guard let value = request.value(.idempotencyKey) else { return nil }
        guard request.head.count(of: .idempotencyKey) == 1, let key = Self.unquoted(value) else {
            throw .malformedKey
        }
        var target = ByteWriter()
        target.append(request.path)
        if let query = request.query {
            target.append("?")
            target.append(query)
        }
        self.init(
            key, method: "\(request.head.method.name)", target: String(copying: target))
    }

    /// Parses a string of RFC 8941 §3.3.3; nil if it is malformed, empty or too long.
    private static func unquoted(_ value: Span<UInt8>) -> String? {
        guard value.count > 2, value[0] == quote, value[value.count - 1] == quote else {
            return nil
        }
        var text = ""
        var index = 1
        let end = value.count - 1
        while index < end {
            if value[index] == backslash {
                index += 1
                guard index < end, value[index] == quote || value[index] == backslash else {
                    return nil
                }
            } else if value[index] == quote {
                return nil
            }
            guard (0x20...0x7E).contains(value[index]), text.utf8.count < longest else {
                return nil
            }
            text.unicodeScalars.append(Unicode.Scalar(value[index]))
            index += 1
        }
        return text
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
}
