public import Foundation

/// The clock and the random numbers of a store.
public struct ToDoEnvironment: Sendable {
    /// The current time.
    public var now: @Sendable () -> Date
    /// Returns after a duration; throws if the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// The time at which the current call of `sleep` ends, if it was shown before the call.
    ///
    /// If a test's clock was advanced to that time before the sleep begins, the sleep ends at once.
    @TaskLocal package static var wakeTime: Date?

    /// A number from 0 to 1, different each time.
    public var random: @Sendable () -> Double

    /// An environment of these closures.
    public init(
        now: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        random: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    /// The value of a task that ends within a limit; nil otherwise.
    ///
    /// After the limit the task goes on, and is not awaited: a cancelled request may take long to
    /// end.
    package func value<Value: Sendable>(
        of task: Task<Value, Never>, within limit: Duration
    ) async -> Value? {
        let (ends, end) = AsyncStream<Value?>.makeStream()
        let waiter = Task { end.yield(await task.value) }
        let timer = Task {
            try? await sleep(limit)
            end.yield(nil)
        }
        defer {
            waiter.cancel()
            timer.cancel()
        }
        return await ends.first { _ in true } ?? nil
    }

    /// The system's clock and random numbers.
    public static let live = ToDoEnvironment(
        now: { Date() }, sleep: { try await Task.sleep(for: $0) },
        random: { Double.random(in: 0...1) })
}
