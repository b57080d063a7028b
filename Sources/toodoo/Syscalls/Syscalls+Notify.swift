import CLinux
import Glibc
import HTTPServer

/// Sends a datagram to a unix socket: a path, or an abstract name with `@` (unix(7)).
func sendDatagram(_ text: String, to name: String) throws(Errno) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(name.utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard name.hasPrefix("/") || name.hasPrefix("@") else { throw Errno(code: EAFNOSUPPORT) }
    // One byte less, because a path ends with a zero.
    guard bytes.count < capacity else { throw Errno(code: ENAMETOOLONG) }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    if name.hasPrefix("@") { address.sun_path.0 = 0 }

    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw Errno.last }
    defer { close(socket) }
    // A service manager that does not read must not block start or shutdown.
    var timeout = timeval(tv_sec: 1, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    guard unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, size) == 0 else {
        throw Errno.last
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let text = Array(text.utf8)
    let count = unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe sendto(socket, text, text.count, Int32(MSG_NOSIGNAL), $0, length)
        }
    }
    guard count == text.count else { throw Errno.last }
}
