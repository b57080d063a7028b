import HTTP
import Testing

@Suite struct `A condition on tags` {
    @Test(arguments: [
        ([], TagCondition.absent),
        (["If-Match: *"], .any),
        (["If-Match: \"a\""], .tags),
        (["If-Match: W/\"a\""], .tags),
        (["If-Match: \"\""], .tags),
        (["If-Match: \"a\",\"b\" ,\t\"c\""], .tags),
        (["If-Match: , \"a\",, \"b\" ,"], .tags),
        (["If-Match: \"a\"", "If-Match: \"b\""], .tags),
        (["If-Match:"], .tags),
        (["If-Match: \"a,b\""], .tags),
        (["If-Match: \"a\\\""], .tags),
        (["If-Match: \"Käse\""], .tags),
        (["If-None-Match: \"a\""], .absent),
        (["If-Match: a"], .malformed),
        (["If-Match: \"a"], .malformed),
        (["If-Match: a\""], .malformed),
        (["If-Match: \"a b\""], .malformed),
        (["If-Match: \"a\" \"b\""], .malformed),
        (["If-Match: \"a\"\"b\""], .malformed),
        (["If-Match: w/\"a\""], .malformed),
        (["If-Match: W/a"], .malformed),
        (["If-Match: W/"], .malformed),
        (["If-Match: W \"a\""], .malformed),
        (["If-Match: 'a'"], .malformed),
        (["If-Match: *, \"a\""], .malformed),
        (["If-Match: \"a\", *"], .malformed),
        (["If-Match: **"], .malformed),
        (["If-Match: *", "If-Match: *"], .malformed),
        (["If-Match: *", "If-Match: \"a\""], .malformed),
        (["If-Match: \"a\"", "If-Match: *"], .malformed),
        (["If-Match: \"a\"", "If-Match: b"], .malformed),
        (["If-Match: b", "If-Match: \"a\""], .malformed),
    ])
    func `is a star or a list, RFC 9110 §13.1.1`(lines: [String], expected: TagCondition) {
        let request = request(with: lines)

        let condition = head(of: request).condition(.ifMatch, in: request.span)

        #expect(condition == expected)
    }

    @Test(arguments: [
        // The examples of RFC 9110 §8.8.3.2, with our tag on the strong side.
        ("\"1\"", "1", true, true),
        ("W/\"1\"", "1", false, true),
        ("W/\"2\"", "1", false, false),
        ("\"2\"", "1", false, false),
        ("\"2\", \"1\"", "1", true, true),
        ("\"2\", W/\"1\"", "1", false, true),
        ("W/\"1\", \"1\"", "1", true, true),
        (",, \"1\" ,", "1", true, true),
        ("\"1,2\"", "1", false, false),
        ("\"k3f9.42\"", "k3f9.42", true, true),
        ("\"K3F9.42\"", "k3f9.42", false, false),
        ("\"\"", "", true, true),
        ("", "", false, false),
        ("*", "*", false, false),
    ])
    func `compares strongly and weakly`(list: String, tag: String, strong: Bool, weak: Bool) {
        let request = request(with: ["If-None-Match: \(list)"])
        let head = head(of: request)
        let tag = Array(tag.utf8)

        let asStrong = head.contains(
            .ifNoneMatch, tag: tag.span, comparison: .strong, in: request.span)
        let asWeak = head.contains(
            .ifNoneMatch, tag: tag.span, comparison: .weak, in: request.span)

        #expect(asStrong == strong)
        #expect(asWeak == weak)
    }

    @Test func `is read from all lines with its name`() {
        let request = request(with: [
            "If-None-Match: \"a\"", "If-Match: \"c\"", "If-None-Match: \"b\"",
        ])
        let head = head(of: request)

        let found = ["a", "b", "c"].map { tag in
            head.contains(
                .ifNoneMatch, tag: Array(tag.utf8).span, comparison: .weak, in: request.span)
        }

        #expect(found == [true, true, false])
    }
}
