import Synchronization

/// A flag that is set once and read from any thread.
final class OnceFlag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    /// Sets it; false when it was set already.
    func set() -> Bool {
        !value.exchange(true, ordering: .relaxed)
    }
}
