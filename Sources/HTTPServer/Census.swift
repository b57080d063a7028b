import Synchronization

/// Counts the connections of all lanes.
final class Census: Sendable {
    private let count = Atomic<Int>(0)
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts one more, unless there are too many.
    func enter() -> Bool {
        guard count.load(ordering: .relaxed) < limit else { return false }
        count.wrappingAdd(1, ordering: .relaxed)
        return true
    }

    func leave(_ leaving: Int = 1) {
        count.wrappingSubtract(leaving, ordering: .relaxed)
    }
}
