import Geocoding
import Synchronization

/// Answers what it was told, and remembers what it was asked.
final class RecordingSession: HTTPSession {
    typealias Outcome = Result<HTTPResponse, HTTPSessionFailure>

    private struct State {
        var answers: [Outcome]
        var urls: [String] = []
        var userAgents: [String] = []
        var traces: [String?] = []
    }

    private let state: Mutex<State>

    /// A session that gives these answers, one after the other, and the last one ever after.
    init(_ answers: [Outcome]) {
        state = Mutex(State(answers: answers))
    }

    /// What was asked last.
    var lastURL: String? { urls.last }
    /// What was asked, in order.
    var urls: [String] { state.withLock { $0.urls } }
    /// As whom.
    var userAgents: [String] { state.withLock { $0.userAgents } }
    /// In which traces.
    var traces: [String?] { state.withLock { $0.traces } }

    func get(
        _ url: String, userAgent: String, trace: String?
    ) throws(HTTPSessionFailure) -> HTTPResponse {
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
