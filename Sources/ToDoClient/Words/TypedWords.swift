/// The words of a text as it was typed, without its tags.
///
/// A tag is a word that begins with `#`. `\#` begins a word with `#` that is none.
struct TypedWords {
    struct Word {
        /// The place in the text, and that of the white space before it.
        let range: Range<String.Index>
        let gap: Range<String.Index>
        /// The word without the `\` of `\#`.
        let text: Substring
    }

    let tags: [String]
    /// The places of the tags.
    let tagRanges: [Range<String.Index>]
    /// The other words.
    let words: [Word]
    private let source: String

    /// Reads a text. If nothing but tags would be left, all of it is title.
    init(_ source: String) {
        self.init(source, takesTags: true)
        if words.isEmpty { self.init(source, takesTags: false) }
    }

    private init(_ source: String, takesTags: Bool) {
        self.source = source
        var tags: [String] = []
        var tagRanges: [Range<String.Index>] = []
        var words: [Word] = []
        var known: Set<[UInt8]> = []
        var end = source.startIndex
        for word in source.split(whereSeparator: \.isWhitespace) {
            let range = word.startIndex..<word.endIndex
            if takesTags, tags.count < Tag.most, let tag = Self.tag(word),
                known.insert(tag.caseFolded).inserted
            {
                tags.append(tag)
                tagRanges.append(range)
            } else {
                let text = word.hasPrefix("\\#") ? word.dropFirst() : word
                words.append(Word(range: range, gap: end..<word.startIndex, text: text))
            }
            end = word.endIndex
        }
        (self.tags, self.tagRanges, self.words) = (tags, tagRanges, words)
    }

    private static func tag(_ word: Substring) -> String? {
        guard word.hasPrefix("#") else { return nil }
        let tag = String(word.dropFirst())
        // `Fix #5` names a number.
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return Tag.fault(of: tag) == nil && !tag.utf8.allSatisfy(digits.contains) ? tag : nil
    }

    /// Some of the words with the white space between them.
    func text(_ range: Range<Int>) -> String {
        words[range].enumerated().map { index, word in
            (index == 0 ? "" : source[word.gap]) + word.text
        }.joined()
    }

    /// Whether the white space before a word is one space.
    func isSpace(_ gap: Range<String.Index>) -> Bool { source[gap] == " " }

    /// The places of some of the words: one for words without a tag between them.
    func ranges(_ range: Range<Int>) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        for word in words[range] {
            if let last = ranges.last, last.upperBound == word.gap.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<word.range.upperBound
            } else {
                ranges.append(word.range)
            }
        }
        return ranges
    }
}
