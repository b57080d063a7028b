import CLinux
import Glibc

// Calls to the kernel stand in the files that begin with this name; the
// unsafe pointers of C end here.

/// The kernel's reason for a failure.
package struct Errno: Error, Equatable, Sendable, CustomStringConvertible {
    package let code: Int32

    /// The reason with this number, from errno(3).
    package init(code: Int32) {
        self.code = code
    }

    /// The reason of the last call on this thread that failed.
    package static var last: Errno { Errno(code: errno) }

    /// The C library's words for it.
    package var description: String {
        unsafe String(cString: strerror(code))
    }

    /// Whether it is "address already in use".
    package var isAddressInUse: Bool { code == EADDRINUSE }
    var wouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }
    /// Whether a client had gone before its connection was accepted.
    var isAborted: Bool { code == ECONNABORTED }
}

/// What came of reading or writing without waiting.
enum Transfer: Equatable {
    case bytes(Int)
    /// The peer will send no more.
    case end
    case wouldBlock
    /// The connection is broken.
    case broken
}

/// Calls again as long as a signal interrupted the call.
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

/// Owns an open file of the kernel, and closes it.
package struct Descriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        // Never repeated on EINTR: Linux has closed it by then, and the number may be another's.
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

    /// Lets go of the file without closing it: it is somebody else's to close now.
    consuming func release() {
        discard self
    }

    /// Has closing reset the connection, and drop what the peer has not taken (socket(7)).
    func resetOnClose() {
        // Should this fail, closing is orderly, and the peer has only the
        // content's length to go by.
        try? set(SOL_SOCKET, SO_LINGER, Glibc.linger(l_onoff: 1, l_linger: 0))
    }

    /// Sends a last answer to a client whose request nobody will read.
    ///
    /// What has come of the request is taken out of the way first: closing on unread bytes resets
    /// the connection, and the reset can overtake the answer.
    func reject(with answer: [UInt8]) {
        var request = [UInt8](repeating: 0, count: 16_384)
        _ = receive(into: &request, from: 0)
        _ = send(answer.span)
        finishSending()
    }

    /// Says to the peer that nothing more will be sent.
    func finishSending() {
        _ = shutdown(number, Int32(SHUT_WR))
    }
}

/// A counter that can be waited for: how other threads wake a lane.
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
    // A number; the kernel takes calls on it from any thread.
}
