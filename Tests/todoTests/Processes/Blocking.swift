import Foundation

/// Waits for blocking work on a separate thread.
///
/// Tests share a few threads. A test that waits for a process must not delay tests that wait for
/// each other's tasks.
func blocking<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
    }
}
