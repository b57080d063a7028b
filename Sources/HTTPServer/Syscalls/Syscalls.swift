import CLinux
import Glibc

// System calls are confined to the files named `Syscalls*.swift`; no unsafe pointer leaves them.

/// An error number of the kernel.
package struct Errno: Error, Equatable, Sendable, CustomStringConvertible {
    package let code: Int32

    /// The error with this number, from errno(3).
    package init(code: Int32) {
        self.code = code
    }

    /// The error of the last failed call on this thread.
    package static var last: Errno { Errno(code: errno) }

    /// The C library's description.
    package var description: String {
        unsafe String(cString: strerror(code))
    }

    package var isAddressInUse: Bool { code == EADDRINUSE }
    var wouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }
    /// Whether the client disconnected before its connection was accepted.
    var isAborted: Bool { code == ECONNABORTED }
}

/// The result of a non-blocking read or write.
enum Transfer: Equatable {
    case bytes(Int)
    /// The peer has ended its side.
    case end
    case wouldBlock
    /// The connection is broken.
    case broken
}

/// Repeats a call while it fails with EINTR.
func retrying<Value: SignedInteger>(_ call: () -> Value) throws(Errno) -> Value {
    while true {
        let value = call()
        if value >= 0 { return value }
        let error = Errno.last
        if error.code != EINTR { throw error }
    }
}

/// Sends as much as a socket has room for.
func send(_ bytes: Span<UInt8>, to number: Int32) -> Transfer {
    do throws(Errno) {
        let count = try retrying {
            unsafe bytes.withUnsafeBufferPointer {
                unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
        }
        return .bytes(count)
    } catch {
        return error.wouldBlock ? .wouldBlock : .broken
    }
}

/// Owns a file descriptor; closes it at the end of its life.
package struct Descriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        // Not repeated on EINTR: Linux has closed it, and the number may already be reused.
        _ = Glibc.close(number)
    }

    func receive(into buffer: inout [UInt8], from start: Int) -> Transfer {
        let room = buffer.count - start
        precondition(room > 0)
        do throws(Errno) {
            let count = try retrying {
                unsafe buffer.withUnsafeMutableBytes { bytes in
                    let free = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
                    return unsafe recv(number, free.baseAddress, free.count, 0)
                }
            }
            return count == 0 ? .end : .bytes(count)
        } catch {
            return error.wouldBlock ? .wouldBlock : .broken
        }
    }

    func send(_ bytes: Span<UInt8>) -> Transfer { HTTPServer.send(bytes, to: number) }

    /// Gives up ownership of the number without closing the descriptor.
    @discardableResult
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Makes closing reset the connection and discard what the peer has not received (socket(7)).
    func resetOnClose() {
        // If this fails, closing is orderly, and only the content's length tells the peer that it
        // is cut.
        try? set(SOL_SOCKET, SO_LINGER, Glibc.linger(l_onoff: 1, l_linger: 0))
    }

    /// Sends a last response to a client whose request is not read.
    ///
    /// The bytes received so far are read first: closing a socket with unread bytes resets the
    /// connection, and the reset can overtake the response.
    func reject(with answer: [UInt8]) {
        var request = [UInt8](repeating: 0, count: 16_384)
        _ = receive(into: &request, from: 0)
        _ = send(answer.span)
        finishSending()
    }

    /// Half-closes the socket: sends FIN and still receives.
    func finishSending() {
        _ = shutdown(number, Int32(SHUT_WR))
    }
}

/// An eventfd(2), by which other threads wake a lane.
struct Wakeup: ~Copyable, Sendable {
    let descriptor: Descriptor

    init() throws(Errno) {
        descriptor = Descriptor(try retrying { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
    }

    func signal() {
        _ = eventfd_write(descriptor.number, 1)
    }

    func clear() {
        var value: eventfd_t = 0
        unsafe _ = eventfd_read(descriptor.number, &value)
    }
}

extension Descriptor: Sendable {
    // It is a number; the kernel accepts calls on it from any thread.
}
