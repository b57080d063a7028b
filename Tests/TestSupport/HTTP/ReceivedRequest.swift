import Glibc

/// The bytes of the next request on a socket, with the content that its Content-Length announces;
/// nil if the connection ends before.
package func receiveRequest(_ socket: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    var length = Int.max
    while bytes.count < length {
        let count = unsafe recv(socket, &part, part.count, 0)
        guard count > 0 else { return nil }
        bytes += part[..<count]
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else {
            continue
        }
        let head = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
        let content = head.firstMatch(of: /\r\ncontent-length: *([0-9]+)/)
        length = end + (content.flatMap { Int($0.output.1) } ?? 0)
    }
    return bytes
}
