/// The checksum CRC-32 of IEEE 802.3, as in gzip and PNG.
enum CRC32 {
    /// The checksums of all bytes, four times: entry 256 n + b is the checksum of b followed by n
    /// zeros.
    private static let table: [UInt32] = {
        var table: [UInt32] = []
        for byte in UInt32(0)..<256 {
            var sum = byte
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= 0xEDB8_8320 }
            }
            table.append(sum)
        }
        for index in 256..<1_024 {
            let shorter = table[index - 256]
            table.append(shorter >> 8 ^ table[Int(shorter & 0xFF)])
        }
        return table
    }()

    /// The checksum of some of the bytes.
    static func checksum(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
        let table = table
        var sum = ~UInt32(0)
        var index = range.lowerBound
        while range.upperBound - index >= 4 {
            sum ^= UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
            sum ^= UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24
            var next = table[768 + Int(sum & 0xFF)]
            next ^= table[512 + Int(sum >> 8 & 0xFF)]
            next ^= table[256 + Int(sum >> 16 & 0xFF)]
            sum = next ^ table[Int(sum >> 24)]
            index += 4
        }
        while index < range.upperBound {
            sum = sum >> 8 ^ table[Int((sum ^ UInt32(bytes[index])) & 0xFF)]
            index += 1
        }
        return ~sum
    }
}
