import HTTP

/// A parsed answer.
package struct TestResponse: Equatable, CustomStringConvertible {
    package let status: Int
    package let fields: [(name: String, value: String)]
    /// The content, without chunk framing.
    package let body: [UInt8]

    /// Parses the bytes of one answer. Malformed bytes give status 0.
    package init(_ bytes: [UInt8]) {
        let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? bytes.count
        let lines = String(decoding: bytes[..<end], as: UTF8.self)
            .split(separator: "\r\n").map(String.init)
        let words = (lines.first ?? "").split(separator: " ")
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
        let rest = Array(bytes[end...])
        if fields.contains(where: { $0.name == "Transfer-Encoding" }) {
            var content: [UInt8] = []
            var decoder = ChunkedDecoder()
            _ = decoder.decode(rest.span, from: 0, into: &content, limit: .max)
            body = content
        } else {
            body = rest
        }
    }

    /// The value of the only field with this name; nil if there is none or more than one.
    package subscript(_ name: String) -> String? {
        let values = fields.filter { $0.name.lowercased() == name.lowercased() }
        return values.count == 1 ? values[0].value : nil
    }

    /// The content as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    package var description: String {
        "\(status)\n" + fields.map { "\($0.name): \($0.value)\n" }.joined() + "\n" + text
    }

    package static func == (a: TestResponse, b: TestResponse) -> Bool {
        a.description == b.description
    }
}
