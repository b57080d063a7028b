extension ResponseWriter {
    /// Adds what browsers want to know, to whichever answer it is.
    ///
    /// No credentials: the API knows no cookies, and a token is sent by the page itself.
    mutating func corsFields() {
        guard case .allowed(let origin) = context.corsPolicy else { return }
        field("Access-Control-Allow-Origin") { $0.append(text: origin.text) }
        field(
            "Access-Control-Expose-Headers",
            "ETag, Link, Location, Retry-After, ToDo-Revision, X-Request-Id")
    }

    /// Adds what a browser asks before it sends a request that no form could send.
    ///
    /// Every method is allowed on every path, so that a page is told of its
    /// mistakes by a 404 or 405 that it can read.
    package mutating func corsPreflightFields() {
        field("Access-Control-Allow-Methods") { value in
            for (index, method) in Method.allCases.enumerated() where method != .options {
                if index > 0 { value.append(", ") }
                value.append(method.name)
            }
        }
        field(
            "Access-Control-Allow-Headers",
            """
            Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, \
            Last-Event-ID, Prefer, X-Request-Id, traceparent
            """)
        // Chromium keeps it no longer than that.
        field("Access-Control-Max-Age", "7200")
    }
}
