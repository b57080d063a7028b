import TestSupport
import Testing

@testable import HTTP

@Suite struct `An authority` {
    @Test func `may be a name of exactly these characters`() {
        let others = "-._~!$&'()*+;="
        for byte in UInt8.min...UInt8.max {
            let isLetterOrDigit =
                byte < 128 && (Unicode.Scalar(byte).properties.isAlphabetic || byte.isDigit)
            let belongs = isLetterOrDigit || others.utf8.contains(byte)

            #expect(Authority.isValid([97, byte, 98].span) == belongs, "\(byte)")
        }
    }

    @Test(arguments: [
        ("localhost", "localhost"), ("localhost:80", "localhost"), ("localhost:", "localhost"),
        ("127.0.0.1", "127.0.0.1"), ("127.0.0.1:8080", "127.0.0.1"), ("host1", "host1"),
        ("8080", "8080"), ("[::1]", "[::1]"), ("[::1]:8080", "[::1]"), ("", ""),
    ])
    func `has a host before its port`(text: String, host: String) {
        let bytes = Array(text.utf8)

        #expect(String(copying: Authority.host(bytes.span)) == host)
    }
}
