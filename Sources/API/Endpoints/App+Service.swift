import Accounts
import HTTP
import Items

/// Endpoints about the server.
extension App {
    /// Liveness: the lane answers.
    func health(_ response: inout ResponseWriter) -> HandlerResult {
        response.writeState("{\"status\":\"alive\"}")
        return .written
    }

    /// Readiness: the server is not draining, and the database answers what every request reads.
    func readiness(
        _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        guard !isDraining() else { throw .draining }
        switch authMode {
        case .anonymous(let owner):
            return perform(.revision(owner), request.handle, &response) {
                [self] items, response throws(Problem) in
                _ = try stored { () throws(StorageFailure) in try items.revision(of: owner) }
                response.writeState("{\"status\":\"ready\"}")
                return .written
            }
        case .accounts(let accounts):
            return perform(.revocations, of: accounts.repository, request.handle, &response) {
                [self] accounts, response throws(Problem) in
                _ = try stored { () throws(StorageFailure) in try accounts.revocations() }
                response.writeState("{\"status\":\"ready\"}")
                return .written
            }
        }
    }
}

extension ResponseWriter {
    /// Writes a complete response with the server's state.
    mutating func writeState(_ json: StaticString) {
        start(.ok)
        field("Content-Type", "application/json")
        field("Cache-Control", "no-store")
        body.append(json)
        finish()
    }
}
