import API
import TestSupport
import Testing

@Suite struct `A resource of the page` {
    // proves: http-7
    @Test func `is immutable if its path has the version's hash, and revalidated otherwise`()
        throws
    {
        let served = ServedPage(["boot.js": ""])
        let fixed = [
            try served.current.document, try served.current.worker, try served.current.manifest,
        ]

        let file = try served.file("boot.js").get()

        #expect(file["Cache-Control"] == "public, max-age=31536000, immutable")
        for part in fixed { #expect(part.get()["Cache-Control"] == "no-cache") }
    }

    @Test(arguments: [
        ("a.js", "text/javascript; charset=utf-8"), ("a.css", "text/css; charset=utf-8"),
        ("a.svg", "image/svg+xml"), ("a.png", "image/png"),
    ])
    func `has the type of its extension`(name: String, type: String) throws {
        #expect(try ServedPage([name: ""]).file(name).get()["Content-Type"] == type)
    }

    @Test(arguments: ["a", "a.ts", "a.JS", ".js.swp", "a.json", "js"])
    func `has no type for another extension`(name: String) {
        #expect(PageFile.mediaType(of: name) == nil)
    }

    // proves: separation-12
    @Test func `has security fields for browsers`() throws {
        let served = ServedPage(["boot.js": ""])
        let parts = [
            try served.current.document, try served.current.worker, try served.current.manifest,
            try served.file("boot.js"),
        ]

        for part in parts {
            let response = part.get()

            #expect(
                response["Content-Security-Policy"] == """
                    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                    img-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'none'; \
                    base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
                    trusted-types toodoo
                    """)
            #expect(response["X-Content-Type-Options"] == "nosniff")
            #expect(response["Referrer-Policy"] == "no-referrer")
            #expect(response["Cross-Origin-Opener-Policy"] == "same-origin")
            #expect(response["Cross-Origin-Resource-Policy"] == "same-origin")
            #expect(response["Permissions-Policy"]?.contains("geolocation=()") == true)
        }
    }

    // proves: separation-12
    @Test func `allows pictures of the tiles' origin and of no other`() throws {
        var settings = PageSettings()
        settings.tiles = TileURL("https://tiles.example.org:8443/a/{z}/{x}/{y}.png?key=1")

        let response = try ServedPage(settings: settings).current.document.get()

        let policy = try #require(response["Content-Security-Policy"])
        #expect(policy.contains("; img-src 'self' https://tiles.example.org:8443; "))
        #expect(policy.components("example").count == 2)
    }

    @Test func `answers HEAD with the length alone, and 304 with neither`() throws {
        let part = try ServedPage(["a.css": "abc"]).file("a.css")

        let head = part.get(isHead: true)
        let known = part.get(isNotModified: true)

        #expect(head["Content-Length"] == "3")
        #expect(head.body == [])
        #expect(known.status == 304)
        #expect(known["Content-Length"] == nil)
        #expect(known["Content-Type"] == nil)
        #expect(known["ETag"] == head["ETag"])
        #expect(known.body == [])
    }
}

extension String {
    /// The parts between occurrences of a text.
    fileprivate func components(_ separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
