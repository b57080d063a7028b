import APITestSupport
import TestSupport
import Testing

@Suite struct `Hidden characters in the texts for an assistant` {
    private func item(title: String, _ members: String = "") -> Node {
        let client = MCPClient(client: APIWorld().client)
        let item = "{\"title\":\"\(title)\"\(members)}"
        _ = client.call("add_items", "{\"items\":[\(item)]}")
        return client.call("find_items").items.first ?? .null
    }

    // proves: separation-13
    @Test(arguments: [
        ("a\u{E0069}\u{E0067}", ["U+E0069", "U+E0067"]),
        ("a\u{200B}b\u{200B}", ["U+200B", "U+200B"]),
        ("\u{202E}a\u{2066}", ["U+202E", "U+2066"]), ("a\u{FEFF}", ["U+FEFF"]),
        ("a\u{3164}", ["U+3164"]), ("a\u{2800}", ["U+2800"]), ("a\u{AD}b", ["U+00AD"]),
        ("a\u{FE00}", ["U+FE00"]), ("a\\u0007\u{7F}", ["U+0007", "U+007F"]),
        ("a\\rb", ["U+000D"]), ("a \u{200D} b", ["U+200D"]),
        ("a\u{200D}\u{200C}\u{200D}b", ["U+200C"]),
        ("a" + String(repeating: "\u{E0041}", count: 12), Array(repeating: "U+E0041", count: 10)),
    ])
    func `are named with the item, the first ten of them`(title: String, names: [String]) {
        let item = item(title: title)

        #expect(item["hiddenCharacters"] == .list(names.map { .text($0) }))
        // The text is as it was, so that what is written back is not changed.
        #expect(item["title"]?.text?.unicodeScalars.count ?? 0 > 1)
    }

    @Test(arguments: [
        "Tea", "a\\n\\tb", "👩‍👩‍👧 ❤️ 👁️‍🗨️ 🏳️‍🌈", "می\u{200C}خواهم", "e\u{301}", "茶 😀", "a\u{A0}b",
    ])
    func `are not what changes the characters beside it`(title: String) {
        let item = item(title: title)

        #expect(item["hiddenCharacters"] == nil)
    }

    @Test(arguments: [
        ",\"description\":\"b\u{200B}\"", ",\"location\":{\"name\":\"b\u{200B}\"}",
    ])
    func `are found in every text`(members: String) {
        #expect(item(title: "a", members)["hiddenCharacters"] == .list([.text("U+200B")]))
    }

    @Test func `are named in the answer to a write as well`() {
        let client = MCPClient(client: APIWorld().client)

        let answer = client.call("add_items", "{\"items\":[{\"title\":\"a\u{200B}\"}]}")

        #expect(answer.items.first?["hiddenCharacters"] == .list([.text("U+200B")]))
    }

    @Test func `alone are no title`() {
        let client = MCPClient(client: APIWorld().client)

        let answer = client.call("add_items", "{\"items\":[{\"title\":\"\u{E0041}\u{200B}\"}]}")

        #expect(answer.faults == ["/items/0/title must have a character that can be seen"])
    }
}
