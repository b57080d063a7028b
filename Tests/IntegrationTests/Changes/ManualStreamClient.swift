import API
import APITestSupport
import HTTP
import TestSupport

/// A client of a live stream that calls the handler and reads only on request.
final class ManualStreamClient {
    /// The response head.
    let head: TestResponse
    private let handler: any Handler
    private let stream: (any ResponseStream)?
    private var response = ResponseWriter()
    private var reader = EventReader()

    /// Requests a stream, with an optional Last-Event-ID.
    init(_ handler: any Handler, _ query: String = "", lastID: String? = nil) {
        self.handler = handler
        let last = lastID.map { "Last-Event-ID: " + $0 } ?? "X: y"
        let request = PreparedRequest(
            "GET /items/changes\(query) HTTP/1.1", "Host: localhost", "Accept: text/event-stream",
            last)
        let result = request.answer(by: handler, &response)
        head = TestResponse([UInt8](copying: response.out))
        if case .stream(let stream) = result { self.stream = stream } else { stream = nil }
        response.didSend()
        handler.endRound()
    }

    /// The id of the last event.
    var lastID: String { reader.lastID }
    /// The comments so far.
    var comments: [String] { reader.comments }

    /// Reads all available events, as on a lane that is woken, and returns the new ones.
    @discardableResult
    func read() -> [EventReader.Event] {
        guard let stream else { return [] }
        let before = reader.events.count
        while stream.fill(&response) == .more {}
        handler.endRound()
        take()
        return Array(reader.events.dropFirst(before))
    }

    /// Reads one part of the stream; nil if the stream fails with it.
    func readOnce() -> [EventReader.Event]? {
        let before = reader.events.count
        let step = stream?.fill(&response)
        handler.endRound()
        take()
        return step == .failed ? nil : Array(reader.events.dropFirst(before))
    }

    private func take() {
        reader.read([UInt8](copying: response.body))
        response.didSend()
    }
}
