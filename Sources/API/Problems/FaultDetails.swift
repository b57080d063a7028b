import HTTP

extension HeadFault {
    /// The fault as a sentence.
    var detail: String {
        switch self {
        case .malformedRequestLine: "The request line is not well-formed."
        case .malformedTarget:
            "The request target is not well-formed, or does not go with the method."
        case .securedTarget:
            "The request target is https, and TLS is spoken by a proxy in front, not by this server."
        case .malformedVersion: "The HTTP version is not well-formed."
        case .malformedField: "A header field is not well-formed."
        case .missingHost: "HTTP/1.1 requires a Host field."
        case .repeatedHost: "Host may come only once."
        case .malformedHost: "Host is not a host with an optional port."
        case .malformedContentLength: "Content-Length is not one number that can be counted to."
        case .malformedTransferEncoding: "Transfer-Encoding may only be chunked, once, in HTTP/1.1."
        case .ambiguousLength: "Content-Length and Transfer-Encoding may not come together."
        case .unknownExpectation: "Only 100-continue can be expected."
        case .targetTooLong: "The request line is too long."
        case .fieldsTooLarge: "The header fields are too many or too long."
        case .unknownMethod: "The method is not known to this server."
        case .unsupportedTransferCoding: "The only transfer coding that is known is chunked."
        case .unsupportedVersion: "Only HTTP/1.0 and HTTP/1.1 are spoken here."
        }
    }
}

extension ChunkFault {
    /// The fault as the end of a sentence.
    var detail: String {
        switch self {
        case .malformedSize: "a size is not a hexadecimal number"
        case .sizeTooLong: "a size has too many digits"
        case .malformedExtension: "an extension or the end of a size line is wrong"
        case .extensionsTooLong: "the extensions are too long"
        case .missingLineEnd: "a chunk does not end where its size says"
        case .malformedTrailer: "a trailer field is wrong"
        case .trailersTooLong: "the trailer fields are too long"
        }
    }
}

extension JSONFault {
    /// The beginning of a sentence that ends with the offset.
    var detail: String {
        switch self {
        case .unexpectedByte: "The body is not JSON: something unexpected stands"
        case .unexpectedEnd: "The body is not JSON: it ends"
        case .trailingBytes: "The body is not JSON: more follows after its value"
        case .invalidUTF8: "The body is not UTF-8"
        case .loneSurrogate: "A string holds half of a surrogate pair"
        case .invalidEscape: "A string holds an unknown escape"
        case .controlCharacter: "A string holds a control character"
        case .duplicateName: "An object has the same member twice"
        case .numberOverflow: "A number is too large"
        case .tooDeep: "The body is nested too deeply"
        case .tooManyValues:
            "The body has more than \(JSONDocument.maximumEntries) values and names"
        case .tooLong: "The body is too long"
        }
    }
}

extension BodyPolicy.Types {
    /// The media types as prose.
    var list: String {
        guard let last = names.last else { return "empty" }
        let others = names.dropLast().map { "\($0)" }
        return others.isEmpty ? "\(last)" : others.joined(separator: ", ") + " or \(last)"
    }
}
