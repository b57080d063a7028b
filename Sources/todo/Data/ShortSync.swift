import Foundation
import ToDoClient

/// The pause after a failed sync, in which commands do not contact the server.
struct SyncPause: Codable, Sendable {
    let until: Date
}

/// The short sync of other commands than `sync`, with a pause after a failure.
enum ShortSync {
    /// The result of the sync.
    enum Outcome: Sendable {
        /// There is no server, or the command is offline.
        case none
        case done
        /// The server did not answer, now or at the last attempt.
        case unreachable
        case failed(SyncError)
    }

    /// The longest wait of a command for the server.
    static let limit = Duration.seconds(1)
    /// The pause after an attempt without a response.
    static let pause: TimeInterval = 30

    /// Sends and fetches within the limit. A later sync sends the rest.
    static func run(_ items: OpenItems) async -> Outcome {
        guard items.storeLocation.server != nil else { return .none }
        let now = items.storeLocation.world.clock.now()
        // After the clock was set back, the pause is over.
        if let end = (try? items.storeLocation.pause.read())?.until, end > now,
            end <= now.addingTimeInterval(pause)
        {
            return .unreachable
        }
        let outcome = await limited(items)
        // A pause that cannot be written or removed only changes when the next command syncs.
        switch outcome {
        case .unreachable:
            try? items.storeLocation.pause.write(SyncPause(until: now.addingTimeInterval(pause)))
        case .done, .failed, .none: try? items.storeLocation.pause.remove()
        }
        return outcome
    }

    private static func limited(_ items: OpenItems) async -> Outcome {
        let sync = Task { () -> Outcome in
            do throws(SyncError) {
                try await items.store.sync()
                return .done
            } catch {
                return outcome(of: error)
            }
        }
        defer { sync.cancel() }
        let clock = items.storeLocation.world.clock
        return await clock.value(of: sync, within: limit) ?? .unreachable
    }

    private static func outcome(of error: SyncError) -> Outcome {
        switch error {
        case .unreachable, .busy, .cancelled: .unreachable
        case .noServer: .none
        case .signedOut, .noRoom, .refused, .storage: .failed(error)
        }
    }
}
