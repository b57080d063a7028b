import Testing

@testable import SQLiteStorage

@Suite struct `The bell of answers` {
    @Test func `rings after any number of batches`() {
        let (begun, ended) = (Counter(), Counter())
        let bell = AnswerBell()
        bell.hear(begin: { begun.count() }, end: { ended.count() })

        for _ in 0..<300_000 { bell.ring {} }

        #expect([begun.value, ended.value] == [300_000, 300_000])
    }

    @Test func `ends for whom it began`() {
        let (first, second) = (Counter(), Counter())
        let bell = AnswerBell()
        bell.hear(begin: { first.count() }, end: { first.count() })

        bell.ring { bell.hear(begin: { second.count() }, end: { second.count() }) }

        #expect([first.value, second.value] == [2, 0])
    }
}
