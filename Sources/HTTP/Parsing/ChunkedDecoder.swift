/// Takes the chunks off a body as its bytes come in, RFC 9112 §7.1.
///
///     4;name=value CRLF    size in hexadecimal digits; extensions are passed over
///     milk CRLF            that many bytes
///     0 CRLF               the last chunk
///     Trailer: value CRLF  passed over as well
///     CRLF
///
/// It holds a few integers and none of the bytes, and answers the same however they were cut into
/// reads. After `.done`, `.bad` or `.tooLarge` it reads nothing more and repeats its answer.
package struct ChunkedDecoder: Sendable {
    /// What the decoder says to the bytes it was shown.
    package enum Progress: Hashable, Sendable {
        /// All bytes were used, and the body goes on.
        case needsMore(consumed: Int)
        /// The body ended; what follows the consumed bytes is the next request.
        case done(consumed: Int)
        /// Refused, whatever may follow.
        case bad(ChunkFault)
        /// A chunk announced itself that does not fit the limit.
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

    /// 15 digits cannot overflow an `Int`, and leave room for zeros in front.
    private static let sizeDigits: UInt8 = 15
    /// The bytes of extensions for one chunk and for all; nobody is known to send any.
    private static let extensionBytes: (chunk: UInt16, body: UInt16) = (256, 4096)
    /// The bytes of all trailers.
    private static let trailerBytes: UInt16 = 8192

    private var state = State.size
    /// The size of the chunk as far as it is read, then how many of its bytes are still to come.
    private var remaining = 0
    // Small numbers: there is a decoder in every connection, of which most are idle.
    private var digits: UInt8 = 0
    private var extensions: (chunk: UInt16, body: UInt16) = (0, 0)
    private var trailers: UInt16 = 0

    /// A decoder at the beginning of a body.
    package init() {}

    /// Appends the body's bytes among those from `start` on to `body`, which never grows beyond
    /// `limit` bytes.
    package mutating func decode(
        _ bytes: Span<UInt8>, from start: Int, into body: inout [UInt8], limit: Int
    ) -> Progress {
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

    /// White space after a size is bad, and to be taken where an extension follows (§7.1.1); where
    /// none does it is not part of the grammar.
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
