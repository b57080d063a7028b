import Items
import Testing

@testable import Geocoding

@Suite struct `The provider Nominatim` {
    @Test(arguments: [
        ("Unter den Linden 1", "Unter%20den%20Linden%201"), ("Köln", "K%C3%B6ln"),
        ("a&format=xml#?/+%", "a%26format%3Dxml%23%3F%2F%2B%25"), ("a-b.c_d~e", "a-b.c_d~e"),
        ("\u{1F3E0}", "%F0%9F%8F%A0"),
    ])
    func `is queried by its search API`(address: String, query: String) throws {
        let url = try provider().url(for: #require(Address(address)))

        #expect(url == "http://maps.example/n/search?q=\(query)&format=jsonv2&limit=1")
    }

    @Test(arguments: [
        (#"[{"lat":"52.5170365","lon":"13.3888599"}]"#, 52.5170365, 13.3888599),
        (#"[{"place_id":1,"lat":"-90","lon":"180.0","x":[{}]},{"lat":"1","lon":"1"}]"#, -90, 180),
        (#" [ {"lon":"-0.1","lat":"0"} ] "#, 0, -0.1),
    ])
    func `returns the first result`(answer: String, latitude: Double, longitude: Double) throws {
        let found = try provider().coordinate(in: Array(answer.utf8))

        #expect(found == Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test func `returns nil for no result`() throws {
        #expect(try provider().coordinate(in: Array("[]".utf8)) == nil)
    }

    @Test(arguments: [
        "", "null", "{}", "<html>", #"{"error":"x"}"#, "[null]", "[1]", "[[]]", "[{}]",
        #"[{"lat":"1"}]"#, #"[{"lon":"1"}]"#, #"[{"lat":1,"lon":2}]"#,
        #"[{"lat":"91","lon":"0"}]"#, #"[{"lat":"-90.1","lon":"0"}]"#,
        #"[{"lat":"0","lon":"180.1"}]"#, #"[{"lat":"0","lon":"-181"}]"#,
        #"[{"lat":"nan","lon":"0"}]"#, #"[{"lat":"inf","lon":"0"}]"#, #"[{"lat":"0x1","lon":"0"}]"#,
        #"[{"lat":"","lon":"0"}]"#, #"[{"lat":"1","lon":" 0"}]"#, #"[{"lat":"1-1","lon":"0"}]"#,
        #"[{"lat":"1","lat":"2","lon":"0"}]"#, #"[{"lat":"1","lon":"2"}"#,
        #"[{"lat":"1","lon":"2"}] x"#,
    ])
    func `rejects a malformed response`(answer: String) throws {
        let provider = try provider()

        #expect(throws: Nominatim.MalformedResponse.self) {
            try provider.coordinate(in: Array(answer.utf8))
        }
    }

    private func provider() throws -> Nominatim {
        Nominatim(base: try #require(ProviderURL("http://maps.example/n/")))
    }
}

@Suite struct `A provider's URL` {
    @Test(arguments: [
        ("https://nominatim.openstreetmap.org", "https://nominatim.openstreetmap.org"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("http://maps.example/a/b//", "http://maps.example/a/b"),
    ])
    func `is of http or https`(text: String, base: String) {
        #expect(ProviderURL(text)?.text == base)
    }

    @Test(arguments: [
        "", "maps.example", "ftp://maps.example", "file:///etc/passwd", "http://", "http:///a",
        "http://:80", "http://a:", "http://a:0", "http://a:65536", "http://a:b", "http://a:1:2",
        "http://a b", "http://a?q", "http://a#f", "http://me@a", "http://me:pass@a", "HTTP://a",
        "http://a\n", "http://ä", "http://a\\b",
    ])
    func `is not of another form`(text: String) {
        #expect(ProviderURL(text) == nil)
    }
}
