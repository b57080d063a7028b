import Testing

@testable import Storage

@Suite struct `A revision signal` {
    @Test func `is received after any number of batches`() {
        let (prepared, received) = (Counter(), Counter())
        let signal = RevisionSignal()
        signal.connect(prepare: { prepared.count() }, receive: { received.count() })

        for _ in 0..<300_000 { signal.send {} }

        #expect([prepared.value, received.value] == [300_000, 300_000])
    }

    @Test func `is received by the receiver that was prepared`() {
        let (first, second) = (Counter(), Counter())
        let signal = RevisionSignal()
        signal.connect(prepare: { first.count() }, receive: { first.count() })

        signal.send {
            signal.connect(prepare: { second.count() }, receive: { second.count() })
        }

        #expect([first.value, second.value] == [2, 0])
    }

    @Test func `of another process prepares nothing`() {
        let (prepared, received) = (Counter(), Counter())
        let signal = RevisionSignal()
        signal.connect(prepare: { prepared.count() }, receive: { received.count() })

        signal.send()

        #expect([prepared.value, received.value] == [0, 1])
    }
}
