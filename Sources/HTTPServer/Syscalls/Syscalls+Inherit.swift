import CLinux
import Glibc

extension ListenAddress {
    /// The address of an inherited descriptor, which stays unchanged.
    package static func ofInherited(_ number: Int32) throws(ListenFailure) -> ListenAddress {
        let socket = Descriptor(number)
        let address = socket.isListener ? try? socket.listenAddress() : nil
        socket.release()
        guard let address else { throw .notAListener(number) }
        return address
    }
}

extension Descriptor {
    /// Prepares an inherited listening socket for the acceptor.
    static func inherited(_ number: Int32) throws(ListenFailure) -> Descriptor {
        let socket = Descriptor(number)
        guard socket.isListener else {
            socket.release()
            throw .notAListener(number)
        }
        do throws(Errno) {
            try socket.add(Int32(O_NONBLOCK), to: F_GETFL, with: F_SETFL)
            try socket.add(Int32(FD_CLOEXEC), to: F_GETFD, with: F_SETFD)
            try socket.setForConnections()
        } catch {
            throw .system(error)
        }
        return socket
    }

    /// Whether it is a stream socket that listens on an IPv4 or IPv6 address.
    fileprivate var isListener: Bool {
        guard option(SO_TYPE) == Int32(SOCK_STREAM.rawValue), option(SO_ACCEPTCONN) == 1,
            let family = option(SO_DOMAIN)
        else { return false }
        return family == AF_INET || family == AF_INET6
    }

    func listenAddress() throws(Errno) -> ListenAddress {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        _ = try retrying {
            unsafe withUnsafeMutablePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe getsockname(number, $0, &size)
                }
            }
        }
        // `sockaddr_in` and `sockaddr_in6` have the port at the same offset.
        return ListenAddress(host: hostText(&address), port: UInt16(bigEndian: address.sin6_port))
    }

    /// Closes the file at once, while the number stays valid and refers to `other`'s file.
    ///
    /// Other processes may hold the listening socket: shutdown(2) would end it for them too. But
    /// while this copy were open and no process accepted, clients would wait in vain.
    func replace(by other: borrowing Descriptor) {
        _ = dup2(other.number, number)
    }

    /// The value of a SOL_SOCKET option, nil when there is none.
    func option(_ name: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(number, SOL_SOCKET, name, &value, &size)
        return result == 0 ? value : nil
    }

    private func add(_ flag: Int32, to get: Int32, with set: Int32) throws(Errno) {
        let flags = try retrying { fcntl(number, get) }
        _ = try retrying { fcntl(number, set, flags | flag) }
    }
}

/// The address in the notation that `inet_pton` reads.
private func hostText(_ address: inout sockaddr_in6) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = Int32(address.sin6_family)
    unsafe withUnsafeBytes(of: &address) {
        let offset =
            family == AF_INET
            ? MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)
            : MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: $0[(offset ?? 0)...])
        unsafe _ = inet_ntop(family, bytes.baseAddress, &text, socklen_t(text.count))
    }
    let end = text.firstIndex(of: 0) ?? text.endIndex
    return String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
}
