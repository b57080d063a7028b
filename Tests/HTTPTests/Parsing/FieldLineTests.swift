import HTTP
import Testing

@Suite struct `A field line` {
    @Test(arguments: [
        Row("9110 §5.1", "X-Fruit: apple", "other|X-Fruit|apple"),
        Row("9110 §5.5", "X-Fruit:apple", "other|X-Fruit|apple"),
        Row("9110 §5.5", "X-Fruit: \t apple pie \t ", "other|X-Fruit|apple pie"),
        Row("9110 §5.5", "X-Fruit: apple\tpie, with cream", "other|X-Fruit|apple\tpie, with cream"),
        Row("9110 §5.5", "X-Fruit:", "other|X-Fruit|"),
        Row("9110 §5.5", "X-Fruit: \t", "other|X-Fruit|"),
        Row("9110 §5.5", "X-Fruit: Äpfel", "other|X-Fruit|Äpfel"),
        Row("9110 §5.6.2", "!#$%&'*+-.^_`|~09az: x", "other|!#$%&'*+-.^_`|~09az|x"),
        Row("9110 §5.1", "aCCept: */*", "accept|aCCept|*/*"),
        Row("9110 §5.1", "Accept:", "accept|Accept|"),
        Row("9110 §5.1", "Accepts: x", "other|Accepts|x"),
        Row("9110 §5.1", "If:Match: x", "other|If|Match: x"),
    ])
    func `has a name and a value without the blanks around it`(row: Row<String>) {
        let reading = ParsedHead("GET / HTTP/1.1\r\nHost: h\r\n\(row.text)\r\n\r\n")

        #expect(reading.answer == .done)
        #expect(reading.fields == ["host|Host|h", row.expected])
    }

    // The whole table is in the conformance tests.
    @Test(arguments: [
        Row("9112 §5", "apple\r\n", ()),
        Row("9112 §5.2", "X: a\r\n b\r\n", ()),
        Row("9112 §2.2", "X: a\nY: b\r\n", ()),
        Row("9112 §2.2", "\rX", ()),
        Row("9112 §2.2", "\n", ()),
    ])
    func `is refused before the head is complete`(row: Row<Void>) {
        let answer = ParsedHead("GET / HTTP/1.1\r\nHost: h\r\n\(row.text)").answer

        #expect(answer == .bad(.malformedField))
    }

    @Test(arguments: [
        ("Host", FieldName.host), ("Content-Length", .contentLength),
        ("Transfer-Encoding", .transferEncoding), ("Connection", .connection),
        ("Expect", .expect), ("Content-Type", .contentType),
        ("Content-Range", .contentRange), ("Content-Encoding", .contentEncoding),
        ("Accept", .accept),
        ("Authorization", .authorization), ("If-Match", .ifMatch),
        ("If-None-Match", .ifNoneMatch), ("Origin", .origin),
        ("Sec-Fetch-Site", .secFetchSite), ("Sec-Fetch-Mode", .secFetchMode),
        ("Access-Control-Request-Method", .accessControlRequestMethod),
        ("Access-Control-Request-Headers", .accessControlRequestHeaders),
        ("Idempotency-Key", .idempotencyKey), ("Prefer", .prefer), ("X-Request-Id", .requestID),
        ("Last-Event-ID", .lastEventID), ("traceparent", .traceparent),
    ])
    func `is recognized by its name in any letter case`(name: String, expected: FieldName) {
        let spellings = [name, name.lowercased(), name.uppercased()]
        let neighbours = [name + "s", String(name.dropLast()), "_" + name.dropFirst()]

        let found = (spellings + neighbours).map { FieldName(Array($0.utf8).span) }

        #expect(found == [expected, expected, expected, .other, .other, .other])
    }
}

@Suite struct `The field lines of a head` {
    let request = Array(
        "GET / HTTP/1.1\r\nAccept: a/b\r\nHost: h\r\nACCEPT: c/d\r\nCookie: e\r\n\r\n".utf8)

    @Test func `are found by name, in their order`() {
        var head = RequestHead()
        _ = RequestParser().parse(request.span, into: &head)

        var values: [String] = []
        head.forEach(.accept) { values.append(text(request.span.slice($0))) }

        let first = head.first(.accept).map { text(request.span.slice($0)) }
        #expect(values == ["a/b", "c/d"])
        #expect(first == "a/b")
        #expect(head.count(of: .accept) == 2)
        #expect(head.count(of: .origin) == 0)
        #expect(head.first(.origin) == nil)
    }

    @Test func `are abandoned by a visitor that throws`() {
        struct StopVisiting: Error {}
        var head = RequestHead()
        _ = RequestParser().parse(request.span, into: &head)

        var visits = 0
        #expect(throws: StopVisiting.self) {
            try head.forEach(.accept) { _ throws(StopVisiting) in
                visits += 1
                throw StopVisiting()
            }
        }

        #expect(visits == 1)
    }
}
