/// Those of a round whose events can wait.
///
/// The kernel tells of connections that stay ready in the same order each time. So a round that has
/// no time for all goes on behind the one that was served last, in the order of their descriptors.
struct DeferredEvents {
    private var waiting: [ReadyEvents.Event] = []
    private var last: Int32 = -1

    /// Takes one more in.
    mutating func add(_ event: ReadyEvents.Event) {
        waiting.append(event)
    }

    /// Shows one after the other to `serve` until it answers false, those that are
    /// left to `skip`, and forgets them all: what is still ready is told again.
    mutating func serve(
        _ serve: (ReadyEvents.Event) -> Bool, skip: (ReadyEvents.Event) -> Void
    ) {
        guard !waiting.isEmpty else { return }
        waiting.sort { $0.descriptor < $1.descriptor }
        let first = waiting.firstIndex { $0.descriptor > last } ?? 0
        var goesOn = true
        for offset in waiting.indices {
            let event = waiting[(first + offset) % waiting.count]
            if goesOn {
                last = event.descriptor
                goesOn = serve(event)
            } else {
                skip(event)
            }
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
