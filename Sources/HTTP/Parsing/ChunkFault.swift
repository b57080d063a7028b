/// Why a chunked body is refused; the connection is closed after any of them.
package enum ChunkFault: Error, Hashable, Sendable, CaseIterable {
    /// A chunk does not begin with hexadecimal digits, or something else than `;` follows them.
    case malformedSize
    /// More digits than any chunk needs.
    case sizeTooLong
    /// Not `;name` or `;name=value`, or a CR without LF after it.
    case malformedExtension
    /// Extensions beyond what the decoder is willing to pass over.
    case extensionsTooLong
    /// The bytes of a chunk are not followed by CRLF: its size was wrong.
    case missingLineEnd
    /// A line after the last chunk that is no field line.
    case malformedTrailer
    /// Trailers beyond what the decoder is willing to pass over.
    case trailersTooLong

    /// The status that tells the client so.
    package var status: Status {
        switch self {
        case .malformedSize, .sizeTooLong, .malformedExtension, .extensionsTooLong,
            .missingLineEnd, .malformedTrailer:
            .badRequest
        case .trailersTooLong: .fieldsTooLarge
        }
    }
}
