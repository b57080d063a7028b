import HTTP
import Testing

@Suite struct `The preferred content coding` {
    @Test(
        arguments: [
            ([], .identity),
            ([""], .identity),
            (["br"], .brotli),
            (["gzip"], .gzip),
            (["gzip, deflate, br"], .brotli),
            (["gzip, deflate, br, zstd"], .brotli),
            (["deflate, zstd"], .identity),
            (["GZip"], .gzip),
            (["x-gzip"], .gzip),
            (["*"], .brotli),
            (["*;q=0"], .identity),
            (["br;q=0, *"], .gzip),
            (["br;q=0,gzip;q=0"], .identity),
            (["br;q=0.5, gzip;q=0.6"], .gzip),
            (["br;q=0.5, gzip;q=0.500"], .brotli),
            (["br;q=0.001"], .brotli),
            (["gzip, identity"], .gzip),
            (["gzip;q=0.5, identity"], .identity),
            (["gzip;q=0.5, identity;q=0.4"], .gzip),
            (["gzip;q=0.5, *;q=0.6"], .brotli),
            (["identity;q=0"], .identity),
            (["identity;q=0, *;q=0"], .identity),
            (["gzip ;\t q=0"], .identity),
            (["gzip ; Q=1.000 , br ; q=0.9"], .gzip),
            (["gzip", "br"], .brotli),
            (["br;q=0.1", "gzip;q=0.2"], .gzip),
            ([", ,gzip,"], .gzip),
            // Malformed members are skipped.
            (["gzip;q=2"], .identity),
            (["gzip;q="], .identity),
            (["gzip;q=0.0001"], .identity),
            (["gzip;level=9"], .identity),
            (["g zip"], .identity),
            (["gzip;q=x, br"], .brotli),
        ] as [([String], ContentCoding)])
    func `is the one with the highest weight, RFC 9110 §12.5.3`(
        values: [String], expected: ContentCoding
    ) {
        #expect(preferred(of: ContentCoding.allCases, values) == expected)
    }

    @Test func `is one that is available`() {
        #expect(preferred(of: [.identity], ["br, gzip"]) == .identity)
        #expect(preferred(of: [.gzip, .identity], ["br, gzip;q=0.1"]) == .gzip)
    }

    private func preferred(of codings: [ContentCoding], _ values: [String]) -> ContentCoding {
        let lines = values.map { "Accept-Encoding: \($0)\r\n" }.joined()
        let bytes = Array("GET / HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n".utf8)
        var head = RequestHead()
        #expect(RequestParser().parse(bytes.span, into: &head) == .done)
        return head.preferred(of: codings, in: bytes.span)
    }
}
