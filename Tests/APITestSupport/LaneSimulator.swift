import API
package import HTTP
package import TestSupport

/// Clients of one lane whose responses are streams. A test runs the lane's rounds one by one.
package final class LaneSimulator {
    private let handler: any Handler
    private var streams: [(number: UInt32, stream: any ResponseStream, context: ResponseContext)] =
        []
    private var response = ResponseWriter()
    private var answers: [UInt32: TestResponse] = [:]

    /// A lane with this handler.
    package init(_ handler: any Handler) {
        self.handler = handler
    }

    /// Sends a request from a new client with this number.
    package func ask(
        _ number: UInt32, _ line: String, _ fields: [String] = [], body: String = ""
    ) {
        let request = PreparedRequest(
            lines: [line + " HTTP/1.1", "Host: localhost"] + fields, body: body)
        if case .stream(let stream) = request.answer(by: handler, &response) {
            streams.append((number, stream, response.context))
        } else {
            take(number)
        }
    }

    /// Runs one round, in which each stream has a turn.
    package func go() {
        for (number, stream, context) in streams {
            response.begin(context)
            guard stream.send(&response) == .end else { continue }
            take(number)
            streams.removeAll { $0.number == number }
        }
        handler.endRound(at: 0)
    }

    /// The response to a client.
    package func answer(_ number: UInt32) -> TestResponse? { answers[number] }

    private func take(_ number: UInt32) {
        answers[number] = TestResponse([UInt8](copying: response.out))
        response.didSend()
    }
}
