import Foundation
import Items
import ToDoClientTestSupport

/// What a test asks: the server or its double, of which the same must hold.
enum Subject: CaseIterable {
    case double, real

    /// Has `use` talk to a new one.
    func start(
        clock: Clock = .constant(1_000), _ use: (RunningServer) async throws -> Void
    ) async throws {
        switch self {
        case .double:
            try await use(RunningServer(baseURL: URL(filePath: "/"), session: InMemoryServer()))
        case .real: try await RunningServer.with(.handler, clock: clock, use)
        }
    }
}
