import HTTP
import Testing

@Suite struct `A web origin` {
    @Test(arguments: [
        "https://example.org", "http://localhost", "http://localhost:3000", "http://127.0.0.1:8080",
        "http://[::1]", "http://[::1]:8080", "https://a-b.c_d.example:65535", "http://x:1",
        "https://example.org:80", "http://example.org:443", "capacitor://localhost",
        "chrome-extension://abcdefghijklmnop", "https://xn--bcher-kva.example",
    ])
    func `is parsed as browsers send it`(text: String) {
        #expect(WebOrigin(text)?.text == text)
    }

    @Test(arguments: [
        "", "*", "null", "example.org", "https:", "https:/", "https://", "://example.org",
        "https://example.org/", "https://example.org/a", "https://example.org?a",
        "https://example.org#a", "https://a@example.org", "https://*.example.org", "https://*",
        "HTTPS://example.org", "https://Example.org", "https://bücher.example", "https://a b",
        " https://example.org", "https://example.org ", "https://example.org,https://a",
        "https://example.org:", "https://example.org:0", "https://example.org:080",
        "https://example.org:65536", "https://example.org:+1", "https://example.org:a",
        "https://example.org:٣", "https://example.org:1:2", "https://:80",
        "https://example.org:443", "http://example.org:80", "https://[]", "https://[::1",
        "https://[::1]a", "https://[::1]:", "https://[::G]", "https://::1", "1http://a", "-a://a",
        "ht tp://a", "https://a\r\nb", "https://a\u{0}", "file://", "data:text/html,a",
        "https://a\u{301}", "https://example.org:1\u{301}",
    ])
    func `is not any other text`(text: String) {
        #expect(WebOrigin(text) == nil)
    }
}
