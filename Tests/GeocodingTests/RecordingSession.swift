import Geocoding
import Synchronization

/// Returns configured answers and records the requests.
final class RecordingSession: ProviderSession {
    typealias Outcome = Result<HTTPResponse, ProviderSessionFailure>

    private struct State {
        var answers: [Outcome]
        var urls: [String] = []
        var userAgents: [String] = []
        var traces: [String?] = []
    }

    private let state: Mutex<State>

    /// A session that returns these answers in order, and then repeats the last one.
    init(_ answers: [Outcome]) {
        state = Mutex(State(answers: answers))
    }

    /// The last URL.
    var lastURL: String? { urls.last }
    /// The URLs, in order.
    var urls: [String] { state.withLock { $0.urls } }
    /// The user agents, in order.
    var userAgents: [String] { state.withLock { $0.userAgents } }
    /// The traces, in order.
    var traces: [String?] { state.withLock { $0.traces } }

    func get(
        _ url: String, userAgent: String, trace: String?
    ) throws(ProviderSessionFailure) -> HTTPResponse {
        let answer = state.withLock { state in
            state.urls.append(url)
            state.userAgents.append(userAgent)
            state.traces.append(trace)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
        }
        return try answer.get()
    }
}

extension RecordingSession.Outcome {
    /// An answer with this content.
    static func answer(_ body: String, status: Int = 200) -> Self {
        .success(HTTPResponse(status: status, body: Array(body.utf8)))
    }
}
