import HTTP
import TestSupport

extension Request {
    /// The request in one line, for a handler whose answers are reports.
    ///
    ///     POST /a?b milk !tooLarge @b [c]
    ///                                 ^ the value of each field named X
    ///                              ^ the host of the request, unless it is `a`
    ///               ^ the fault of the body
    ///          ^ target and body, as they are
    var report: String {
        var report = "\(head.method.name) " + String(copying: path)
        if let query { report += "?" + String(copying: query) }
        if !body.isEmpty { report += " " + String(copying: body) }
        if let bodyFault { report += " !" + bodyFault.name }
        if let authority = head.authority, !bytes.slice(authority).equals("a") {
            report += " @" + String(copying: bytes.slice(authority))
        }
        for line in head.fields where bytes.slice(line.nameRange).equals("X") {
            report += " [" + String(copying: bytes.slice(line.value)) + "]"
        }
        return report
    }
}

extension BodyFault {
    /// The fault in one word.
    fileprivate var name: String {
        switch self {
        case .tooLarge: "tooLarge"
        case .malformed(let fault): "\(fault)"
        case .timedOut: "timedOut"
        case .overloaded: "overloaded"
        }
    }

    /// The status of the refusal.
    var status: Status {
        switch self {
        case .tooLarge: .contentTooLarge
        case .malformed(let fault): fault.status
        case .timedOut: .requestTimeout
        case .overloaded: .serviceUnavailable
        }
    }
}
