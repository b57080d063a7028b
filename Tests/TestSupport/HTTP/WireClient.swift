import Glibc
import HTTP

/// A client with a real socket, whose calls wait until they are done, and report every failure.
///
/// The time-out of its socket prevents a test from hanging. No test waits for it.
package final class WireClient {
    /// The reason of a missing answer.
    package enum Failure: Error, Equatable {
        case system(Int32)
        /// The connection ended before the answer did.
        case ended
        /// The peer reset the connection.
        case reset
        /// Nothing happened until the socket's time-out.
        case silence
    }

    /// The way in which a connection ended, and the bytes before its end.
    package struct Ending: Equatable {
        package internal(set) var bytes: [UInt8]
        package internal(set) var wasReset: Bool

        /// An ending after these bytes, orderly by default.
        package init(_ text: String = "", wasReset: Bool = false) {
            bytes = Array(text.utf8)
            self.wasReset = wasReset
        }

        /// The bytes as text.
        package var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private enum Framing {
        case length(Int)
        case chunked(ChunkedDecoder, Int)
    }

    private var socket: Int32
    private var received: [UInt8] = []
    private var framing: Framing?

    /// Connects to a port of this machine. A small `receiveBuffer` makes a client that buffers
    /// little. `host` is the last number of the client's address, 127.0.0.x.
    package init(port: UInt16, receiveBuffer: Int32? = nil, host: UInt32 = 1) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure.system(errno) }
        let patience = timeval(tv_sec: 60, tv_usec: 0)
        set(SOL_SOCKET, SO_RCVTIMEO, patience)
        set(SOL_SOCKET, SO_SNDTIMEO, patience)
        set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        if let receiveBuffer { set(SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        own.sin_addr.s_addr = UInt32(0x7F00_0000 + host).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafePointer(to: &own) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket, $0, size)
            }
        }
        guard result == 0 else { throw Failure.system(errno) }
        try connect(to: &address)
    }

    deinit { close() }

    private func connect(to address: inout sockaddr_in) throws {
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure.system(errno) }
    }

    /// Sends all bytes, in several calls if necessary.
    package func send(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count >= 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a text.
    package func send(_ text: String) throws(Failure) {
        try send(Array(text.utf8))
    }

    /// Half-closes the connection: sends FIN and still receives.
    package func finishSending() {
        _ = shutdown(socket, Int32(SHUT_WR))
    }

    /// Closes the connection.
    package func close() {
        guard socket >= 0 else { return }
        _ = Glibc.close(socket)
        socket = -1
    }

    /// Resets the connection.
    package func reset() {
        set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        close()
    }

    /// Sends a request and waits for its answer.
    package func exchange(_ request: String) throws(Failure) -> TestResponse {
        try send(request)
        return try answer()
    }

    /// Waits for the next answer.
    package func answer(toHead: Bool = false) throws(Failure) -> TestResponse {
        TestResponse(try answerBytes(toHead: toHead))
    }

    /// Waits for the next answer and returns it with its chunks.
    package func answerBytes(toHead: Bool = false) throws(Failure) -> [UInt8] {
        while true {
            if let length = lengthOfAnswer(toHead: toHead) {
                let answer = Array(received.prefix(length))
                received.removeFirst(length)
                framing = nil
                return answer
            }
            guard try receive() else { throw .ended }
        }
    }

    /// Reads at least this number of bytes, as they arrive.
    package func take(_ count: Int) throws(Failure) -> [UInt8] {
        while received.count < count {
            guard try receive() else { throw .ended }
        }
        defer { received = [] }
        return received
    }

    /// Reads until the connection ends.
    package func ending() throws(Failure) -> Ending {
        var ending = Ending()
        do throws(Failure) {
            while try receive() {}
        } catch {
            guard error == .reset else { throw error }
            ending.wasReset = true
        }
        ending.bytes = received
        received = []
        return ending
    }

    /// The length of the first answer; nil until the answer is complete.
    private func lengthOfAnswer(toHead: Bool) -> Int? {
        if framing == nil { framing = framingOfAnswer(toHead: toHead) }
        switch framing {
        case nil: return nil
        case .length(let length): return received.count < length ? nil : length
        case .chunked(var decoder, let position):
            // The search continues where it stopped, because a large answer arrives in many parts.
            let bytes = received
            var content: [UInt8] = []
            switch decoder.decode(bytes.span, from: position, into: &content, limit: .max) {
            case .needsMore(let consumed):
                framing = .chunked(decoder, position + consumed)
                return nil
            case .done(let consumed): return position + consumed
            case .bad, .tooLarge: return bytes.count
            }
        }
    }

    /// The framing of the first answer; nil until its head is complete.
    private func framingOfAnswer(toHead: Bool) -> Framing? {
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else {
            return nil
        }
        let head = TestResponse(Array(received[..<end]))
        let isEmpty = toHead || head.status < 200 || head.status == 204 || head.status == 304
        if isEmpty { return .length(end) }
        if head["Transfer-Encoding"] == "chunked" { return .chunked(ChunkedDecoder(), end) }
        // Without a length the content continues until the connection ends, and `ending` reads it.
        return .length(head["Content-Length"].flatMap { Int($0) }.map { end + $0 } ?? .max)
    }

    /// Reads the bytes that have arrived; false at the end.
    private func receive() throws(Failure) -> Bool {
        var part = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe part.withUnsafeMutableBytes {
            unsafe recv(socket, $0.baseAddress, $0.count, 0)
        }
        guard count >= 0 else { throw failure() }
        received += part.prefix(count)
        return count > 0
    }

    private func failure() -> Failure {
        switch errno {
        case EAGAIN: .silence
        case ECONNRESET, EPIPE: .reset
        default: .system(errno)
        }
    }

    private func set<Value: BitwiseCopyable>(_ level: Int32, _ option: Int32, _ value: Value) {
        var value = value
        let size = socklen_t(MemoryLayout<Value>.size)
        unsafe _ = setsockopt(socket, level, option, &value, size)
    }
}

/// Whether a socket of this process sends without delay (TCP_NODELAY).
package func sendsAtOnce(_ socket: Int32) -> Bool {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    unsafe _ = getsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &value, &size)
    return value != 0
}
