import FoundationEssentials
import TestSupport

/// A problem as a client reads it, RFC 9457.
struct ProblemDocument: Decodable, Equatable {
    struct Fault: Decodable, Equatable {
        let pointer: String
        let detail: String
    }

    let type: String
    let title: String
    let status: Int
    let detail: String
    let instance: String
    let errors: [Fault]?
    let revision: Int?
    let items: [String]?
    let pointer: String?
}

extension TestResponse {
    /// The content as a problem, nil when it is none.
    var problem: ProblemDocument? {
        guard self["Content-Type"] == "application/problem+json" else { return nil }
        return try? JSONDecoder().decode(ProblemDocument.self, from: Data(body))
    }

    /// The last part of the problem's type.
    var problemName: String? {
        problem.flatMap { $0.type.split(separator: "/").last.map(String.init) }
    }

    /// Where the faults of a problem are, in order.
    var pointers: [String]? { problem?.errors?.map(\.pointer) }
}
