import Dispatch
import Glibc
import Synchronization
import TestSupport

/// A provider for one test, on a real socket, that answers, stalls or violates the protocol as
/// configured.
final class ProviderStub: Sendable {
    /// Its action on a connection once it has read a request.
    enum Behavior: Sendable {
        /// Sends these bytes and closes.
        case says(String)
        /// Sends these bytes and nothing more.
        case stalls(String)
        /// Sends these bytes, and then an `x` again and again until the client disconnects.
        case drips(String)
        /// Closes at once.
        case hangsUp
    }

    let url: String
    private let log: Log

    private final class Log: Sendable {
        let requests = Mutex<[String]>([])
    }

    init(_ behavior: Behavior) throws {
        let socket = try ListeningSocket()
        let listening = socket.copy()
        let log = Log()
        url = "http://127.0.0.1:\(socket.port)"
        self.log = log
        // A test makes only one connection.
        DispatchQueue(label: "provider-stub").async {
            let connection = accept(listening, nil, nil)
            close(listening)
            guard connection >= 0 else { return }
            let request = readRequest(connection)
            log.requests.withLock { $0.append(request) }
            serve(connection, behavior)
            close(connection)
        }
    }

    /// The received requests, as they were sent.
    var requests: [String] { log.requests.withLock { $0 } }
}

private func readRequest(_ connection: Int32) -> String {
    var text = ""
    var byte: UInt8 = 0
    while !text.hasSuffix("\r\n\r\n"), unsafe recv(connection, &byte, 1, 0) == 1 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
}

private func serve(_ connection: Int32, _ behavior: ProviderStub.Behavior) {
    switch behavior {
    case .hangsUp: break
    case .says(let text): _ = sendAll(connection, text)
    case .stalls(let text):
        // Waits until the client disconnects.
        if sendAll(connection, text) { _ = hasGone(connection, within: -1) }
    case .drips(let text):
        guard sendAll(connection, text) else { return }
        while !hasGone(connection, within: 1), sendAll(connection, "x") {}
    }
}

private func sendAll(_ connection: Int32, _ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes {
            unsafe send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

private func hasGone(_ connection: Int32, within milliseconds: Int32) -> Bool {
    var watch = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watch, 1, milliseconds) != 0
}
