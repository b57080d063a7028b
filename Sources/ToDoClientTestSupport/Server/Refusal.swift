import Foundation
import ToDoClient

/// One fault in the content of a request.
struct ServerFault: Encodable, Sendable {
    /// The unit of a time.
    static let secondsSince1970 = "seconds since 1970, such as 1795262400"
    static let tags = "an array of at most 10 tags"

    let pointer: String
    let detail: String

    init(_ pointer: String, _ detail: String) {
        self.pointer = pointer
        self.detail = detail
    }

    /// The member below a path that the pointer names, or contains.
    func member(below path: String) -> String {
        String(pointer.dropFirst(path.count + 1).prefix { $0 != "/" })
    }
}

/// Differences from the real server, for tests.
struct ServerRules: Sendable {
    /// Titles that no item may have.
    var refusedTitles: Set<String> = []
    /// Whether members of items that this version does not know are stored, as by a later server.
    var acceptsUnknownMembers = false
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
