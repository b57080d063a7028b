import Testing

@testable import Items

@Suite("The filter by tags")
struct TagFilterTests {
    @Test(arguments: [
        ("home", "Home", true), ("HOME", "errands home", true), ("home", "homework", false),
        ("home", "at-home", false), ("home", "", false), ("a,b", "b x a", true),
        ("a,b", "a x", false), ("a,A", "a", true), ("straße", "STRASSE", true),
        ("ß,x", "X ss", true), ("c++", "c c++", true),
    ])
    func `an item matches that has all tags, in any letter case`(
        filter: String, tags: String, matches: Bool
    ) throws {
        let filter = try #require(TagFilter(filter))
        var scratch: [UInt8] = Array("left over".utf8)

        #expect(filter.matches(tags.utf8Span.span, &scratch) == matches)
        #expect(!filter.matches(nil, &scratch))
    }

    @Test(arguments: ["", ",", "a,", ",a", "a b", "#a", "a,,b", "\u{200b}", "a,b c"])
    func `a tag that no item can have is not a filter`(text: String) {
        #expect(TagFilter(text) == nil)
    }

    @Test func `ten tags are a filter, as written, and eleven are not`() {
        #expect(TagFilter("a,a,a,a,a,a,a,a,a,A")?.folded == [Array("a".utf8)])
        #expect(TagFilter("a,a,a,a,a,a,a,a,a,a,a") == nil)
        #expect(TagFilter(String(repeating: "x", count: 41)) == nil)
    }
}
