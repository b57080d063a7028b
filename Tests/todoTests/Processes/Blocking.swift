import Foundation

/// Waits for work that blocks, on a thread of its own.
///
/// Tests share a few threads; one that waits for a process must not hold up tests that wait for
/// each other's tasks.
func blocking<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
    }
}
