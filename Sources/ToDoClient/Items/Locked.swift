import Foundation

/// A value that one thread at a time can use.
///
/// `Mutex` needs newer systems of Apple than this library does.
package final class Locked<Value>: @unchecked Sendable {
    // Only `withLock` uses the value, while it holds the lock; so the class is Sendable, provided
    // that neither the closure nor the initializer shares what the value refers to.
    private var value: Value
    private let lock = NSLock()

    package init(_ value: sending Value) {
        self.value = value
    }

    /// Calls `body` with the value while no other thread can use it.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
