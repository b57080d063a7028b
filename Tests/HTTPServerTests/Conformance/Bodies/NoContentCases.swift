import HTTP

// RFC 9110 §6.4.1: answers that have no content, even if their fields describe one.

private func asked(_ method: String, _ path: String, _ lines: String = "") -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(lines)\r\n"
}

/// A surplus byte would precede the next answer and fail its comparison.
private let head = [
    Case(
        "9110 §9.3.2", "HEAD is answered like GET, without the content.",
        asked("HEAD", "/a"), .answer("HEAD /a")),
    Case(
        "9110 §9.3.2", "HEAD before other requests is answered without content too.",
        "\(asked("HEAD", "/a"))\(get("/b"))\(asked("HEAD", "/c"))", .answer("HEAD /a"),
        .answer("GET /b"), .answer("HEAD /c")),
    Case(
        "9110 §9.3.2", "Content in chunks is omitted with its chunks.",
        asked("HEAD", "/parts"), .stream("HEAD /parts", "milk and eggs")),
    Case(
        "9112 §6.3", "Content that HEAD brings along is read.",
        asked("HEAD", "/a", "Content-Length: 4\r\n") + "milk", .answer("HEAD /a milk")),
    Case(
        "9110 §9.3.2", "HTTP/1.0 gets no content either.",
        "HEAD /a HTTP/1.0\r\n\r\n", .answer("HEAD /a"), ending: .ends),
    Case(
        "9110 §9.3.2", "A HEAD with content over the limit gets no content.",
        asked("HEAD", "/small", "Content-Length: 5\r\n"), .answer(413, "HEAD /small !tooLarge"),
        ending: .ends),
    Case(
        "9110 §9.3.2", "A HEAD with unread content gets no content.",
        asked("HEAD", "/unread", "Content-Length: 5\r\n"), .answer("HEAD /unread"),
        ending: .ends),
    Case(
        "9110 §9.3.2", "A HEAD with malformed chunks gets no content.",
        asked("HEAD", "/a", "Transfer-Encoding: chunked\r\n") + "x\r\n",
        .answer(400, "HEAD /a !malformedSize"), ending: .ends),
    Case(
        "9110 §9.3.2", "HEAD in another letter case is another method.",
        asked("head", "/a"), .refusal(501, .unknownMethod)),
    Case(
        "9110 §9.3.2", "A request after a HEAD gets its refusal with content.",
        "\(asked("HEAD", "/a"))\(asked("BREW", "/b"))", .answer("HEAD /a"),
        .refusal(501, .unknownMethod)),
    Case(
        "9110 §9.3.2", "A request without a readable method gets its refusal with content.",
        "\(asked("HEAD", "/a"))\0", .answer("HEAD /a"), .refusal(400, .malformedRequestLine)),
]

private func refused(_ status: Int, _ fault: HeadFault, _ text: String) -> Case {
    Case(
        "9110 §9.3.2", "HEAD gets the refusal of its \(fault) without content.", text,
        .refusal(status, fault, toHead: true))
}

private let refusals = [
    refused(400, .malformedTarget, asked("HEAD", "a")),
    refused(400, .malformedVersion, "HEAD /a HTTP/1\r\n\r\n"),
    refused(505, .unsupportedVersion, "HEAD /a HTTP/2.0\r\n\r\n"),
    refused(400, .malformedField, asked("HEAD", "/a", "X : b\r\n")),
    refused(400, .repeatedHost, asked("HEAD", "/a", "Host: a\r\n")),
    refused(400, .malformedContentLength, asked("HEAD", "/a", "Content-Length: x\r\n")),
    refused(400, .malformedTransferEncoding, asked("HEAD", "/a", "Transfer-Encoding:\r\n")),
    refused(501, .unsupportedTransferCoding, asked("HEAD", "/a", "Transfer-Encoding: gzip\r\n")),
    refused(417, .unknownExpectation, asked("HEAD", "/a", "Expect: x\r\n")),
    refused(414, .targetTooLong, asked("HEAD", "/" + String(repeating: "b", count: 9000))),
    refused(431, .fieldsTooLarge, asked("HEAD", "/a", String(repeating: "X: b\r\n", count: 200))),
]

private let statuses = [
    Case(
        "9110 §15.3.5", "204 has no content and no length.", get("/empty"),
        .answer(204, "GET /empty")),
    Case(
        "9110 §15.3.5", "204 has no content after a POST either.", post("/empty", "milk"),
        .answer(204, "POST /empty milk")),
    Case(
        "9110 §15.3.5", "The answer to HEAD is the same.", asked("HEAD", "/empty"),
        .answer(204, "HEAD /empty")),
    Case("9110 §15.4.5", "304 has no content.", get("/known"), .answer(304, "GET /known")),
    Case(
        "9110 §15.4.5", "The answer to HEAD is the same.", asked("HEAD", "/known"),
        .answer(304, "HEAD /known")),
    Case(
        "9112 §6.3", "The answers after them are not their content.",
        "\(get("/empty"))\(get("/known"))\(get("/a"))", .answer(204, "GET /empty"),
        .answer(304, "GET /known"), .answer("GET /a")),
    Case(
        "9112 §9.6", "204 can be the last answer.",
        get("/empty", "Connection: close\r\n"), .answer(204, "GET /empty"), ending: .ends),
    Case(
        "9112 §6.1", "204 has no chunks.", get("/empty", "TE: trailers\r\n"),
        .answer(204, "GET /empty")),
    Case(
        "9112 §7.1", "Content of unknown length is sent in chunks.",
        get("/parts"), .stream("GET /parts", "milk and eggs")),
    Case(
        "9112 §7.1", "The next answer follows streamed content.",
        "\(get("/parts"))\(get("/a"))", .stream("GET /parts", "milk and eggs"), .answer("GET /a")),
]

extension CaseGroup {
    static let noContent = CaseGroup("answers without content", head, refusals, statuses)
}
