import HTTP
import TestSupport

@testable import HTTPServer

/// The invariants of the parser and the connection, which must hold for any bytes of a client.
///
/// The fuzzer, the seeded mutations and the corpus all use it. Random choices (where to cut, what
/// to append) are derived from the bytes, so that an input alone reproduces a finding.
struct RequestProbe {
    private let bytes: [UInt8]
    private var random: SplitMix64

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        random = SplitMix64(seed: bytes)
    }

    /// Throws the first rule that these bytes make the server break.
    static func check(_ bytes: [UInt8]) throws(Violation) {
        var probe = RequestProbe(bytes)
        // Short inputs can reach the tight limits.
        for limits in [HeadLimits(), HeadLimits(requestLine: 48, fieldBytes: 96, fieldCount: 5)] {
            try probe.checkParser(limits)
            try probe.checkConnection(limits, admission: .body(atMost: 64), atMost: 64)
        }
        try probe.checkConnection(HeadLimits(), admission: .unread, atMost: 0)
        try probe.checkChunks(limit: 64)
    }
}

// The head.
extension RequestProbe {
    private typealias PasswordCheck = (answer: RequestParser.Progress, head: RequestHead)

    private func parse(_ bytes: [UInt8], from start: Int = 0, _ limits: HeadLimits) -> PasswordCheck
    {
        var head = RequestHead()
        let answer = RequestParser(limits: limits).parse(bytes.span, from: start, into: &head)
        return (answer, head)
    }

    private mutating func checkParser(_ limits: HeadLimits) throws(Violation) {
        let (answer, head) = parse(bytes, limits)
        switch answer {
        case .partial:
            try Violation.unless(
                bytes.count <= limits.longest, "a partial head is within the limits")
        case .bad: break
        case .done: try checkDone(head, limits)
        }
        try checkPrefixes(answer, head, limits)
        try checkSurroundings(answer, head, limits)
    }

    private func checkDone(_ head: RequestHead, _ limits: HeadLimits) throws(Violation) {
        try Violation.unless(
            head.length > 0 && head.length <= bytes.count && head.length <= limits.longest,
            "a head's length is within the bytes and the limits")
        try Violation.unless(
            head.fields.count <= limits.fieldCount, "there are no more fields than the limit")
        var ranges = [head.path] + [head.query, head.authority].compactMap { $0 }
        for field in head.fields {
            ranges += [field.nameRange, field.value]
            try Violation.unless(!field.nameRange.isEmpty, "a field has a name")
        }
        for range in ranges {
            try Violation.unless(
                range.start >= 0 && range.start <= range.end && range.end <= head.length,
                "a range lies in the head")
        }
        if case .length(let length) = head.framing {
            try Violation.unless(length >= 0, "a length is not negative")
        }
        let parts = HeadParts(head, in: bytes.span)
        let plain = parts.rewritten
        // There are no limits here, because a blank after each colon may be one byte too many.
        let again = parse(plain, .none)
        try Violation.unless(
            again.answer == .done && again.head.length == plain.count
                && HeadParts(again.head, in: plain.span) == parts,
            "a head written plainly means the same")
    }

    /// A prefix is partial until the result is certain. From then on it has the result of the
    /// whole.
    private mutating func checkPrefixes(
        _ answer: RequestParser.Progress, _ head: RequestHead, _ limits: HeadLimits
    ) throws(Violation) {
        var lengths = (0..<6).map { _ in Int.random(in: 0...bytes.count, using: &random) }
        if answer == .done { lengths += [head.length - 1, head.length] }
        var isCertain = false
        for length in lengths.sorted() {
            let early = parse(Array(bytes[..<length]), limits)
            try Violation.unless(
                early.answer == answer || early.answer == .partial && !isCertain,
                "more bytes take back no answer")
            isCertain = early.answer != .partial
            guard answer == .done else { continue }
            try Violation.unless(
                isCertain == (length >= head.length), "a head is done with its last byte")
            if isCertain { try compare(early.head, head) }
        }
    }

    /// Checks that bytes before and after a head have no influence on it.
    private mutating func checkSurroundings(
        _ answer: RequestParser.Progress, _ head: RequestHead, _ limits: HeadLimits
    ) throws(Violation) {
        let before = Int.random(in: 1...9, using: &random)
        let tail = (0..<9).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let shifted = parse(
            Array(repeating: 0x2F, count: before) + bytes + (answer == .partial ? [] : tail),
            from: before, limits)
        try Violation.unless(shifted.answer == answer, "what stands around a head changes nothing")
        guard answer == .done else { return }
        try Violation.unless(shifted.head.length == head.length, "a head ends where it ended alone")
    }

    private func compare(_ one: RequestHead, _ other: RequestHead) throws(Violation) {
        try Violation.unless(
            one.length == other.length
                && HeadParts(one, in: bytes.span) == HeadParts(other, in: bytes.span),
            "a head means the same whatever follows it")
    }
}

// The connection and the chunks.
extension RequestProbe {
    /// The bytes in one or more parts.
    private mutating func cut() -> [[UInt8]] {
        guard !bytes.isEmpty else { return [] }
        let longest = [1, 3, 17, bytes.count].randomElement(using: &random) ?? 1
        var parts: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Int.random(in: 1...longest, using: &random))
            parts.append(Array(bytes[start..<end]))
            start = end
        }
        return parts
    }

    private mutating func checkConnection(
        _ limits: HeadLimits, admission: ScriptedAdmission, atMost limit: Int
    ) throws(Violation) {
        let whole = Dialogue([bytes], admission: admission, limits: limits)
        var dialogue = Dialogue(admission: admission, limits: limits)
        for part in cut() {
            dialogue.receive(part)
            guard dialogue.state.stage != .lingering else { continue }
            try Violation.unless(
                dialogue.unchunked.count <= limit
                    && dialogue.buffer.count + dialogue.unchunked.count <= limits.longest + limit,
                "no more is kept than the limits allow")
        }
        for case .answer(_, let body) in whole.steps {
            // Counts scalars, because each byte that is not UTF-8 has become a character of three
            // bytes.
            try Violation.unless(
                body.unicodeScalars.count <= limit, "no body is longer than the handler takes")
        }
        // A 100 depends on the bytes that had arrived by then.
        try Violation.unless(
            dialogue.steps.filter { $0 != .sendContinue }
                == whole.steps.filter { $0 != .sendContinue }
                && dialogue.state.stage == whole.state.stage
                && dialogue.unchunked == whole.unchunked,
            "bytes mean the same however they are cut")
        guard whole.state.stage != .lingering else { return }
        try Violation.unless(
            dialogue.buffer == whole.buffer, "the same is kept however bytes are cut")
    }

    private mutating func checkChunks(limit: Int) throws(Violation) {
        let whole = Unchunking([bytes], limit: limit)
        let parts = Unchunking(cut(), limit: limit)
        try Violation.unless(whole.body.count <= limit, "a body is never longer than its limit")
        try Violation.unless(whole.repeats && parts.repeats, "a decoder sticks to its answer")
        try Violation.unless(
            whole.progress == parts.progress && whole.body == parts.body,
            "chunks mean the same however they are cut")
        guard case .done(let consumed) = whole.progress else { return }
        try Violation.unless(consumed <= bytes.count, "a decoder uses no more than there is")
        let size = String(whole.body.count, radix: 16)
        let plain =
            whole.body.isEmpty
            ? [] : Array("\(size)\r\n".utf8) + whole.body + Array("\r\n".utf8)
        let again = Unchunking([plain + Array("0\r\n\r\n".utf8)], limit: limit)
        try Violation.unless(again.body == whole.body, "a body in one chunk is the same body")
    }
}

extension HeadLimits {
    /// Limits that no head reaches.
    fileprivate static let none = HeadLimits(
        requestLine: .max, fieldBytes: .max, fieldCount: .max)

    /// The longest head: four empty lines may stand before it (RFC 9112 §2.2).
    fileprivate var longest: Int { 8 + requestLine + fieldBytes }
}
