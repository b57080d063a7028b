import Glibc
import HTTP
@testable import HTTPServer

extension Connection {
    /// A connection in a phase, on a descriptor that is no socket.
    static func fixture(
        _ phase: ConnectionState.Phase = .head, generation: UInt32 = 1
    ) -> Connection {
        let descriptor = Descriptor(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0))
        let connection = Connection(descriptor, generation: generation)
        switch phase {
        case .head: break
        case .body:
            var dialogue = Dialogue()
            dialogue.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
            connection.state = dialogue.state
        case .answering: connection.state.deferResponse(streamed: false)
        case .streaming: connection.state.deferResponse(streamed: true)
        case .lingering: connection.state.answered(closes: true)
        }
        return connection
    }

    /// Fixtures that are open in a table.
    static func fixtures(_ count: Int, in table: ConnectionTable) -> [Connection] {
        let connections = (0..<count).map { _ in fixture(generation: table.nextGeneration()) }
        for connection in connections { table.insert(connection) }
        return connections
    }
}

/// A stream that only has a kind.
final class FixtureStream: BodyStream {
    let isLive: Bool

    init(isLive: Bool) {
        self.isLive = isLive
    }

    func fill(_ body: inout ByteWriter) -> StreamStep { .wait }
}
