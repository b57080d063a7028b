/// Events of a round that are handled after the others.
///
/// epoll reports connections that stay ready in the same order each time. So a round that has no
/// time for all of them starts after the one served last, in the order of their descriptors.
struct DeferredEvents {
    private var waiting: [ReadyEvents.Event] = []
    private var last: Int32 = -1

    mutating func add(_ event: ReadyEvents.Event) {
        waiting.append(event)
    }

    /// Passes events to `serve` until it returns false and the rest to `skip`, then drops all:
    /// epoll reports again what is still ready.
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
