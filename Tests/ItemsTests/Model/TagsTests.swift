import Testing

@testable import Items

@Suite("Tags")
struct TagsTests {
    private static func fault(_ tags: [String]) -> TagFault? {
        var builder = Tags.Builder()
        do throws(TagFault) {
            for tag in tags { try builder.add(tag) }
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ["errands"], ["Home", "café", "買い物", "5", "c++", "a\u{200d}b"],
        [String(repeating: "🥛", count: 40)], ["ı", "i"], ["é", "e\u{301}"],
    ])
    func `tags are kept as they were given`(tags: [String]) throws {
        var builder = Tags.Builder()
        for tag in tags { try builder.add(tag) }

        #expect(builder.tags?.text == tags.joined(separator: " "))
        #expect(Tags(tags.joined(separator: " ")) == builder.tags)
    }

    @Test(arguments: [
        ("", TagFault.isEmpty), ("\u{200b}\u{ad}", .isEmpty), ("a\u{a0}b", .contains("\u{a0}")),
        (" ", .contains(" ")), ("a\u{3000}", .contains("\u{3000}")), ("a\u{0}", .contains("\0")),
        ("\u{85}", .contains("\u{85}")), ("#a", .contains("#")), ("a,b", .contains(",")),
        (String(repeating: "x", count: 41), .isTooLong(characters: 41)),
    ])
    func `a text that cannot be a tag has a fault`(tag: String, fault: TagFault) {
        #expect(Self.fault([tag]) == fault)
        #expect(Tags(tag) == nil)
    }

    @Test(arguments: [["Home", "home"], ["straße", "x", "STRASSE"], ["ς", "Σ"], ["a", "a"]])
    func `a tag that equals another one in folded case has a fault`(tags: [String]) {
        #expect(Self.fault(tags) == .isRepeated)
        #expect(Tags(tags.joined(separator: " ")) == nil)
    }

    @Test func `no tags and eleven tags are not a stored text`() {
        let ten = (0..<10).map(String.init).joined(separator: " ")

        #expect(Tags(ten)?.text == ten)
        #expect(Tags(ten + " x") == nil)
        #expect(Tags.Builder().tags == nil)
        #expect(Tags("a  b") == nil)
    }

    @Test func `equality is byte by byte, and of the order too`() {
        #expect(Tags("a b") != Tags("b a"))
        #expect(Tags("Home") != Tags("home"))
        #expect(Tags("é") != Tags("e\u{301}"))
        #expect(Tags("a b") == Tags("a b"))
    }
}
