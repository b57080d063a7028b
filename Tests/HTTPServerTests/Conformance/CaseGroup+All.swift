extension CaseGroup {
    /// The whole table, in the order in which a request is read.
    static let all = [
        requestLine, target, absoluteTarget, version, method, fieldName, fieldValue, host,
        contentLength, transferEncoding, chunks, trailers, smuggling, expectation, noContent,
        unread, persistence, pipelining, harmless, limits, incomplete, garbage,
    ]
}
