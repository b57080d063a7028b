import Foundation
import ToDoClient

/// One fault in the content of a request.
struct ServerFault: Encodable, Sendable {
    let pointer: String
    let detail: String
}

/// The refusal of a request.
enum Refusal: Error {
    case invalid([ServerFault])
    case problem(ProblemBody)

    static func of(_ kind: String, _ status: Int) -> Refusal {
        .problem(ProblemBody(type: "/problems/" + kind, status: status))
    }
}

/// A problem document.
struct ProblemBody: Encodable, Sendable {
    var type: String
    var title = ""
    var status: Int
    var detail = ""
    var errors: [ServerFault]?
    var pointer: String?
    var revision: Int?
    var items: [String]?

    init(type: String, status: Int) {
        self.type = type
        self.status = status
    }
}

/// A response of the server.
struct ServerResponse: Sendable {
    var status: Int
    var headers: [String: String] = [:]
    var content = Data()

    init(_ status: Int, headers: [String: String] = [:]) {
        self.status = status
        self.headers = headers
    }

    init(_ status: Int, _ content: some Encodable, _ headers: [String: String] = [:]) throws {
        self.init(status, headers: headers)
        self.content = try JSONEncoder().encode(content)
        self.headers["Content-Type"] = "application/json"
    }

    /// The response of a refused request.
    init(_ refusal: Refusal) throws {
        var problem: ProblemBody
        switch refusal {
        case .invalid(let faults):
            problem = ProblemBody(type: "/problems/invalid", status: 422)
            problem.errors = faults
        case .problem(let body):
            problem = body
        }
        try self.init(problem.status, problem)
        headers["Content-Type"] = "application/problem+json"
    }
}
