import Foundation
import Synchronization
import TestSupport

/// A server of one test on a free port, which answers each request by a closure.
///
/// A connection ends after a response that says so.
final class SocketServer: Sendable {
    /// The whole response to the bytes of a request.
    typealias Answer = @Sendable (_ request: String) -> String

    private let received = Mutex<[String]>([])
    private let accepted = Mutex(0)
    private let socket: Int32
    private let answer: Answer
    let port: UInt16

    /// The requests so far, with head and content.
    var requests: [String] { received.withLock { $0 } }

    /// The number of connections so far.
    var connections: Int { accepted.withLock { $0 } }

    init(_ answer: @escaping Answer) throws {
        let listening = try ListeningSocket()
        port = listening.port
        socket = listening.copy()
        self.answer = answer
        Thread { [weak self, socket] in
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0, let self else { break }
                Thread { self.serve(connection) }.start()
            }
            close(socket)
        }
        .start()
    }

    deinit {
        // The waiting thread closes it.
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// A response with this status and content.
    static func response(_ status: Int, _ text: String = "", _ fields: String = "") -> String {
        "HTTP/1.1 \(status) Answer\r\nContent-Type: application/json\r\n\(fields)"
            + "Connection: close\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
    }

    /// The URL of the server, by a name of this machine.
    func url(host: String = "127.0.0.1") -> String { "http://\(host):\(port)" }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        accepted.withLock { $0 += 1 }
        while let bytes = receiveRequest(connection) {
            let request = String(decoding: bytes, as: UTF8.self)
            received.withLock { $0.append(request) }
            let response = answer(request)
            let bytes = Array(response.utf8)
            _ = unsafe bytes.withUnsafeBytes { bytes in
                unsafe send(connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            if response.contains("Connection: close") { break }
        }
    }
}
