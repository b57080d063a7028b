import Foundation
import Items
import ToDoClientTestSupport

/// The subject of a test: the server or its double, which must behave the same.
enum Subject: CaseIterable {
    case double, real

    /// Calls `use` with a new server.
    func start(
        clock: Clock = .constant(1_000), _ use: (RunningServer) async throws -> Void
    ) async throws {
        switch self {
        case .double:
            try await use(RunningServer(baseURL: URL(filePath: "/"), session: InMemoryServer()))
        case .real: try await RunningServer.with(.handler, clock: clock, use)
        }
    }

    /// Calls `use` with a new server with accounts.
    func startWithAccounts(_ use: (RunningServer) async throws -> Void) async throws {
        switch self {
        // The first sign-up turns the accounts of the double on.
        case .double: try await start(use)
        case .real: try await RunningServer.withAccounts(use)
        }
    }
}
