import HTTP
import Testing

@Suite struct `The parameters of a query` {
    @Test(
        arguments: [
            Row("none", "", []),
            Row("one", "a=b", ["a|b"]),
            Row("two", "a=b&c=d", ["a|b", "c|d"]),
            Row("repeated", "a=1&a=2", ["a|1", "a|2"]),
            Row("only the first = counts", "a=b=c", ["a|b=c"]),
            Row("without a value", "a=&b&c=", ["a|", "b|", "c|"]),
            Row("without a name", "=a", ["|a"]),
            Row("nothing between two &", "&a=b&&c=d&", ["a|b", "c|d"]),
            Row("still escaped", "a%26=b+%3D", ["a%26|b+%3D"]),
            Row("? and / are characters like others", "a?=/b?", ["a?|/b?"]),
        ] as [Row<[String]>])
    func `are visited in order`(row: Row<[String]>) {
        let bytes = Array("?\(row.text)&x=y".utf8)
        let query = ByteRange(start: 1, end: 1 + row.text.utf8.count)

        var pairs: [String] = []
        QueryParameters(query).forEach(in: bytes.span) { pair in
            pairs.append(
                "\(text(bytes.span.slice(pair.name)))|\(text(bytes.span.slice(pair.value)))")
        }

        #expect(pairs == row.expected)
    }

    @Test func `are none without a query`() {
        let bytes: [UInt8] = Array("a=b".utf8)
        var parameters = QueryParameters(nil)

        let pair = parameters.next(in: bytes.span)

        #expect(pair == nil)
    }

    @Test func `are abandoned by a visitor that throws`() {
        struct StopVisiting: Error {}
        let bytes = Array("a=b&c=d".utf8)

        var visits = 0
        #expect(throws: StopVisiting.self) {
            let all = ByteRange(start: 0, end: bytes.count)
            try QueryParameters(all).forEach(in: bytes.span) { _ throws(StopVisiting) in
                visits += 1
                throw StopVisiting()
            }
        }

        #expect(visits == 1)
    }

    @Test(
        arguments: [
            Row("plain", "milk", "milk"),
            Row("empty", "", ""),
            Row("plus is a space", "milk+and+eggs", "milk and eggs"),
            Row("3986 §2.1", "100%25%20%2B%2b", "100% ++"),
            Row("UTF-8", "K%C3%A4se+%F0%9F%A7%80", "Käse 🧀"),
            Row("U+0000 is for others to refuse", "%00", "\0"),
            Row("% at the end", "a%", nil),
            Row("one digit", "a%4", nil),
            Row("no digits", "a%zz", nil),
            Row("a sign is no digit", "%+1", nil),
            Row("the escape of half a character", "%C3", nil),
            Row("an overlong slash", "%C0%AF", nil),
            Row("a surrogate", "%ED%A0%80", nil),
        ] as [Row<String?>])
    func `are decoded to text`(row: Row<String?>) {
        let bytes = Array(row.text.utf8)

        let decoded = QueryParameters.decode(bytes.span)

        #expect(decoded == row.expected)
    }

    @Test func `are not decoded when raw bytes are not UTF-8`() {
        let bytes: [UInt8] = [0x61, 0xFF]

        let decoded = QueryParameters.decode(bytes.span)

        #expect(decoded == nil)
    }
}

@Suite struct `Percent decoding` {
    @Test(
        arguments: [
            Row("3986 §2.1", "/items/%61%2Fb", Array("/items/a/b".utf8)),
            Row("3986 §2.1", "%FF%00", [0xFF, 0x00]),
            Row("plus stays", "a+b", Array("a+b".utf8)),
            Row("empty", "", []),
            Row("% at the end", "a%", nil),
            Row("one digit", "%4", nil),
            Row("no digit", "%4g", nil),
            Row("no digit", "%g4", nil),
            Row("no digit", "%%41", nil),
        ] as [Row<[UInt8]?>])
    func `gives the decoded bytes`(row: Row<[UInt8]?>) {
        let bytes = Array(row.text.utf8)

        let decoded = PercentDecoding.decode(bytes.span)

        #expect(decoded == row.expected)
    }
}
