import HTTP
import Testing

/// A request head with text in place of ranges, for table rows.
struct ParsedHead: Hashable {
    var answer: RequestParser.Progress
    var method = Method.get
    var path = ""
    var query: String?
    var authority: String?
    var minorVersion: UInt8 = 1
    var fields: [String] = []
    var framing = ""
    var keepsAlive = true
    var expectsContinue = false
    var length = 0

    /// Reads the head that begins at `start`.
    init(
        _ request: String, from start: Int = 0, limits: HeadLimits = HeadLimits()
    ) {
        self.init(Array(request.utf8), from: start, limits: limits)
    }

    init(_ request: [UInt8], from start: Int = 0, limits: HeadLimits = HeadLimits()) {
        var head = RequestHead()
        self.init(request, from: start, limits: limits, into: &head)
    }

    init(
        _ request: [UInt8], from start: Int = 0, limits: HeadLimits = HeadLimits(),
        into head: inout RequestHead
    ) {
        let bytes = request.span
        answer = RequestParser(limits: limits).parse(bytes, from: start, into: &head)
        guard answer == .done else { return }
        method = head.method
        path = text(bytes.slice(head.path))
        query = head.query.map { text(bytes.slice($0)) }
        authority = head.authority.map { text(bytes.slice($0)) }
        minorVersion = head.minorVersion
        fields = head.fields.map { line in
            "\(line.name)|\(text(bytes.slice(line.nameRange)))|\(text(bytes.slice(line.value)))"
        }
        framing = "\(head.framing)"
        keepsAlive = head.keepsAlive
        expectsContinue = head.expectsContinue
        length = head.length
    }
}

/// The bytes as text; those that are not UTF-8 become question marks.
func text(_ bytes: Span<UInt8>) -> String {
    var copy: [UInt8] = []
    for index in bytes.indices { copy.append(bytes[index]) }
    return String(decoding: copy, as: UTF8.self)
}

/// A table row with its subject as its description.
struct Row<Expected: Sendable>: Sendable, CustomTestStringConvertible {
    var section: String
    var text: String
    var expected: Expected

    init(_ section: String, _ text: String, _ expected: Expected) {
        self.section = section
        self.text = text
        self.expected = expected
    }

    var testDescription: String { "\(section): \(text.debugDescription)" }
}
