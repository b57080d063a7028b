import Foundation

/// The lines of a log file: CRC-32 in 8 hexadecimal digits, space, record, line feed.
enum LogLines {
    private static let lineFeed = UInt8(ascii: "\n")
    private static let digits = Array("0123456789abcdef".utf8)

    /// The content of a file.
    struct Parsed {
        var records: [Data] = []
        var isDamaged = false
        /// The length without a torn end.
        var length = 0
    }

    /// Reads the lines of a file.
    ///
    /// The bytes after the last line feed are a torn write, whose append did not return. Any other
    /// line that does not match its checksum is damaged.
    static func parse(_ data: Data) -> Parsed {
        let bytes = [UInt8](data)
        var parsed = Parsed()
        var start = 0
        while let end = bytes[start...].firstIndex(of: lineFeed) {
            if isIntact(bytes, start, end) {
                parsed.records.append(data.subdata(in: start + 9..<end))
            } else {
                parsed.isDamaged = true
            }
            start = end + 1
        }
        parsed.length = start
        return parsed
    }

    private static func isIntact(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
        guard end - start > 9, bytes[start + 8] == UInt8(ascii: " ") else { return false }
        let sum = CRC32.checksum(bytes, start + 9..<end)
        return (0..<8).allSatisfy { index in
            bytes[start + index] == digits[Int(sum >> UInt32(28 - 4 * index) & 0xF)]
        }
    }

    /// Appends the line of a record.
    static func append(_ record: Data, to lines: inout [UInt8]) throws {
        let start = lines.count
        lines.reserveCapacity(start + record.count + 10)
        lines.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 9))
        lines.append(contentsOf: record)
        guard !lines[(start + 9)...].contains(lineFeed), !record.isEmpty else {
            throw CocoaError(.fileWriteInapplicableStringEncoding)
        }
        let sum = CRC32.checksum(lines, start + 9..<lines.count)
        for index in 0..<8 {
            lines[start + index] = digits[Int(sum >> UInt32(28 - 4 * index) & 0xF)]
        }
        lines.append(lineFeed)
    }
}
