import TestSupport
import Testing

@Suite struct `JSON damaged by the fuzzer` {
    @Test(arguments: try Corpus.files(of: "json"))
    func `is read or refused without a crash`(file: Corpus.File) throws {
        try JSONProbe.check(file.bytes)
    }
}
