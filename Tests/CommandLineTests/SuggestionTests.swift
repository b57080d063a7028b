import Spelling
import Testing

@Suite struct `A suggestion` {
    @Test(arguments: [
        ("serve", nil), ("ab", nil), ("porf", "port"), ("prot", "port"), ("pirf", nil),
        ("verison", "version"), ("vers", "version"), ("frobnicate", nil), ("", nil),
    ])
    func `is near with one changed letter, or two of a longer word`(word: String, nearest: String?)
    {
        let candidates = ["serve", "port", "version", "abc"]

        #expect(Suggestion.nearest(to: word, among: candidates) == nearest)
    }
}
