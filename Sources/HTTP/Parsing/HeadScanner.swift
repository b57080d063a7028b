/// Why the scanner stops.
enum ScanError: Error {
    /// The bytes end here; they are valid so far.
    case endOfBytes
    /// No further bytes can make this a valid head.
    case bad(HeadFault)
}

/// A cursor over the bytes of a head; it only moves forward.
///
/// `position <= stop <= bytes.count`. At `stop` either the bytes end or the limit is reached;
/// `current()` tells the two apart.
struct HeadScanner: ~Escapable {
    let bytes: Span<UInt8>
    private(set) var position: Int
    private var stop: Int
    /// The fault if more bytes are needed than the limit allows.
    var faultAtLimit = HeadFault.targetTooLong

    /// A scanner without a limit.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, at start: Int) {
        precondition(start >= 0 && start <= bytes.count)
        self.bytes = bytes
        position = start
        stop = bytes.count
    }

    /// Allows `length` more bytes; `fault` is thrown beyond them.
    mutating func limit(to length: Int, else fault: HeadFault) {
        stop = bytes.count - position > length ? position + length : bytes.count
        faultAtLimit = fault
    }

    /// The byte at the position; throws if there is none within the limit.
    @inline(__always)
    func current() throws(ScanError) -> UInt8 {
        guard position < stop else {
            throw stop < bytes.count ? .bad(faultAtLimit) : .endOfBytes
        }
        return bytes[position]
    }

    /// Moves past a byte that `current()` has returned.
    mutating func advance() {
        position &+= 1
    }

    /// Moves past a byte, which must be `byte`.
    @inline(__always)
    mutating func expect(_ byte: UInt8, else fault: HeadFault) throws(ScanError) {
        guard try current() == byte else { throw .bad(fault) }
        position &+= 1
    }

    /// Moves past a CRLF.
    ///
    /// RFC 9112 §2.2 allows a lone LF as a line end. It is refused here: parsers that disagree
    /// about line ends disagree about where a request ends.
    @inline(__always)
    mutating func lineEnd(else fault: HeadFault) throws(ScanError) {
        try expect(.carriageReturn, else: fault)
        try expect(.lineFeed, else: fault)
    }

    /// Moves past all bytes of a class, and returns their range.
    ///
    /// `word` tests eight bytes at once; where it returns false, `belongs` tests each of them.
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
