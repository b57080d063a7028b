import HTTP

/// Security headers of responses that serve the page.
struct PageFields: Sendable {
    /// `Content-Security-Policy`: only files of this server, no code in HTML or in strings.
    let policy: [UInt8]

    init(_ settings: PageSettings) {
        let tiles = settings.tiles.map { " " + $0.origin.text } ?? ""
        let directives = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
            "img-src 'self'" + tiles, "manifest-src 'self'", "worker-src 'self'",
            "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
            "require-trusted-types-for 'script'", "trusted-types toodoo",
        ]
        policy = Array(directives.joined(separator: "; ").utf8)
    }

    func write(to response: inout ResponseWriter) {
        response.field("Content-Security-Policy") { $0.append(policy.span) }
        response.field("Referrer-Policy", "no-referrer")
        response.field("Cross-Origin-Opener-Policy", "same-origin")
        response.field(
            "Permissions-Policy",
            """
            accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
            magnetometer=(), microphone=(), midi=(), payment=(), usb=()
            """)
    }
}
