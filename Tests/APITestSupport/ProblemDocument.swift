import FoundationEssentials
package import TestSupport

/// A problem as a client reads it, RFC 9457.
package struct ProblemDocument: Decodable, Equatable {
    package struct Fault: Decodable, Equatable {
        package let pointer: String
        package let detail: String

        /// A fault at this place.
        package init(pointer: String, detail: String) {
            self.pointer = pointer
            self.detail = detail
        }
    }

    package let type: String
    package let title: String
    package let status: Int
    package let detail: String
    package let instance: String
    package let errors: [Fault]?
    package let revision: Int?
    package let items: [String]?
    package let pointer: String?
}

extension TestResponse {
    /// The content as a problem; nil for other content.
    package var problem: ProblemDocument? {
        guard self["Content-Type"] == "application/problem+json" else { return nil }
        return try? JSONDecoder().decode(ProblemDocument.self, from: Data(body))
    }

    /// The last part of the problem's type.
    package var problemName: String? {
        problem.flatMap { $0.type.split(separator: "/").last.map(String.init) }
    }

    /// The pointers to the faults of a problem, in order.
    package var pointers: [String]? { problem?.errors?.map(\.pointer) }
}
