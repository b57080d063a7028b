/// Writes lines of iCalendar (RFC 5545 §3.1).
///
/// A line has at most 75 octets. A longer one is folded: it goes on in the next line, behind a space
/// that counts. No character is split.
struct ContentLineWriter {
    private(set) var bytes: [UInt8] = []

    private static let maximumOctets = 75

    /// Drops the lines, after the caller has taken them.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func append(_ name: String, _ value: String) {
        let line = Array("\(name):\(value)".utf8)
        var start = 0
        var room = Self.maximumOctets
        while line.count - start > room {
            var end = start + room
            while line[end] & 0xC0 == 0x80 { end -= 1 }
            bytes += line[start..<end]
            bytes += "\r\n ".utf8
            start = end
            room = Self.maximumOctets - 1
        }
        bytes += line[start...]
        bytes += "\r\n".utf8
    }
}
