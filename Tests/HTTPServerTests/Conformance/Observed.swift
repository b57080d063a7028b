import HTTP
import TestSupport

/// The parts of an answer that are compared.
struct Observed: Equatable, Sendable {
    var status: Int
    var content: String
    /// The values of all `Connection` fields.
    var connection: [String]
    /// All fields that determine the end of the content.
    var framing: [String]
    /// The values of all `Date` fields.
    var date: [String]
}

extension Observed {
    /// The bytes of one answer, which must be of HTTP/1.1 (RFC 9110 §6.2).
    init(_ bytes: [UInt8]) {
        let answer = TestResponse(bytes)
        func values(_ name: String) -> [String] {
            answer.fields.filter { $0.name == name }.map(\.value)
        }
        status = bytes.starts(with: Array("HTTP/1.1 ".utf8)) ? answer.status : 0
        content = answer.text
        connection = values("Connection")
        framing = answer.fields
            .filter { ["Content-Length", "Transfer-Encoding"].contains($0.name) }
            .map { "\($0.name): \($0.value)" }
        date = values("Date")
    }
}
