import Foundation
import Synchronization
import TestSupport

/// A test's server on a free port, which answers requests with a closure.
///
/// A connection ends after a response that announces it.
final class SocketServer: Sendable {
    /// The whole response to the bytes of a request.
    typealias Answer = @Sendable (_ request: String) -> String

    /// The number of sent bytes of each response, after its end.
    let sent: AsyncStream<Int>
    private let sending: AsyncStream<Int>.Continuation
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
        (sent, sending) = AsyncStream.makeStream()
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

    /// A response with this end continues with `x` until the client ends the connection.
    static let flood = "flood"

    /// The bytes after which a flood ends nevertheless.
    static let floodLength = 2 << 30

    /// A response with this status and content.
    static func response(_ status: Int, _ text: String = "", _ fields: String = "") -> String {
        "HTTP/1.1 \(status) Answer\r\nContent-Type: application/json\r\n\(fields)"
            + "Connection: close\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
    }

    /// The URL of the server, with a name of this machine.
    func url(host: String = "127.0.0.1") -> String { "http://\(host):\(port)" }

    /// Sends the bytes, and then the flood repeatedly until the client stops reading.
    private static func send(_ bytes: [UInt8], _ flood: [UInt8], _ connection: Int32) -> Int {
        var sent = 0
        var part = bytes
        while !part.isEmpty, sent < floodLength {
            let count = unsafe part.withUnsafeBytes { part in
                unsafe Foundation.send(
                    connection, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
            part = count < part.count ? Array(part[count...]) : flood
        }
        return sent
    }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        accepted.withLock { $0 += 1 }
        while let bytes = receiveRequest(connection) {
            let request = String(decoding: bytes, as: UTF8.self)
            received.withLock { $0.append(request) }
            let response = answer(request)
            let isFlood = response.hasSuffix(Self.flood)
            let bytes = Array((isFlood ? response.dropLast(Self.flood.count) : response[...]).utf8)
            let flood = isFlood ? [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20) : []
            sending.yield(Self.send(bytes, flood, connection))
            if response.contains("Connection: close") { break }
        }
    }
}
