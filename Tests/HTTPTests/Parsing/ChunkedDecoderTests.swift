import HTTP
import Testing

/// A chunked body as a table row: the input and the decoded output.
private struct Decoding: Hashable, Sendable {
    var progress: ChunkedDecoder.Progress
    var body: String

    /// Decodes the bytes in pieces of these lengths; counts the consumed bytes over all of them.
    init(_ bytes: [UInt8], pieces: [Int], limit: Int = 64) {
        var decoder = ChunkedDecoder()
        var body: [UInt8] = []
        var end = 0
        var consumed = 0
        progress = .needsMore(consumed: 0)
        pieces: for piece in pieces {
            let start = end
            end += piece
            let part = Array(bytes[..<end])
            switch decoder.decode(part.span, from: start, into: &body, limit: limit) {
            case .needsMore(let count):
                consumed += count
                progress = .needsMore(consumed: consumed)
            case .done(let count):
                progress = .done(consumed: consumed + count)
                break pieces
            case let refusal:
                progress = refusal
                break pieces
            }
        }
        self.body = text(body.span)
    }

    init(_ bytes: [UInt8], limit: Int = 64) {
        self.init(bytes, pieces: [bytes.count], limit: limit)
    }
}

private let good = [
    Row("9112 §7.1", "0\r\n\r\n", ""),
    Row("9112 §7.1", "4\r\nmilk\r\n0\r\n\r\n", "milk"),
    Row("9112 §7.1", "4\r\nmilk\r\n9\r\n and eggs\r\n0\r\n\r\n", "milk and eggs"),
    Row("9112 §7.1", "a\r\n0123456789\r\nB\r\n0123456789a\r\n000\r\n\r\n", "01234567890123456789a"),
    Row("9112 §7.1", "000000000000004\r\n\r\n\r\n\r\n0\r\n\r\n", "\r\n\r\n"),
    Row("9112 §7.1.1", "4;a\r\nmilk\r\n0;b=\"c;d\"; e\r\n\r\n", "milk"),
    Row("9112 §7.1.1", "4 \t;a = b ; c\r\nmilk\r\n0\r\n\r\n", "milk"),
    Row("9112 §7.1.1", "4;a=\"\\\"\\\\;\" ;b\r\nmilk\r\n0\r\n\r\n", "milk"),
    Row("9112 §7.1.2", "4\r\nmilk\r\n0\r\nA: b\r\nC:\r\n\r\n", "milk"),
]

// Faults that are cut at every byte below. The other malformed sizes and line ends are rows of the
// conformance table, in ChunksCases.swift.
private let bad = [
    Row("9112 §7.1", "\r\n", ChunkFault.malformedSize),
    Row("9112 §7.1", "4 \t\r\n", .malformedSize),
    Row("9112 §7.1", "4 a\r\n", .malformedSize),
    Row("9112 §7.1", "FFFFFFFFFFFFFFFFF\r\n", .sizeTooLong),
    Row("9112 §7.1.1", "4;a\nmilk", .malformedExtension),
    Row("9112 §7.1.1", "4;a\rmilk", .malformedExtension),
    Row("9112 §7.1.1", "4;a\u{0}\r\n", .malformedExtension),
    Row("9112 §7.1.1", "4;\r\n", .malformedExtension),
    Row("9112 §7.1.1", "4;=b\r\n", .malformedExtension),
    Row("9112 §7.1.1", "4;a=\r\n", .malformedExtension),
    Row("9112 §7.1.1", "4;a \r\n", .malformedExtension),
    Row("9112 §7.1.1", "4;a b\r\n", .malformedExtension),
    Row("9112 §7.1.1", "4;a=b=c\r\n", .malformedExtension),
    Row("9112 §7.1.1", "4;a=\"b\r\n", .malformedExtension),
    Row("9112 §7.1.1", "4;a=\"b\\\r\n", .malformedExtension),
    Row("9112 §7.1.1", "4;a=\"b\"c\r\n", .malformedExtension),
    Row("9112 §7.1", "4\r\nmilk\r0", .missingLineEnd),
    Row("9112 §7.1.2", "0\r\nA\r\n", .malformedTrailer),
    Row("9112 §7.1.2", "0\r\n: a\r\n", .malformedTrailer),
    Row("9112 §7.1.2", "0\r\nA : b\r\n", .malformedTrailer),
    Row("9112 §7.1.2", "0\r\n A: b\r\n", .malformedTrailer),
    Row("9112 §7.1.2", "0\r\nA: \u{0}\r\n", .malformedTrailer),
    Row("9112 §7.1.2", "0\r\nA: b\n", .malformedTrailer),
    Row("9112 §7.1.2", "0\r\nA: b\r\r", .malformedTrailer),
    Row("9112 §2.2", "0\r\n\n", .malformedTrailer),
    Row("9112 §2.2", "0\r\n\rX", .malformedTrailer),
]

@Suite struct `A chunked body` {
    @Test(arguments: good)
    func `is decoded`(row: Row<String>) {
        let bytes = Array(row.text.utf8)

        let decoding = Decoding(bytes + Array("GET /".utf8))

        #expect(decoding.progress == .done(consumed: bytes.count))
        #expect(decoding.body == row.expected)
    }

    @Test(arguments: good)
    func `that ends early needs more`(row: Row<String>) {
        let bytes = Array(row.text.utf8)

        for length in 0..<bytes.count {
            let decoding = Decoding(Array(bytes[..<length]))
            #expect(decoding.progress == .needsMore(consumed: length))
        }
    }

    @Test(arguments: good.map(\.text) + bad.map(\.text))
    func `is read the same wherever it was cut`(sent: String) {
        let bytes = Array(sent.utf8)
        let whole = Decoding(bytes)

        for first in 0...bytes.count {
            for second in first...bytes.count {
                let pieces = [first, second - first, bytes.count - second]
                #expect(Decoding(bytes, pieces: pieces) == whole, "\(pieces)")
            }
        }
        #expect(Decoding(bytes, pieces: bytes.map { _ in 1 }) == whole)
    }

    @Test(arguments: bad)
    func `is refused`(row: Row<ChunkFault>) {
        #expect(Decoding(Array(row.text.utf8)).progress == .bad(row.expected))
    }

    @Test(arguments: good)
    func `gives one result for each changed byte`(row: Row<String>) {
        let bytes = Array(row.text.utf8)

        for place in bytes.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = bytes
                changed[place] = byte
                let pieces = [place, bytes.count - place]
                #expect(Decoding(changed, pieces: pieces) == Decoding(changed))
            }
        }
    }

    @Test func `may be as large as the limit`() {
        let bytes = Array("4\r\nmilk\r\n4\r\neggs\r\n0\r\n\r\n".utf8)

        #expect(Decoding(bytes, limit: 8).progress == .done(consumed: bytes.count))
        #expect(Decoding(bytes, limit: 7).progress == .tooLarge)
        #expect(Decoding(bytes, limit: 7).body == "milk")
    }

    @Test func `is too large before the first byte that would not fit`() {
        let announced = Decoding(Array("FFFFFFFFFFFFFFF\r\n".utf8))

        #expect(announced.progress == .tooLarge)
        #expect(announced.body == "")
    }

    @Test func `is appended to the decoded bytes, which count against the limit`() {
        var decoder = ChunkedDecoder()
        var body = Array("abc".utf8)
        let bytes = Array("2\r\nde\r\n0\r\n\r\n".utf8)

        let progress = decoder.decode(bytes.span, from: 0, into: &body, limit: 5)

        #expect(progress == .done(consumed: bytes.count))
        #expect(body == Array("abcde".utf8))
    }

    @Test(arguments: [
        Row("done", "0\r\n\r\n", ChunkedDecoder.Progress.done(consumed: 0)),
        Row("bad", "x", .bad(.malformedSize)),
        Row("too large", "FF\r\n", .tooLarge),
    ])
    func `gives the same result again after its end`(row: Row<ChunkedDecoder.Progress>) {
        var decoder = ChunkedDecoder()
        var body: [UInt8] = []
        let bytes = Array(row.text.utf8)
        let more = Array("4\r\nmilk\r\n".utf8)

        _ = decoder.decode(bytes.span, from: 0, into: &body, limit: 64)
        let again = decoder.decode(more.span, from: 0, into: &body, limit: 64)

        #expect(again == row.expected)
        #expect(body.isEmpty)
    }
}

@Suite struct `The overhead of a chunked body` {
    @Test func `is bounded for each chunk`() {
        let fitting = "1;" + String(repeating: "a", count: 256) + "\r\n"
        let longer = "1;" + String(repeating: "a", count: 257) + "\r\n"
        let blank = "1" + String(repeating: " ", count: 257) + ";a\r\n"

        #expect(Decoding(Array(fitting.utf8)).progress == .needsMore(consumed: 260))
        #expect(Decoding(Array(longer.utf8)).progress == .bad(.extensionsTooLong))
        #expect(Decoding(Array(blank.utf8)).progress == .bad(.extensionsTooLong))
    }

    @Test func `is bounded for all chunks`() {
        let chunk = "1;" + String(repeating: "a", count: 256) + "\r\nx\r\n"
        let sixteen = String(repeating: chunk, count: 16)

        let fitting = Decoding(Array((sixteen + "0\r\n\r\n").utf8))
        let longer = Decoding(Array((sixteen + "0;a\r\n\r\n").utf8))

        #expect(fitting.progress == .done(consumed: sixteen.utf8.count + 5))
        #expect(longer.progress == .bad(.extensionsTooLong))
    }

    @Test func `is bounded for the trailers with the empty line`() {
        let fitting = "0\r\nA:" + String(repeating: "a", count: 8192 - 6) + "\r\n\r\n"
        let longer = "0\r\nA:" + String(repeating: "a", count: 8192 - 5) + "\r\n\r\n"

        #expect(Decoding(Array(fitting.utf8)).progress == .done(consumed: 8195))
        #expect(Decoding(Array(longer.utf8)).progress == .bad(.trailersTooLong))
    }

    @Test(arguments: ChunkFault.allCases)
    func `has a status when it is refused`(fault: ChunkFault) {
        #expect(fault.status == (fault == .trailersTooLong ? .fieldsTooLarge : .badRequest))
    }
}
