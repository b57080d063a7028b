import HTTP

/// The answer that a row expects.
struct Answer: Sendable {
    private enum Framing {
        case length
        case chunked
        case none
    }

    private let status: Int
    /// The request that the handler received; nil if it received none.
    let report: String?
    private let content: String
    /// Whether the client waits only for the head of the answer.
    let isToHead: Bool
    private let framing: Framing
    private let staysForOld: Bool
    /// Whether the bytes were not a request, which ends the connection.
    let isRefusal: Bool

    /// The handler's answer to a request. `staysForOld`: the request is HTTP/1.0 with keep-alive.
    static func answer(_ report: String, staysForOld: Bool = false) -> Answer {
        answer(200, report, staysForOld: staysForOld)
    }

    /// The handler's answer with another status.
    static func answer(
        _ status: Int, _ report: String, staysForOld: Bool = false
    ) -> Answer {
        let isEmpty = status == 204 || status == 304
        return Answer(
            status: status, report: report, content: isEmpty ? "" : report,
            isToHead: report.hasPrefix("HEAD "), framing: isEmpty ? .none : .length,
            staysForOld: staysForOld, isRefusal: false)
    }

    /// The handler's answer in parts.
    static func stream(_ report: String, _ content: String) -> Answer {
        Answer(
            status: 200, report: report, content: content, isToHead: report.hasPrefix("HEAD "),
            framing: .chunked, staysForOld: false, isRefusal: false)
    }

    /// The server's own answer, with the fault as its content.
    static func refusal(_ status: Int, _ fault: HeadFault, toHead: Bool = false) -> Answer {
        Answer(
            status: status, report: nil, content: "\(fault)", isToHead: toHead, framing: .length,
            staysForOld: false, isRefusal: true)
    }

    /// The interim answer before the body, 100 Continue.
    static let goOn = Answer(
        status: 100, report: nil, content: "", isToHead: false, framing: .none,
        staysForOld: false, isRefusal: false)

    /// Whether the client sends its body after this.
    var isGoOn: Bool { status == 100 }

    /// The compared parts, for the last answer of a connection or an earlier one.
    func observed(endsConnection: Bool) -> Observed {
        Observed(
            status: status, content: isToHead ? "" : content,
            connection: endsConnection ? ["close"] : staysForOld ? ["keep-alive"] : [],
            framing: expectedFraming,
            date: isGoOn ? [] : ["Sun, 06 Nov 1994 08:49:37 GMT"])
    }

    private var expectedFraming: [String] {
        switch framing {
        case .length: ["Content-Length: \(content.utf8.count)"]
        case .chunked: ["Transfer-Encoding: chunked"]
        case .none: []
        }
    }
}
