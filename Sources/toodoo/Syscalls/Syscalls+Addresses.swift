import Glibc

/// The addresses of this machine that others may reach it by, in the order of its interfaces.
///
/// Loopback addresses are left out, and so are addresses that need the name of an interface
/// (fe80::/10, RFC 4007 §11).
func machineAddresses() -> [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var addresses: [String] = []
    var next = unsafe list
    while let interface = unsafe next?.pointee {
        unsafe next = interface.ifa_next
        let flags = unsafe interface.ifa_flags
        guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0,
            let address = unsafe interface.ifa_addr, let text = unsafe hostText(address)
        else { continue }
        addresses.append(text)
    }
    return addresses
}

/// An IPv4 or IPv6 address as text; nil for another one, and for one of a link only.
@unsafe
private func hostText(_ address: UnsafePointer<sockaddr>) -> String? {
    let size: Int
    switch unsafe Int32(address.pointee.sa_family) {
    case AF_INET: size = MemoryLayout<sockaddr_in>.size
    case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
    default: return nil
    }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let result = unsafe getnameinfo(
        address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    guard result == 0 else { return nil }
    let host = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return host.contains("%") ? nil : host
}
