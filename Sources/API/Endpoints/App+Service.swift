import HTTP
import Items

/// What is about the server rather than the items.
extension App {
    /// Alive: the lane answers.
    func health(_ response: inout ResponseWriter) -> HandlerResult {
        state("{\"status\":\"alive\"}", &response)
    }

    /// Ready: the database answers, and the server is not going down.
    func readiness(_ response: inout ResponseWriter) throws(Problem) -> HandlerResult {
        guard !isDraining() else { throw .draining }
        try stored { () throws(StorageFailure) in try checkStorage() }
        return state("{\"status\":\"ready\"}", &response)
    }

    /// The description of this API for machines.
    func describe(
        _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        try refuseParameters(request)
        response.start(.ok)
        response.field("Content-Type", "application/yaml")
        response.field("Cache-Control", "no-cache")
        response.body.append(Self.openAPI.span)
        response.finish()
        return .written
    }

    private static let openAPI = PackageResources.openapi_yaml

    private func state(
        _ json: StaticString, _ response: inout ResponseWriter
    ) -> HandlerResult {
        response.writeState(json)
        return .written
    }
}

extension ResponseWriter {
    /// Writes a whole answer that says how the server is.
    mutating func writeState(_ json: StaticString) {
        start(.ok)
        field("Content-Type", "application/json")
        field("Cache-Control", "no-store")
        body.append(json)
        finish()
    }
}
