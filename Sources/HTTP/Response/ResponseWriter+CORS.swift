extension ResponseWriter {
    /// Adds the fields that control which pages may use the response, and that forbid browsers to
    /// guess its type.
    ///
    /// Credentials are not allowed: the API uses no cookies, and a page sends its token itself.
    mutating func browserFields() {
        out.append("X-Content-Type-Options: nosniff\r\n")
        guard case .allowed(let origin) = context.corsPolicy else {
            // No page of another origin may load it without CORS either, as a script or an image.
            out.append("Cross-Origin-Resource-Policy: same-origin\r\n")
            return
        }
        field("Access-Control-Allow-Origin") { $0.append(text: origin.text) }
        field(
            "Access-Control-Expose-Headers",
            "ETag, Link, Location, Retry-After, ToDo-Revision, X-Request-Id")
    }

    /// Adds the fields of a response to a CORS preflight.
    ///
    /// Every method is allowed on every path, so that a page can read the 404 or 405 of its
    /// mistake.
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
            Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Prefer, X-Request-Id, \
            traceparent
            """)
        // Chromium's maximum.
        field("Access-Control-Max-Age", "7200")
    }
}
