import Foundation
import ToDoClient

/// Until when no command asks the server by itself.
struct SyncPause: Codable, Sendable {
    let until: Date
}

/// The sync that commands do beside their work: for a short time, and not often without success.
enum ShortSync {
    /// How it went.
    enum Outcome: Sendable {
        /// There is no server, or it was not to be asked.
        case none
        case done
        /// The server did not answer now, or not a short while ago.
        case unreachable
        case failed(SyncError)
    }

    /// No command waits longer for the server.
    static let limit = Duration.seconds(1)
    /// After a try without an answer, commands do not try for so long.
    static let pause: TimeInterval = 30

    /// Sends and fetches what the time allows. What could not be sent is sent by a later sync.
    static func run(_ items: OpenItems) async -> Outcome {
        guard items.place.server != nil else { return .none }
        let now = items.place.world.clock.now()
        // A clock that was set back must not make the pause longer.
        if let end = (try? items.place.pause.read())?.until, end > now,
            end <= now.addingTimeInterval(pause)
        {
            return .unreachable
        }
        let outcome = await limited(items)
        // If the pause cannot be written or removed, the next command tries, or does not: no harm.
        switch outcome {
        case .unreachable:
            try? items.place.pause.write(SyncPause(until: now.addingTimeInterval(pause)))
        case .done, .failed, .none: try? items.place.pause.remove()
        }
        return outcome
    }

    private static func limited(_ items: OpenItems) async -> Outcome {
        let (outcomes, continuation) = AsyncStream<Outcome>.makeStream()
        let sync = Task {
            do throws(SyncError) {
                try await items.store.sync()
                continuation.yield(.done)
            } catch {
                continuation.yield(outcome(of: error))
            }
        }
        let clock = items.place.world.clock
        let timer = Task {
            try? await clock.sleep(limit)
            continuation.yield(.unreachable)
        }
        defer {
            sync.cancel()
            timer.cancel()
        }
        // The loser is not awaited: a request may take its time to end.
        return await outcomes.first { _ in true } ?? .none
    }

    private static func outcome(of error: SyncError) -> Outcome {
        switch error {
        case .unreachable, .busy: .unreachable
        case .noServer: .none
        case .signedOut, .refused, .storage: .failed(error)
        }
    }
}
