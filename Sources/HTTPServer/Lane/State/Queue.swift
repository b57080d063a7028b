/// First-in, first-out queue.
///
///     slots   nil  nil  c3  c4  c5
///                       ^ head
///
/// A slot that was taken is cleared at once: a reference to a closed connection that is left behind
/// would keep its descriptor open.
struct Queue<Element> {
    /// The least number of cleared slots that is worth moving the others for.
    private static var minCompaction: Int { 64 }

    private var slots: [Element?] = []
    private var head = 0

    var count: Int { slots.count - head }
    var isEmpty: Bool { head == slots.count }

    mutating func append(_ element: Element) {
        slots.append(element)
    }

    mutating func popFirst() -> Element? {
        guard head < slots.count else { return nil }
        let element = slots[head]
        slots[head] = nil
        head += 1
        if head == slots.count {
            slots.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= Self.minCompaction, head > slots.count / 2 {
            slots.removeFirst(head)
            head = 0
        }
        return element
    }
}

extension Queue<Connection> {
    /// Removes the closed connections and keeps the order of the others.
    mutating func removeClosed() {
        slots.removeAll { $0?.isClosed != false }
        head = 0
    }
}
