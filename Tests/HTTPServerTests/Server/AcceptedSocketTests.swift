@testable import HTTPServer
import TestSupport
import HTTP
import Testing

@Suite struct `An accepted connection` {
    @Test func `has a bounded send buffer in the kernel`() throws {
        let listener = try Descriptor.listening(.address(host: "127.0.0.1", port: 0))
        let client = try WireClient(port: try listener.listenAddress().port, receiveBuffer: 4096)
        let part = [UInt8](repeating: 0, count: 65_536)

        var (taken, address) = (0, IPAddress(v4: 0))
        if let connection = try listener.accept(from: &address) {
            while case .bytes(let count) = connection.send(part.span) { taken += count }
        }

        #expect(taken > 0)
        // By default the kernel buffers more than two megabytes.
        #expect(taken < 512 * 1024)
        client.close()
    }
}
