import Synchronization
import Testing

@testable import SQLiteStorage

@Suite("The counter of commits")
struct CommitCounterTests {
    @Test
    func `tells of a commit after any number of them`() {
        let count = Atomic<Int>(0)
        let commits = CommitCounter()
        commits.onCommit { count.add(1, ordering: .relaxed) }

        for _ in 0..<300_000 { commits.ring() }

        #expect(count.load(ordering: .relaxed) == 300_000)
    }
}
