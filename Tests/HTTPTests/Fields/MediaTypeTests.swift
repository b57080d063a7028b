import HTTP
import Testing

@Suite struct `A media type` {
    @Test(
        arguments: [
            ("application/json", "application|json"),
            ("Application/JSON", "Application|JSON"),
            ("application/merge-patch+json", "application|merge-patch+json"),
            ("application/json;charset=utf-8", "application|json"),
            ("application/json \t;\t charset=\"utf-8\"", "application|json"),
            ("application/json;", "application|json"),
            ("application/json; ;a=b", "application|json"),
            ("text/plain;a=\"b;c, \\\" d\";e=f", "text|plain"),
            ("*/*", "*|*"),
            ("", nil),
            ("application", nil),
            ("application/", nil),
            ("/json", nil),
            ("application /json", nil),
            ("application/ json", nil),
            ("application/json/x", nil),
            ("application/json charset=utf-8", nil),
            ("application/json;charset", nil),
            ("application/json;charset=", nil),
            ("application/json;charset =utf-8", nil),
            ("application/json;charset= utf-8", nil),
            ("application/json;a=\"b", nil),
            ("application/json;a=\"b\\\"", nil),
            ("application/json;a=\"b\\", nil),
            ("application/json, text/plain", nil),
            (",application/json", nil),
            ("application/json,", nil),
            ("applicätion/json", nil),
        ] as [(String, String?)])
    func `is type, slash, subtype and parameters, RFC 9110 §8.3.1`(
        value: String, expected: String?
    ) {
        let bytes = Array(value.utf8)

        let media = MediaType(bytes.span)

        let shown = media.map {
            "\(text(bytes.span.slice($0.type)))|\(text(bytes.span.slice($0.subtype)))"
        }
        #expect(shown == expected)
    }

    @Test(arguments: [
        ("application/json", true),
        ("APPLICATION/json; charset=latin1", true),
        ("application/jsonx", false),
        ("application/jso", false),
        ("application/merge-patch+json", false),
        ("text/json", false),
        ("application/json;charset", false),
        ("*/*", false),
        ("", false),
    ])
    func `is compared without case and parameters`(value: String, expected: Bool) {
        let bytes = Array(value.utf8)

        let matches = MediaType.matches(bytes.span, "application/json")

        #expect(matches == expected)
    }
}

@Suite struct `The Accept field` {
    @Test(arguments: [
        ([], 1000),
        (["Accept:"], 1000),
        (["Accept: ,"], 1000),
        (["Accept: application/json"], 1000),
        (["Accept: Application/JSON;charset=utf-8"], 1000),
        (["Accept: application/*"], 1000),
        (["Accept: */*"], 1000),
        (["Accept: text/html, */*;q=0.1"], 100),
        (["Accept: text/html", "Accept: application/json;q=0.5"], 500),
        (["Accept: application/json;q=0.001"], 1),
        (["Accept: application/json;q=0.25"], 250),
        (["Accept: application/json;q=1.000"], 1000),
        (["Accept: application/json;Q=0."], 0),
        (["Accept: application/json;a=\"b,c;q=0\""], 1000),
        (["Accept: application/json;q=0"], 0),
        (["Accept: application/json;q=0.000, */*"], 0),
        (["Accept: application/*;q=0, */*"], 0),
        (["Accept: application/json;q=0.2, application/*;q=0.9"], 200),
        (["Accept: application/*;q=0.3, application/json;q=0.7, */*;q=1"], 700),
        (["Accept: */*;q=0, application/json"], 1000),
        (["Accept: */*", "Accept: application/json;q=0"], 0),
        (["Accept: application/json;v=1;q=0, application/json"], 1000),
        (["Accept: application/json, application/json;v=1;q=0"], 1000),
        (["Accept: text/html"], 0),
        (["Accept: text/*, image/png"], 0),
        (["Accept: application/jsonx"], 0),
        (["Accept: */json"], 0),
        // A malformed field is ignored.
        (["Accept: json"], 1000),
        (["Accept: text/html;"], 0),
        (["Accept: text/html;level"], 1000),
        (["Accept: text/html application/xml"], 1000),
        (["Accept: application/json;q=0;q"], 1000),
        (["Accept: application/json;q=2"], 1000),
        (["Accept: application/json;q=1.001"], 1000),
        (["Accept: application/json;q=0.0001"], 1000),
        (["Accept: application/json;q=.0"], 1000),
        (["Accept: application/json;q=0,0"], 1000),
        (["Accept: application/json;q=0x"], 1000),
        (["Accept: application/json;q=\"0\""], 1000),
        (["Accept: application/json;q=-0"], 1000),
        (["Accept: text/html", "Accept: json"], 1000),
    ])
    func `weighs application/json, RFC 9110 §12.5.1`(lines: [String], expected: Int) {
        let request = request(with: lines)
        let head = head(of: request)

        let quality = head.quality(of: "application", "json", in: request.span)
        let isAccepted = head.accepts("application", "json", in: request.span)

        #expect(quality == expected)
        #expect(isAccepted == (expected > 0))
    }
}
