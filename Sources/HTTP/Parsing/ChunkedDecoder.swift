/// Decodes a chunked body incrementally, RFC 9112 §7.1.
///
///     4;name=value CRLF    size in hexadecimal digits; extensions are skipped
///     milk CRLF            that many bytes
///     0 CRLF               the last chunk
///     Trailer: value CRLF  skipped as well
///     CRLF
///
/// The state is a few integers and no bytes; how the input was split into reads does not change the
/// result. After `.done`, `.bad` or `.tooLarge` it reads nothing more and repeats that result.
package struct ChunkedDecoder: Sendable {
    /// The result of a call.
    package enum Progress: Hashable, Sendable {
        /// All bytes were consumed; the body continues.
        case needsMore(consumed: Int)
        /// The body ended; the next request starts after the consumed bytes.
        case done(consumed: Int)
        /// The body is malformed; more bytes cannot change that.
        case bad(ChunkFault)
        /// The next chunk's size exceeds the limit.
        case tooLarge
    }

    private enum State {
        case size, sizeBlank, `extension`(ChunkExtension), sizeLineFeed
        case data, dataReturn, dataLineFeed
        case trailerStart, trailerName, trailerValue, trailerLineFeed, lastLineFeed
        case ended, failed(ChunkFault), overfull
    }

    private enum Refusal: Error {
        case bad(ChunkFault)
        case tooLarge
    }

    /// 15 digits cannot overflow an `Int`, and allow for leading zeros.
    private static let sizeDigits: UInt8 = 15
    /// Limits on the bytes of extensions, per chunk and per body; no client is known to send any.
    private static let extensionBytes: (chunk: UInt16, body: UInt16) = (256, 4096)
    /// Limit on the bytes of all trailers.
    private static let trailerBytes: UInt16 = 8192

    private var state = State.size
    /// The chunk's size while it is parsed; then the number of its bytes still to come.
    private var remaining = 0
    // Small integers: every connection has a decoder, and most connections are idle.
    private var digits: UInt8 = 0
    private var extensions: (chunk: UInt16, body: UInt16) = (0, 0)
    private var trailers: UInt16 = 0

    /// A decoder at the start of a body.
    package init() {}

    /// Appends the decoded bytes, from `start` on, to `body`, which never exceeds `limit` bytes.
    package mutating func decode(
        _ bytes: Span<UInt8>, from start: Int, into body: inout [UInt8], limit: Int
    ) -> Progress {
        precondition(start >= 0 && start <= bytes.count)
        var position = start
        do throws(Refusal) {
            while true {
                if case .ended = state { return .done(consumed: position - start) }
                guard position < bytes.count else {
                    return .needsMore(consumed: position - start)
                }
                if case .data = state {
                    position += copy(bytes, from: position, into: &body)
                } else {
                    try step(bytes[position], room: limit - body.count)
                    position += 1
                }
            }
        } catch {
            switch error {
            case .bad(let fault):
                state = .failed(fault)
                return .bad(fault)
            case .tooLarge:
                state = .overfull
                return .tooLarge
            }
        }
    }

    private mutating func copy(
        _ bytes: Span<UInt8>, from start: Int, into body: inout [UInt8]
    ) -> Int {
        precondition(remaining > 0, "data of a chunk that is complete")
        let length = min(remaining, bytes.count - start)
        let run = bytes.extracting(start..<(start + length))
        body.append(addingCapacity: length) { free in
            for index in run.indices { free.append(run[index]) }
        }
        remaining -= length
        if remaining == 0 { state = .dataReturn }
        return length
    }

    private mutating func step(_ byte: UInt8, room: Int) throws(Refusal) {
        switch state {
        case .size: try readSize(byte)
        case .sizeBlank: try readBlank(byte)
        case .extension(let parts): try readExtension(byte, parts)
        case .sizeLineFeed:
            guard byte == .lineFeed else { throw .bad(.malformedExtension) }
            guard remaining <= room else { throw .tooLarge }
            state = remaining > 0 ? .data : .trailerStart
        case .dataReturn:
            guard byte == .carriageReturn else { throw .bad(.missingLineEnd) }
            state = .dataLineFeed
        case .dataLineFeed:
            guard byte == .lineFeed else { throw .bad(.missingLineEnd) }
            (digits, extensions.chunk) = (0, 0)
            state = .size
        case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed, .lastLineFeed:
            try readTrailer(byte)
        case .failed(let fault): throw .bad(fault)
        case .overfull: throw .tooLarge
        case .data, .ended: preconditionFailure("decode handles these")
        }
    }

    private mutating func readSize(_ byte: UInt8) throws(Refusal) {
        if let digit = byte.hexDigitValue {
            guard digits < Self.sizeDigits else { throw .bad(.sizeTooLong) }
            remaining = remaining << 4 | Int(digit)
            digits += 1
            return
        }
        guard digits > 0 else { throw .bad(.malformedSize) }
        if byte == .carriageReturn { state = .sizeLineFeed } else { try readBlank(byte) }
    }

    /// White space after a size is "bad" (§7.1.1), and accepted only before an extension. Without
    /// an extension the grammar does not allow it.
    private mutating func readBlank(_ byte: UInt8) throws(Refusal) {
        if byte == UInt8(ascii: ";") {
            state = .extension(ChunkExtension())
        } else {
            guard byte.isBlank else { throw .bad(.malformedSize) }
            state = .sizeBlank
            try countExtension()
        }
    }

    private mutating func readExtension(
        _ byte: UInt8, _ parts: ChunkExtension
    ) throws(Refusal) {
        if byte == .carriageReturn, parts.isComplete {
            state = .sizeLineFeed
            return
        }
        var parts = parts
        guard parts.read(byte) else { throw .bad(.malformedExtension) }
        state = .extension(parts)
        try countExtension()
    }

    private mutating func countExtension() throws(Refusal) {
        extensions.chunk += 1
        extensions.body += 1
        guard extensions.chunk <= Self.extensionBytes.chunk,
            extensions.body <= Self.extensionBytes.body
        else { throw .bad(.extensionsTooLong) }
    }

    private mutating func readTrailer(_ byte: UInt8) throws(Refusal) {
        trailers += 1
        guard trailers <= Self.trailerBytes else { throw .bad(.trailersTooLong) }
        switch (state, byte) {
        case (.trailerStart, .carriageReturn): state = .lastLineFeed
        case (.lastLineFeed, .lineFeed): state = .ended
        case (.trailerName, UInt8(ascii: ":")): state = .trailerValue
        case (.trailerStart, _) where byte.isTokenCharacter,
            (.trailerName, _) where byte.isTokenCharacter:
            state = .trailerName
        case (.trailerValue, .carriageReturn): state = .trailerLineFeed
        case (.trailerValue, _) where byte.isFieldValueCharacter: break
        case (.trailerLineFeed, .lineFeed): state = .trailerStart
        default: throw .bad(.malformedTrailer)
        }
    }
}
