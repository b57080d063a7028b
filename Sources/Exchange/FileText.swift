/// The text of a file.
enum FileText {
    /// UTF-8 from UTF-8, or from UTF-16 with a byte order mark; with LF or CR LF as line ends.
    static func decode(_ bytes: [UInt8]) throws(ImportFault) -> [UInt8] {
        var text: [UInt8]
        switch (bytes.first, bytes.dropFirst().first, bytes.dropFirst(2).first) {
        case (0xFF, 0xFE, _): text = try decodeUTF16(bytes) { UInt16($0) | UInt16($1) << 8 }
        case (0xFE, 0xFF, _): text = try decodeUTF16(bytes) { UInt16($0) << 8 | UInt16($1) }
        case (0xEF, 0xBB, 0xBF): text = try checked(Array(bytes[3...]))
        default: text = try checked(bytes)
        }
        var hasLineFeed = false
        var hasReturn = false
        for (index, byte) in text.enumerated() {
            switch byte {
            case 0: throw .containsNUL(line: line(of: index, in: text))
            case UInt8(ascii: "\n"): hasLineFeed = true
            case UInt8(ascii: "\r"): hasReturn = true
            default: continue
            }
        }
        // Spreadsheets of old Macs end lines with CR alone; as one line, such a file has no item.
        if hasReturn, !hasLineFeed {
            for index in text.indices where text[index] == UInt8(ascii: "\r") {
                text[index] = UInt8(ascii: "\n")
            }
        }
        return text
    }

    private static func checked(_ bytes: [UInt8]) throws(ImportFault) -> [UInt8] {
        guard let fault = firstFault(in: bytes) else { return bytes }
        // RFC 5545 §3.1: some programs fold lines inside of a character.
        guard ICalendar.isRecognized(in: bytes) else {
            throw .notUnicode(line: line(of: fault, in: bytes))
        }
        let joined = joiningCharacters(bytes)
        if let fault = firstFault(in: joined) {
            throw .notUnicode(line: line(of: fault, in: joined))
        }
        return joined
    }

    /// The place of the first bytes that are not UTF-8.
    private static func firstFault(in bytes: [UInt8]) -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// The text with the folds of lines moved behind the characters that they split.
    private static func joiningCharacters(_ bytes: [UInt8]) -> [UInt8] {
        var joined: [UInt8] = []
        joined.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let start = index
            if bytes[index] == UInt8(ascii: "\r") { index += 1 }
            guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\n"),
                bytes[index + 1] == UInt8(ascii: " ") || bytes[index + 1] == UInt8(ascii: "\t")
            else {
                joined.append(bytes[start])
                index = start + 1
                continue
            }
            let fold = start..<index + 2
            index = fold.upperBound
            while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
            joined += bytes[fold.upperBound..<index]
            joined += bytes[fold]
        }
        return joined
    }

    private static func decodeUTF16(
        _ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16
    ) throws(ImportFault) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var lead: UInt32?
        for index in stride(from: 2, to: bytes.count, by: 2) {
            guard index + 1 < bytes.count else { throw notUnicode(text) }
            let unit = UInt32(unit(bytes[index], bytes[index + 1]))
            let value: UInt32
            switch (unit, lead) {
            case (0xD800..<0xDC00, nil):
                lead = unit
                continue
            case (0xDC00..<0xE000, let high?):
                value = 0x1_0000 + (high & 0x3FF) << 10 + unit & 0x3FF
            case (_, nil): value = unit
            default: throw notUnicode(text)
            }
            lead = nil
            guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else {
                throw notUnicode(text)
            }
            text.append(contentsOf: bytes)
        }
        guard lead == nil else { throw notUnicode(text) }
        return text
    }

    private static func notUnicode(_ text: [UInt8]) -> ImportFault {
        .notUnicode(line: line(of: text.count, in: text))
    }

    /// The number of a place's line, from 1.
    static func line(of offset: Int, in text: [UInt8]) -> Int {
        text[..<offset].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }
}
