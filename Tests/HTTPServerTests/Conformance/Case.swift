/// A row of the table: the bytes of one connection, seen from outside.
///
/// A request is identified by its report (see `Request.report`), which is the handler's answer.
struct Case: Sendable {
    /// The end of the connection after the last answer.
    enum Ending: Sendable {
        /// The connection accepts another request.
        case stays
        /// The server ends the connection, and the last answer has Connection: close.
        case ends
        /// The client half-closes, and the server ends the connection after the last answer.
        case left
    }

    let section: String
    let shows: String
    /// Each scalar is one byte, so that `\u{85}` is the byte 0x85.
    let sent: String
    /// The bytes that the client sends after a 100.
    let then: String
    let answers: [Answer]
    let ending: Ending
    /// Whether the row is meaningful only if all bytes arrive in one piece.
    let isAtOnce: Bool

    /// A row that shows a requirement of `section`; a refusal ends the connection by itself.
    init(
        _ section: String, _ shows: String, _ sent: String, then: String = "",
        _ answers: Answer..., ending: Ending = .stays, isAtOnce: Bool = false
    ) {
        self.section = section
        self.shows = shows
        self.sent = sent
        self.then = then
        self.answers = answers
        self.ending = answers.last?.isRefusal == true && ending == .stays ? .ends : ending
        self.isAtOnce = isAtOnce
    }

    /// A row with a list of answers.
    init(_ section: String, _ shows: String, _ sent: String, all answers: [Answer]) {
        self.section = section
        self.shows = shows
        self.sent = sent
        then = ""
        self.answers = answers
        ending = answers.last?.isRefusal == true ? .ends : .stays
        isAtOnce = false
    }

    /// The ways to send the bytes that are worth testing.
    var deliveries: [Delivery] { isAtOnce ? [.inOnePiece] : Delivery.allCases }
}

/// A group of rows about one part of the protocol.
struct CaseGroup: Sendable {
    let name: String
    let cases: [Case]

    init(_ name: String, _ cases: [Case]...) {
        self.name = name
        self.cases = Array(cases.joined())
    }
}

extension String {
    /// The bytes of its scalars.
    var latin1: [UInt8] {
        unicodeScalars.map { scalar in
            guard let byte = UInt8(exactly: scalar.value) else {
                preconditionFailure("\(scalar) is no byte")
            }
            return byte
        }
    }
}
