/// Why the scanner cannot go on.
enum ScanError: Error {
    /// The bytes end here, and so far nothing is wrong.
    case endOfBytes
    /// They can never become a head.
    case bad(HeadFault)
}

/// A position in the bytes of a head, and how it moves forward.
///
/// `position <= stop <= bytes.count`. Beyond `stop` stands either nothing yet or more than the
/// limit allows, and the methods that need a byte tell the two apart.
struct HeadScanner: ~Escapable {
    let bytes: Span<UInt8>
    private(set) var position: Int
    private var stop: Int
    /// What is wrong with those who need more bytes than the limit.
    var faultAtLimit = HeadFault.targetTooLong

    /// A scanner without a limit.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, at start: Int) {
        precondition(start >= 0 && start <= bytes.count)
        self.bytes = bytes
        position = start
        stop = bytes.count
    }

    /// Allows `length` bytes from here on, and names the fault of those who need more.
    mutating func limit(to length: Int, else fault: HeadFault) {
        stop = bytes.count - position > length ? position + length : bytes.count
        faultAtLimit = fault
    }

    /// The byte here, which must be there.
    @inline(__always)
    func current() throws(ScanError) -> UInt8 {
        guard position < stop else {
            throw stop < bytes.count ? .bad(faultAtLimit) : .endOfBytes
        }
        return bytes[position]
    }

    /// Moves beyond a byte that was looked at already.
    mutating func advance() {
        position &+= 1
    }

    /// Moves beyond a byte that must be this one.
    @inline(__always)
    mutating func expect(_ byte: UInt8, else fault: HeadFault) throws(ScanError) {
        guard try current() == byte else { throw .bad(fault) }
        position &+= 1
    }

    /// Moves beyond a CRLF.
    ///
    /// RFC 9112 §2.2 lets a lone LF end a line as well. Not here: two readers who disagree about
    /// lines disagree about where a request ends.
    @inline(__always)
    mutating func lineEnd(else fault: HeadFault) throws(ScanError) {
        try expect(.carriageReturn, else: fault)
        try expect(.lineFeed, else: fault)
    }

    /// Moves beyond the bytes of a class, as many as there are, and answers where they stand.
    ///
    /// `word` may answer for eight bytes of the class at once; where it says no, each is asked.
    @inline(__always)
    mutating func run(
        of belongs: (UInt8) -> Bool, word: (SWARWord) -> Bool = { _ in false }
    ) -> ByteRange {
        let window = bytes.extracting(position..<stop)
        var length = 0
        while window.count &- length >= 8,
            word(SWARWord(window.extracting(length..<(length &+ 8))))
        {
            length &+= 8
        }
        while length < window.count, belongs(window[length]) { length &+= 1 }
        let range = ByteRange(start: position, end: position &+ length)
        position = range.end
        return range
    }
}
