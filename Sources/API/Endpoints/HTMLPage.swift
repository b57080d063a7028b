import HTTP

/// A page for people: HTML without scripts or other resources.
struct HTMLPage {
    let content: [UInt8]
    /// The entity tag: a hash of the content.
    let tag: [UInt8]

    init(_ content: [UInt8]) {
        self.content = content
        var fingerprint = Fingerprint()
        fingerprint.add(content.span)
        tag = fingerprint.text
    }
}

extension App {
    /// Writes a page for any `Accept`, or 304.
    func show(
        _ page: HTMLPage, cacheControl: StaticString, _ request: borrowing Request,
        _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        try refuseParameters(request)
        let isKnown = try request.has(page.tag.span, revision: nil)
        response.start(isKnown ? .notModified : .ok)
        if !isKnown { response.field("Content-Type", "text/html; charset=utf-8") }
        response.field("ETag") { field in
            field.append("\"")
            field.append(page.tag.span)
            field.append("\"")
        }
        response.field("Cache-Control", cacheControl)
        // The page loads nothing. The hash permits the only style of the page.
        response.field(
            "Content-Security-Policy",
            """
            default-src 'none'; style-src 'sha256-jYhx4hnGUg/oF1eNrYPdtJp70GZnFwhRtfrbtOJhZ50='; \
            base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """)
        response.field("Referrer-Policy", "no-referrer")
        response.finish(with: page.content.span)
        return .written
    }
}
