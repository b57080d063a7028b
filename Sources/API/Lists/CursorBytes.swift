/// The bytes of cursors, of lists and of histories.
extension Span where Element == UInt8 {
    /// The bytes that pairs of hexadecimal digits stand for; nil for other text.
    var hexadecimalBytes: [UInt8]? {
        guard count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for index in indices {
            let digit: UInt8
            // Lower case only: each position has one spelling.
            switch self[index] {
            case let byte where (0x30...0x39).contains(byte): digit = byte - 0x30
            case let byte where (0x61...0x66).contains(byte): digit = byte - 0x61 + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }
}

extension ArraySlice<UInt8> {
    /// The number in big-endian order.
    var number: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
