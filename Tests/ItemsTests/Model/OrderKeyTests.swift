import FoundationEssentials
import Testing

@testable import Items

@Suite("Keys of the order by hand")
struct OrderKeyTests {
    @Test func `the keys that the reference takes are valid, and no others`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Members/order-keys.tsv")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let valid = rows.filter { $0[0] == "valid" }.map { $0[1] }
        let invalid = rows.filter { $0[0] == "invalid" }.map { $0[1] }

        #expect(valid.count > 100 && invalid.count > 100)
        for text in valid { #expect(OrderKey(text)?.text == text, "\(text)") }
        for text in invalid { #expect(OrderKey(text) == nil, "\(text)") }
    }

    @Test func `a key has at most 64 characters`() {
        let longest = "a0" + String(repeating: "V", count: 62)

        #expect(OrderKey(longest)?.text == longest)
        #expect(OrderKey(longest + "V") == nil)
    }
}
