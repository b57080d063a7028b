/// Why a chunked body is refused; the connection closes after any of these faults.
package enum ChunkFault: Error, Hashable, Sendable, CaseIterable {
    /// The size does not start with a hexadecimal digit, or is followed by something other than
    /// `;`.
    case malformedSize
    /// The size has too many digits.
    case sizeTooLong
    /// Not `;name` or `;name=value`, or a CR without LF after it.
    case malformedExtension
    /// The extensions exceed the decoder's limit.
    case extensionsTooLong
    /// A chunk's data is not followed by CRLF: its size was wrong.
    case missingLineEnd
    /// A line after the last chunk is not a field line.
    case malformedTrailer
    /// The trailers exceed the decoder's limit.
    case trailersTooLong

    package var status: Status {
        switch self {
        case .malformedSize, .sizeTooLong, .malformedExtension, .extensionsTooLong,
            .missingLineEnd, .malformedTrailer:
            .badRequest
        case .trailersTooLong: .fieldsTooLarge
        }
    }
}
