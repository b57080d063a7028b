import TestSupport
import Testing

@Suite struct `JSON that was damaged` {
    @Test(arguments: try Corpus.files(of: "json"))
    func `by the fuzzer breaks nothing`(file: Corpus.File) throws {
        try JSONProbe.check(file.bytes)
    }
}
