/// How large a head may be; a head that is larger is refused as soon as that is certain.
package struct HeadLimits: Equatable, Sendable {
    /// The bytes of the request line, with its line end.
    package var requestLine: Int
    /// The bytes of all field lines, with their line ends and the empty line.
    package var fieldBytes: Int
    /// The number of field lines.
    package var fieldCount: Int

    /// RFC 9112 §3 recommends 8,000 bytes or more for the request line.
    package init(requestLine: Int = 8192, fieldBytes: Int = 32768, fieldCount: Int = 100) {
        self.requestLine = requestLine
        self.fieldBytes = fieldBytes
        self.fieldCount = fieldCount
    }
}

/// Reads the head of a request from a connection's buffer.
///
/// It remembers nothing between calls: as long as the answer is `.partial` it is asked again, with
/// more bytes. It reads strictly forward, so more bytes never take back an answer of `.bad`.
package struct RequestParser: Sendable {
    /// What the parser says to the bytes it was shown.
    package enum Progress: Hashable, Sendable {
        /// The head is complete and stands in the `RequestHead`.
        case done
        /// So far so good; ask again with more bytes.
        case partial
        /// Refused, whatever may follow.
        case bad(HeadFault)
    }

    /// So many empty lines may stand before a head.
    private static let mostEmptyLines = 4

    private let limits: HeadLimits

    /// A parser that refuses heads beyond these limits.
    package init(limits: HeadLimits = HeadLimits()) {
        self.limits = limits
    }

    /// Reads the head that begins at `start`; ranges count from the first byte of the span.
    ///
    /// After `.done` the body begins at `start + head.length`. `passed`
    /// empty lines have been before it already.
    package func parse(
        _ bytes: Span<UInt8>, from start: Int = 0, afterEmptyLines passed: Int = 0,
        into head: inout RequestHead
    ) -> Progress {
        head.reset()
        var scanner = HeadScanner(bytes, at: start)
        do throws(ScanError) {
            try scanner.skipEmptyLines(atMost: Self.mostEmptyLines - passed)
            scanner.limit(to: limits.requestLine, else: .unknownMethod)
            try scanner.requestLine(into: &head)
            scanner.limit(to: limits.fieldBytes, else: .fieldsTooLarge)
            try scanner.fieldSection(into: &head, atMost: limits.fieldCount)
        } catch {
            switch error {
            case .endOfBytes: return .partial
            case .bad(let fault): return .bad(fault)
            }
        }
        head.length = scanner.position - start
        return .done
    }

    /// Whether there is no byte of a request from `start` on.
    package static func hasNoRequest(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        start + 2 * emptyLines(bytes, from: start) == bytes.count
    }

    /// How many empty lines stand from `start` on, as far as they are complete.
    package static func emptyLines(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end + 1 < bytes.count, bytes[end] == .carriageReturn, bytes[end + 1] == .lineFeed {
            end += 2
        }
        return (end - start) / 2
    }
}
