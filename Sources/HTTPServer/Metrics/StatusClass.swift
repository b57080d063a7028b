import HTTP

/// The outcome of a request, for metrics.
enum StatusClass: Int, CaseIterable {
    case informational, success, redirection, clientError, serverError
    /// The connection ended before the response was complete.
    case cut

    /// The metric label.
    var name: String {
        switch self {
        case .informational: "1xx"
        case .success: "2xx"
        case .redirection: "3xx"
        case .clientError: "4xx"
        case .serverError: "5xx"
        case .cut: "cut"
        }
    }

    init(_ status: Status) {
        self = StatusClass(rawValue: status.rawValue / 100 - 1) ?? .serverError
    }
}
