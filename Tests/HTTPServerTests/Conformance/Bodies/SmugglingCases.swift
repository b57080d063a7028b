import HTTP

// RFC 9112 §11.2: if two servers see the end of a request at different places, it can hide another
// request.

/// The smuggled request; a server that answers it has misread the framing.
private let hidden = get("/smuggled")

private func sent(_ lines: String, _ body: String, by method: String = "POST") -> String {
    "\(method) /a HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n\(body)"
}

/// Requests with both lengths. One is wrong, and the request is refused in either case.
private let both = [
    (
        "By chunks it ends early, by length it does not.",
        "Content-Length: 60\r\nTransfer-Encoding: chunked", "0\r\n\r\n\(hidden)"
    ),
    (
        "By length it ends early, by chunks it does not.",
        "Content-Length: 4\r\nTransfer-Encoding: chunked", "2a\r\n\(hidden)\r\n0\r\n\r\n"
    ),
    (
        "The order of the two does not matter.",
        "Transfer-Encoding: chunked\r\nContent-Length: 60", "0\r\n\r\n\(hidden)"
    ),
    (
        "A field between the two does not matter.",
        "Transfer-Encoding: chunked\r\nX: b\r\nContent-Length: 4", "0\r\n\r\n\(hidden)"
    ),
    (
        "An equal end of both does not matter.", "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "0\r\n\r\n\(hidden)"
    ),
    (
        "A length of zero does not matter.",
        "Content-Length: 0\r\nTransfer-Encoding: chunked", "0\r\n\r\n\(hidden)"
    ),
    (
        "Zeros in front of the length do not matter.",
        "Content-Length: 0060\r\nTransfer-Encoding: chunked", "0\r\n\r\n\(hidden)"
    ),
    (
        "The letter case does not matter.",
        "content-length: 60\r\ntransfer-encoding: Chunked", "0\r\n\r\n\(hidden)"
    ),
    (
        "Blanks around the values do not matter.",
        "Content-Length:\t60 \r\nTransfer-Encoding:\tchunked ", "0\r\n\r\n\(hidden)"
    ),
].map { shows, lines, body in
    Case("9112 §6.3", shows, sent(lines, body), .refusal(400, .ambiguousLength))
}

private let methods = ["GET", "HEAD", "DELETE", "OPTIONS", "PUT", "PATCH"].map { method in
    Case(
        "9112 §6.3", "\(method) cannot have both either.",
        sent("Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n\(hidden)", by: method),
        .refusal(400, .ambiguousLength, toHead: method == "HEAD"))
}

private func refused(
    _ section: String, _ shows: String, _ status: Int, _ fault: HeadFault, _ lines: String
) -> Case {
    Case(section, shows, sent(lines, "0\r\n\r\n\(hidden)"), .refusal(status, fault))
}

/// A length, and a coding that one server recognizes and another does not.
private let obscured = [
    refused(
        "9112 §6.1", "Beside a length, another coding is not passed over.",
        501, .unsupportedTransferCoding, "Content-Length: 5\r\nTransfer-Encoding: xchunked"),
    refused(
        "9112 §6.1", "Beside a length, identity is not ignored.",
        501, .unsupportedTransferCoding, "Content-Length: 5\r\nTransfer-Encoding: identity"),
    refused(
        "9112 §6.1", "Beside a length, identity after chunked is not ignored.",
        400, .malformedTransferEncoding,
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity"),
    refused(
        "9112 §6.1", "Beside a length, an empty coding is not ignored.",
        400, .malformedTransferEncoding, "Content-Length: 5\r\nTransfer-Encoding:"),
    refused(
        "9112 §6.1", "Beside a length, an empty member is not ignored.",
        400, .malformedTransferEncoding, "Content-Length: 5\r\nTransfer-Encoding: ,chunked"),
    refused(
        "9112 §7", "Beside a length, a quoted coding is not ignored.",
        400, .malformedTransferEncoding, "Content-Length: 5\r\nTransfer-Encoding: \"chunked\""),
    refused(
        "9112 §7", "Beside a length, a coding with a parameter is not ignored.",
        400, .malformedTransferEncoding, "Content-Length: 5\r\nTransfer-Encoding: chunked;a=b"),
    refused(
        "9110 §5.6.3", "Beside a length, 0xA0 before the coding is not ignored.",
        400, .malformedTransferEncoding, "Content-Length: 5\r\nTransfer-Encoding: \u{A0}chunked"),
    refused(
        "9110 §5.6.3", "Beside a length, 0x85 after the coding is not ignored.",
        400, .malformedTransferEncoding, "Content-Length: 5\r\nTransfer-Encoding: chunked\u{85}"),
    refused(
        "9110 §5.6.3", "Beside a length, VT before the coding is not ignored.",
        400, .malformedField, "Content-Length: 5\r\nTransfer-Encoding: \u{B}chunked"),
    refused(
        "9110 §5.5", "Beside a length, NUL in the coding is not ignored.",
        400, .malformedField, "Content-Length: 5\r\nTransfer-Encoding: chunk\0ed"),
    refused(
        "9112 §5.1", "Beside a length, a space before the colon is not ignored.",
        400, .malformedField, "Content-Length: 5\r\nTransfer-Encoding : chunked"),
    refused(
        "9112 §5.2", "Beside a length, a folded line is not ignored.",
        400, .malformedField, "Content-Length: 5\r\nTransfer-Encoding:\r\n chunked"),
    refused(
        "9112 §2.2", "Beside a length, a lone LF before the coding is not ignored.",
        400, .malformedField, "Content-Length: 5\r\nX: b\nTransfer-Encoding: chunked"),
    refused(
        "9112 §2.2", "Beside a length, a lone CR before the coding is not ignored.",
        400, .malformedField, "Content-Length: 5\r\nX: b\rTransfer-Encoding: chunked"),
    refused(
        "9112 §5.1", "Beside chunks, a space before the length's colon is not ignored.",
        400, .malformedField, "Content-Length : 60\r\nTransfer-Encoding: chunked"),
    refused(
        "9110 §8.6", "Beside chunks, a malformed length is not ignored.",
        400, .malformedContentLength, "Transfer-Encoding: chunked\r\nContent-Length: +5"),
    refused(
        "9112 §2.2", "Beside chunks, a lone LF before the length is not ignored.",
        400, .malformedField, "X: b\nContent-Length: 60\r\nTransfer-Encoding: chunked"),
]

/// Names that only look like the two fields have no effect. The bytes after the head are a request.
private let lookalikes = [
    "Transfer_Encoding: chunked", "Transfer-Encodings: chunked", "Transfer-Encodin: chunked",
    "X-Transfer-Encoding: chunked", "TransferEncoding: chunked", "Content_Length: 5",
    "Content-Lengths: 5", "ContentLength: 5", "X-Content-Length: 5", "TE: chunked",
    "Connection: Transfer-Encoding", "X: Transfer-Encoding: chunked",
].map { line in
    Case(
        "9110 §5.1", "No length is taken from \(line)",
        sent(line, get("/b")),
        .answer(line.hasPrefix("X:") ? "POST /a [\(line.dropFirst(3))]" : "POST /a"),
        .answer("GET /b"))
}

private let connections = [
    Case(
        "9110 §7.6.1", "Connection does not make a server forget a length.",
        sent("Connection: Content-Length\r\nContent-Length: \(hidden.utf8.count)", hidden),
        .answer("POST /a \(hidden)")),
    Case(
        "9110 §7.6.1", "Connection does not make a server forget chunks.",
        sent("Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        .answer("POST /a")),
    Case(
        "9110 §7.6.1", "Connection does not make a server forget Host.",
        "GET /a HTTP/1.1\r\nConnection: Host\r\nHost: b\r\n\r\n", .answer("GET /a @b")),
    Case(
        "9112 §11.1", "A target does not split a request.",
        "GET /a%20HTTP/1.1%0D%0AX:%20b HTTP/1.1\r\nHost: a\r\n\r\n",
        .answer("GET /a%20HTTP/1.1%0D%0AX:%20b")),
    Case(
        "9112 §6.3", "The content of GET is not the next request.",
        sent("Content-Length: \(hidden.utf8.count)", hidden, by: "GET"), .answer("GET /a \(hidden)")
    ),
    Case(
        "9112 §6.3", "The content of HEAD is not the next request.",
        sent("Content-Length: \(hidden.utf8.count)", hidden, by: "HEAD"),
        .answer("HEAD /a \(hidden)")),
]

extension CaseGroup {
    static let smuggling = CaseGroup("smuggling", both, methods, obscured, lookalikes, connections)
}
