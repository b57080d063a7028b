import TestSupport

/// Damages requests as attackers and broken clients do, in the same way for the same seed.
struct Mutator {
    private var random: SplitMix64
    private let originals: [[UInt8]]

    /// A mutator of these requests.
    init(_ originals: [[UInt8]], seed: UInt64) {
        self.originals = originals
        random = SplitMix64(seed: seed)
    }

    /// One of the requests, damaged in one to four places.
    mutating func next() -> [UInt8] {
        var bytes = original()
        for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&bytes) }
        return bytes
    }

    private mutating func original() -> [UInt8] { originals.randomElement(using: &random) ?? [] }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let run = place..<min(bytes.count, place + Int.random(in: 1...12, using: &random))
        switch Int.random(in: 0..<9, using: &random) {
        case 0: if !run.isEmpty { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
        case 1: if !run.isEmpty { bytes[place] = Self.bytes.randomElement(using: &random) ?? 0 }
        case 2: bytes.insert(Self.bytes.randomElement(using: &random) ?? 0, at: place)
        case 3: bytes.removeSubrange(run)
        case 4: bytes.insert(contentsOf: bytes[run], at: place)
        case 5: splice(into: &bytes, at: place)
        case 6: changeLineEnd(in: &bytes)
        case 7: changeNumber(in: &bytes)
        default:
            bytes.insert(
                contentsOf: (Self.lines.randomElement(using: &random) ?? "").utf8, at: place)
        }
    }

    /// Continues with the end of another request.
    private mutating func splice(into bytes: inout [UInt8], at place: Int) {
        let other = original()
        let start = Int.random(in: 0...other.count, using: &random)
        bytes = Array(bytes[..<place] + other[start...])
    }

    private mutating func changeLineEnd(in bytes: inout [UInt8]) {
        let places = bytes.indices.filter { bytes[$0] == 0x0A && $0 > 0 }
        guard let place = places.randomElement(using: &random) else { return }
        let ends = ["\n", "\r", "\n\r", "\r\r\n", "\r\n ", "\r\n\r\n", " \r\n", ""]
        bytes.replaceSubrange(
            (place - 1)...place, with: (ends.randomElement(using: &random) ?? "").utf8)
    }

    private mutating func changeNumber(in bytes: inout [UInt8]) {
        let isDigit = { (byte: UInt8) in byte &- 0x30 < 10 }
        guard let place = bytes.indices.filter({ isDigit(bytes[$0]) }).randomElement(using: &random)
        else { return }
        let end = bytes[place...].firstIndex { !isDigit($0) } ?? bytes.count
        let number = Self.numbers.randomElement(using: &random) ?? ""
        bytes.replaceSubrange(place..<end, with: number.utf8)
    }

    /// The bytes that the grammars of RFC 9110 and RFC 9112 distinguish.
    private static let bytes: [UInt8] =
        Array("\0\t\n\u{B}\r \"#%*,/:;?@[]aAzZ019~\u{7F}".utf8) + [
            0x80, 0x85, 0xA0, 0xFF,
        ]

    /// Numbers around 2^15, 2^31, 2^32, 2^63 and 2^64, and texts that only look like a number.
    private static let numbers = [
        "0", "00", "1", "-1", "+1", "0x10", "1e1", "١", "32768", "2147483648", "4294967295",
        "4294967296", "4294967301", "9223372036854775807", "9223372036854775808",
        "18446744073709551615", "18446744073709551616", "18446744073709551621", "7fffffffffffffff",
        "ffffffffffffffff", "10000000000000004", "000000000000004", "99999999999999999999999999",
    ]

    private static let lines = [
        "Content-Length: 4\r\n", "Content-Length:5, 5\r\n", "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding : chunked\r\n", "Host: b\r\n",
        "Connection: close\r\n", "Connection: keep-alive\r\n", "Expect: 100-continue\r\n",
        " a: b\r\n",
        "HTTP/1.0", "HTTP/1.1", "HTTP/2.0", "\r\n\r\n", "0\r\n\r\n", "4\r\nmilk\r\n", "http://a",
        "..",
    ]
}
