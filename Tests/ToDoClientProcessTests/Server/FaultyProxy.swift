import Foundation
import Synchronization
import TestSupport
import ToDoClientHistories

/// A proxy on a separate port, which injects faults.
///
/// It answers one request on each connection. On Linux, a session that sends a write on a dead
/// connection sends it without its content, and waits.
final class FaultyProxy: Sendable {
    private struct State {
        var serverPort: UInt16 = 0
        var failures: [LineFailure] = []
        var writes: [[UInt8]] = []
        var late: [[UInt8]] = []
    }

    private let state = Mutex(State())
    private let socket: Int32
    let port: UInt16

    init() throws {
        let listening = try ListeningSocket()
        port = listening.port
        socket = listening.copy()
        Thread { [weak self, socket] in
            while true {
                let client = accept(socket, nil, nil)
                guard client >= 0, let self else { break }
                Thread { self.serve(AcceptedConnection(client)) }.start()
            }
            close(socket)
        }
        .start()
    }

    deinit {
        // The waiting thread closes it.
        shutdown(socket, Int32(SHUT_RDWR))
    }

    var serverPort: UInt16 {
        get { state.withLock { $0.serverPort } }
        set { state.withLock { $0.serverPort = newValue } }
    }

    func fail(_ failure: LineFailure) {
        state.withLock { $0.failures.append(failure) }
    }

    /// Sends an earlier write again.
    func resend(_ number: Int) {
        let write = state.withLock { state in
            state.writes.isEmpty ? nil : state.writes[number % state.writes.count]
        }
        if let write { _ = try? forward(write) }
    }

    private func serve(_ connection: AcceptedConnection) {
        guard let request = connection.request() else { return }
        if request.starts(with: Array("GET /portal".utf8)) {
            return connection.answer(200, "<h1>Welcome</h1>")
        }
        let failure = state.withLock { state in
            if request.starts(with: Array("POST".utf8)) { state.writes.append(request) }
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        switch failure {
        case nil: pass(request, to: connection)
        case .unreachable: break
        case .answerLost: _ = try? deliver(request)
        case .answerCut:
            guard let answer = try? deliver(request) else { return }
            // A cut within the head would make URLSession trap on Linux.
            connection.send(answer, withoutLast: answer.body.count / 2 + 1)
        case .twice:
            _ = try? deliver(request)
            pass(request, to: connection)
        case .late: state.withLock { $0.late.append(request) }
        case .content(302, _): connection.answer(302, "", "Location: /portal\r\n")
        case .content(let status, let text): connection.answer(status, text)
        }
    }

    private func pass(_ request: [UInt8], to connection: AcceptedConnection) {
        guard let answer = try? deliver(request) else { return }
        connection.send(answer, withoutLast: 0)
    }

    /// Forwards a request to the server, then the delayed requests.
    private func deliver(_ request: [UInt8]) throws -> TestResponse {
        let answer = try forward(request)
        let late = state.withLock { state in
            defer { state.late = [] }
            return state.late
        }
        for request in late { _ = try? forward(request) }
        return answer
    }

    private func forward(_ request: [UInt8]) throws -> TestResponse {
        let server = try WireClient(port: serverPort)
        try server.send(request)
        return try server.answer()
    }
}

/// A connection of a client.
private final class AcceptedConnection: Sendable {
    private let socket: Int32

    init(_ socket: Int32) {
        self.socket = socket
    }

    deinit { close(socket) }

    /// The bytes of the request; nil if the connection ends before.
    func request() -> [UInt8]? { receiveRequest(socket) }

    func answer(_ status: Int, _ text: String, _ fields: String = "") {
        send(
            Array(
                """
                HTTP/1.1 \(status) Answer\r\nContent-Type: text/html\r\n\(fields)Connection: close\r
                Content-Length: \(text.utf8.count)\r\n\r\n\(text)
                """.utf8))
    }

    /// Sends a response of the server, without its last bytes.
    func send(_ answer: TestResponse, withoutLast count: Int) {
        var head = "HTTP/1.1 \(answer.status) Answer\r\n"
        for field in answer.fields {
            switch field.name.lowercased() {
            case "content-length", "transfer-encoding", "connection": break
            default: head += "\(field.name): \(field.value)\r\n"
            }
        }
        if answer.status != 204, answer.status != 304 {
            head += "Content-Length: \(answer.body.count)\r\n"
        }
        send(Array((head + "Connection: close\r\n\r\n").utf8) + answer.body.dropLast(count))
    }

    private func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
