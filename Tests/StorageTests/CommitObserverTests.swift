import Testing

@testable import Storage

@Suite struct `A commit observer` {
    @Test func `notifies after any number of batches`() {
        let (begun, ended) = (Counter(), Counter())
        let commitObserver = CommitObserver()
        commitObserver.observe(begin: { begun.count() }, end: { ended.count() })

        for _ in 0..<300_000 { commitObserver.notify {} }

        #expect([begun.value, ended.value] == [300_000, 300_000])
    }

    @Test func `calls the end of the observer whose begin it called`() {
        let (first, second) = (Counter(), Counter())
        let commitObserver = CommitObserver()
        commitObserver.observe(begin: { first.count() }, end: { first.count() })

        commitObserver.notify {
            commitObserver.observe(begin: { second.count() }, end: { second.count() })
        }

        #expect([first.value, second.value] == [2, 0])
    }
}
