/// Tags that an item must all have, by case folding.
package struct TagFilter: Equatable, Sendable {
    /// The folded tags, without duplicates, in the order given.
    package let folded: [[UInt8]]

    /// Splits a text at commas; nil when it has more tags than an item, or one that no item has.
    package init?(_ text: String) {
        let tags = text.split(separator: ",", omittingEmptySubsequences: false)
        guard tags.count <= Tags.most else { return nil }
        var folded: [[UInt8]] = []
        for tag in tags {
            guard (try? Tags.check(String(tag))) != nil else { return nil }
            let key = CaseFolding.fold(String(tag))
            if !folded.contains(key) { folded.append(key) }
        }
        self.folded = folded
    }

    /// Whether the stored text of an item's tags has all tags; `scratch` is a buffer that is reused.
    func matches(_ tags: Span<UInt8>?, _ scratch: inout [UInt8]) -> Bool {
        guard let tags else { return false }
        scratch.removeAll(keepingCapacity: true)
        CaseFolding.append(tags, to: &scratch)
        let bytes = scratch.span
        // An item has a tag once, and so has the filter.
        var found = 0
        var start = 0
        for end in 0...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: " ") {
            let tag = bytes.extracting(start..<end)
            if folded.contains(where: { sameBytes(tag, $0.span) }) { found += 1 }
            start = end + 1
        }
        return found == folded.count
    }
}
