import Synchronization

/// The liveness probes that wait for the writer. It answers them between two batches, and within a
/// batch whenever it makes progress, so a large batch is alive and a batch that hangs is not.
package final class LivenessProbes: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])
    /// Whether some wait: the writer looks at it for each row that it changes.
    private let hasWaiting = Atomic(false)

    /// Probes of a writer without a probe.
    package init() {}

    /// Adds a probe, from any thread.
    func add(_ answer: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(answer) }
        hasWaiting.store(true, ordering: .releasing)
    }

    /// Answers the probes, on the writer's thread.
    package func answer() {
        guard hasWaiting.load(ordering: .relaxed) else { return }
        hasWaiting.store(false, ordering: .sequentiallyConsistent)
        let answers = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for answer in answers { answer() }
    }
}
