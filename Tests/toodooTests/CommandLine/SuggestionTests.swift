import API
import Testing

@testable import toodoo

@Suite struct `A misspelt word` {
    // proves: command-line-52
    @Test(arguments: [
        (["sevre"], "there is no command \"sevre\"; did you mean serve?"),
        (["serv"], "there is no command \"serv\"; did you mean serve?"),
        (["help", "exprot"], "there is no command \"exprot\"; did you mean export?"),
        (["user", "lst"], "there is no command \"user lst\"; did you mean user list?"),
        (["serve", "--prot", "1"], "there is no option --prot; did you mean --port?"),
        (["serve", "--max-bdoy=1"], "there is no option --max-bdoy; did you mean --max-body?"),
        (["serve", "--print"], "there is no option --print; did you mean --print-config?"),
        (["user", "add", "--adpot"], "there is no option --adpot; did you mean --adopt?"),
        (["health", "--hosts", "1"], "there is no option --hosts; did you mean --host?"),
        (
            ["restore", "a", "--keep-tokens=1"],
            "there is no option --keep-tokens; try toodoo restore --help"
        ),
        (["x"], "there is no command \"x\"; try toodoo help"),
        (["serve", "--max", "1"], "there is no option --max; try toodoo serve --help"),
    ])
    func `leads to a suggestion if one is near`(
        words: [String], sentence: String
    ) throws {
        #expect(try Program(words).ending() == .failure(64, sentence))
    }

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
