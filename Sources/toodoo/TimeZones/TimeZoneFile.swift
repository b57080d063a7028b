import Items

/// A file of the time zone database (RFC 8536), version 2 or later.
///
///     header   "TZif", version, 15 bytes, six counts of 4 bytes
///     data     with times of 4 bytes: skipped
///     header   again
///     data     transition times of 8 bytes │ a type for each │ types of 6 bytes: offset, is DST,
///              index of the name │ names │ leap seconds of 12 bytes │ two indicators for each type
///     footer   a POSIX TZ string in line feeds: the offsets after the last transition
///
/// Numbers are big-endian.
struct TimeZoneFile: TimeZoneRules {
    private let transitions: [Int]
    /// The offset after each transition.
    private let offsets: [Int]
    /// The offset before the first transition.
    private let first: Int
    /// The offsets after the last transition; nil if the last offset stays.
    private let footer: POSIXTimeZone?

    /// Reads a file; nil if it is damaged, has leap seconds, or is none.
    init?(_ bytes: Span<UInt8>) {
        guard let old = Header(bytes, at: 0), old.version >= UInt8(ascii: "2"),
            let header = Header(bytes, at: old.end(timeBytes: 4)), header.leapSeconds == 0,
            header.types > 0
        else { return nil }
        let times = header.start
        let indexes = times + 8 * header.transitions
        let types = indexes + header.transitions
        let end = header.end(timeBytes: 8)
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\n") else { return nil }

        func offset(of type: Int) -> Int? {
            guard type < header.types else { return nil }
            let offset = bytes.integer(at: types + 6 * type, bytes: 4)
            return abs(offset) < 26 * 3_600 ? offset : nil
        }
        var transitions: [Int] = []
        var offsets: [Int] = []
        for index in 0..<header.transitions {
            let time = bytes.integer(at: times + 8 * index, bytes: 8)
            guard transitions.last.map({ $0 < time }) ?? true,
                let offset = offset(of: Int(bytes[indexes + index]))
            else { return nil }
            transitions.append(time)
            offsets.append(offset)
        }
        guard let first = offset(of: 0), let footer = bytes.line(after: end) else { return nil }
        self.transitions = transitions
        self.offsets = offsets
        self.first = first
        if footer.isEmpty {
            self.footer = nil
        } else {
            guard let rule = POSIXTimeZone(bytes.extracting(footer)) else { return nil }
            self.footer = rule
        }
    }

    func period(at instant: Int) -> TimeZonePeriod {
        // The number of transitions up to the instant.
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        if low < transitions.count {
            return TimeZonePeriod(
                offset: low == 0 ? first : offsets[low - 1], end: transitions[low])
        }
        return footer?.period(at: instant)
            ?? TimeZonePeriod(offset: offsets.last ?? first, end: nil)
    }

    /// The counts of a header, and where its data begins.
    private struct Header {
        let version: UInt8
        let start: Int
        let utcIndicators: Int
        let standardIndicators: Int
        let leapSeconds: Int
        let transitions: Int
        let types: Int
        let nameBytes: Int

        /// More of anything is in no file; it would overflow the sum.
        private static let maximum = 100_000

        init?(_ bytes: Span<UInt8>, at start: Int) {
            guard bytes.count - start >= 44, bytes[start] == UInt8(ascii: "T"),
                bytes[start + 1] == UInt8(ascii: "Z"), bytes[start + 2] == UInt8(ascii: "i"),
                bytes[start + 3] == UInt8(ascii: "f")
            else { return nil }
            version = bytes[start + 4]
            self.start = start + 44
            var counts = InlineArray<6, Int>(repeating: 0)
            for index in counts.indices {
                let count = bytes.integer(at: start + 20 + 4 * index, bytes: 4)
                guard 0...Self.maximum ~= count else { return nil }
                counts[index] = count
            }
            utcIndicators = counts[0]
            standardIndicators = counts[1]
            leapSeconds = counts[2]
            transitions = counts[3]
            types = counts[4]
            nameBytes = counts[5]
        }

        func end(timeBytes: Int) -> Int {
            start + transitions * (timeBytes + 1) + types * 6 + nameBytes
                + leapSeconds * (timeBytes + 4) + standardIndicators + utcIndicators
        }
    }
}

extension Span<UInt8> {
    /// A signed number.
    fileprivate func integer(at start: Int, bytes count: Int) -> Int {
        var value = Int(Int8(bitPattern: self[start]))
        for index in start + 1..<start + count { value = value << 8 | Int(self[index]) }
        return value
    }

    /// The place of the bytes between a line feed and the next one; nil if there is none.
    fileprivate func line(after start: Int) -> Range<Int>? {
        var end = start + 1
        while end < count {
            if self[end] == UInt8(ascii: "\n") { return start + 1..<end }
            end += 1
        }
        return nil
    }
}
