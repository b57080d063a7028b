import Dispatch
import Glibc
import Synchronization

/// An HTTP service on a real socket, which answers, stalls or violates the protocol as the test says.
package final class ScriptedService: Sendable {
    /// What it does once it has read a request.
    package enum Answer: Sendable {
        /// Sends an empty answer with these lines of a head, and keeps the connection.
        case status(Int, fields: [String] = [])
        /// Sends these bytes, and an `x` again and again until the client has gone.
        case drips(String)
        /// Sends nothing.
        case stalls
        case hangsUp
    }

    package struct Request: Sendable {
        package let head: String
        package let body: [UInt8]
    }

    private struct State {
        var requests: [Request] = []
        var connections = 0
    }

    package let port: UInt16
    private let socket: Int32
    private let state: Shared
    private let arrived = DispatchSemaphore(value: 0)

    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    /// `answer` is called with the number of the request, from 0.
    package init(_ answer: @escaping @Sendable (Int) -> Answer) throws {
        let listening = try ListeningSocket()
        (port, socket, state) = (listening.port, listening.copy(), Shared())
        let (socket, state, arrived) = (socket, state, arrived)
        DispatchQueue(label: "scripted-service").async {
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { break }
                state.state.withLock { $0.connections += 1 }
                DispatchQueue(label: "scripted-connection").async {
                    Self.serve(connection, answer, state, arrived)
                    close(connection)
                }
            }
            close(socket)
        }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    package var url: String { "http://127.0.0.1:\(port)" }
    package var requests: [Request] { state.state.withLock(\.requests) }
    package var connections: Int { state.state.withLock(\.connections) }

    /// Waits until this many more requests have arrived.
    package func wait(for count: Int = 1) {
        for _ in 0..<count { arrived.wait() }
    }

    private static func serve(
        _ connection: Int32, _ answer: (Int) -> Answer, _ state: Shared,
        _ arrived: DispatchSemaphore
    ) {
        while let request = read(connection) {
            let number = state.state.withLock { state in
                state.requests.append(request)
                return state.requests.count - 1
            }
            arrived.signal()
            switch answer(number) {
            case .hangsUp: return
            case .stalls:
                // Waits until the client disconnects.
                _ = hasGone(connection, within: -1)
                return
            case .drips(let text):
                guard send(connection, text) else { return }
                while !hasGone(connection, within: 1),
                    send(connection, String(repeating: "x", count: 1_024))
                {}
                return
            case .status(let status, let fields):
                let lines = ["HTTP/1.1 \(status) Text", "Content-Length: 0"] + fields
                guard send(connection, lines.joined(separator: "\r\n") + "\r\n\r\n") else { return }
            }
        }
    }

    private static func read(_ connection: Int32) -> Request? {
        var (bytes, byte): ([UInt8], UInt8) = ([], 0)
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard unsafe recv(connection, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
        }
        let head = String(decoding: bytes, as: UTF8.self)
        let length = head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.output.1) }
        var body: [UInt8] = []
        while body.count < length ?? 0 {
            guard unsafe recv(connection, &byte, 1, 0) == 1 else { return nil }
            body.append(byte)
        }
        return Request(head: head, body: body)
    }

    private static func send(_ connection: Int32, _ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func hasGone(_ connection: Int32, within milliseconds: Int32) -> Bool {
        var watch = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&watch, 1, milliseconds) != 0
    }
}
