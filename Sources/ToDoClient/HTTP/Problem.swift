public import Foundation

/// The server's reason for refusing a request: its problem document (RFC 9457).
public struct Problem: Codable, Error, Hashable, Sendable {
    /// One fault in the sent content.
    public struct Fault: Codable, Hashable, Sendable {
        /// The location of the fault, as a JSON Pointer (RFC 6901) such as `/title`.
        public let pointer: String
        /// The description of the fault.
        public let detail: String
    }

    /// Identifies the kind of problem, such as `/problems/already-exists`.
    public let type: String
    /// The status code of the response.
    public let status: Int
    /// A sentence about this occurrence; empty if the response had none.
    public let detail: String
    /// All faults in the sent content; nil for other problems.
    public let errors: [Fault]?
    /// The refused operation of a batch, as a JSON Pointer such as `/3`; nil outside of batches.
    public let pointer: String?
    /// The seconds to wait before the request is sent again; nil if the response had none.
    public var retryAfter: TimeInterval?

    /// Decodes a problem document; a detail may be missing.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        type = try members.decode(String.self, forKey: .type)
        status = try members.decode(Int.self, forKey: .status)
        detail = try members.decodeIfPresent(String.self, forKey: .detail) ?? ""
        errors = try members.decodeIfPresent([Fault].self, forKey: .errors)
        pointer = try members.decodeIfPresent(String.self, forKey: .pointer)
        retryAfter = try members.decodeIfPresent(TimeInterval.self, forKey: .retryAfter)
    }

    /// A problem of which only the status is known, from an intermediary.
    init(status: Int, retryAfter: TimeInterval? = nil) {
        type = "about:blank"
        self.status = status
        detail = ""
        errors = nil
        pointer = nil
        self.retryAfter = retryAfter
    }

    /// Whether the problem document comes from the server itself.
    package var isOfServer: Bool { type.hasPrefix("/problems/") }

    /// Whether the problem is of this kind, such as `already-exists`.
    func isOf(kind: String) -> Bool { type == "/problems/" + kind }

    /// Whether the server has carried out, or is carrying out, an earlier copy of the request.
    var isRepeatedRequest: Bool {
        isOf(kind: "idempotency-key-in-use") || isOf(kind: "answer-not-kept")
    }
}
