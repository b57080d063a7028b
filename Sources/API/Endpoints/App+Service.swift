import HTTP
import Items

/// Endpoints about the server.
extension App {
    /// Liveness: the lane answers.
    func health(_ response: inout ResponseWriter) -> HandlerResult {
        state("{\"status\":\"alive\"}", &response)
    }

    /// Readiness: the database answers, and the server is not draining.
    func readiness(_ response: inout ResponseWriter) throws(Problem) -> HandlerResult {
        guard !isDraining() else { throw .draining }
        try stored { () throws(StorageFailure) in try checkStorage() }
        return state("{\"status\":\"ready\"}", &response)
    }

    private func state(
        _ json: StaticString, _ response: inout ResponseWriter
    ) -> HandlerResult {
        response.writeState(json)
        return .written
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
