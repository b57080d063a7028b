/// Limits on a head; a head is refused as soon as it exceeds one.
package struct HeadLimits: Equatable, Sendable {
    /// The bytes of the request line, including its line end.
    package var requestLine: Int
    /// The bytes of all field lines, including their line ends and the empty line.
    package var fieldBytes: Int
    /// The number of field lines.
    package var fieldCount: Int

    /// RFC 9112 §3 recommends at least 8,000 bytes for the request line.
    package init(requestLine: Int = 8192, fieldBytes: Int = 32768, fieldCount: Int = 100) {
        self.requestLine = requestLine
        self.fieldBytes = fieldBytes
        self.fieldCount = fieldCount
    }
}

/// Parses the head of a request from a connection's buffer.
///
/// It has no state between calls: after `.partial` the caller parses again with more bytes. It
/// reads strictly forward, so more bytes never revoke `.bad`.
package struct RequestParser: Sendable {
    /// The result of a call.
    package enum Progress: Hashable, Sendable {
        /// The head is complete, and stored in the `RequestHead`.
        case done
        /// The bytes are valid so far; more are needed.
        case partial
        /// The head is refused; more bytes cannot change that.
        case bad(HeadFault)
    }

    /// Limit on the empty lines before a head.
    private static let mostEmptyLines = 4

    private let limits: HeadLimits

    package init(limits: HeadLimits = HeadLimits()) {
        self.limits = limits
    }

    /// Parses the head that begins at `start`; ranges are relative to the span.
    ///
    /// After `.done` the body begins at `start + head.length`. `passed` empty lines were skipped
    /// before.
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

    /// Whether only empty lines, or nothing, follow from `start` on.
    package static func hasNoRequest(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        start + 2 * emptyLines(bytes, from: start) == bytes.count
    }

    /// The number of complete empty lines from `start` on.
    package static func emptyLines(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end + 1 < bytes.count, bytes[end] == .carriageReturn, bytes[end + 1] == .lineFeed {
            end += 2
        }
        return (end - start) / 2
    }
}
