import TestSupport

extension Mutator.Pieces {
    /// The bytes that the grammars of RFC 9110 and RFC 9112 distinguish; numbers around 2^15, 2^31,
    /// 2^32, 2^63 and 2^64, and texts that only look like a number; lines of requests.
    static let http = Mutator.Pieces(
        bytes: Array("\0\t\n\u{B}\r \"#%*,/:;?@[]aAzZ019~\u{7F}".utf8) + [
            0x80, 0x85, 0xA0, 0xFF,
        ],
        numbers: [
            "0", "00", "1", "-1", "+1", "0x10", "1e1", "١", "32768", "2147483648", "4294967295",
            "4294967296", "4294967301", "9223372036854775807", "9223372036854775808",
            "18446744073709551615", "18446744073709551616", "18446744073709551621",
            "7fffffffffffffff",
            "ffffffffffffffff", "10000000000000004", "000000000000004",
            "99999999999999999999999999",
        ],
        texts: [
            "Content-Length: 4\r\n", "Content-Length:5, 5\r\n", "Transfer-Encoding: chunked\r\n",
            "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding : chunked\r\n",
            "Host: b\r\n",
            "Connection: close\r\n", "Connection: keep-alive\r\n", "Expect: 100-continue\r\n",
            " a: b\r\n",
            "HTTP/1.0", "HTTP/1.1", "HTTP/2.0", "\r\n\r\n", "0\r\n\r\n", "4\r\nmilk\r\n",
            "http://a",
            "..",
        ])
}
