import Glibc
import HTTP
@testable import HTTPServer

extension Connection {
    /// A connection in a state, on a descriptor that is not a socket.
    static func fixture(_ stage: Stage = .head, generation: UInt32 = 1) -> Connection {
        let descriptor = Descriptor(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0))
        let connection = Connection(descriptor, generation: generation)
        connection.state = .fixture(stage)
        return connection
    }

    /// A connection with a stream of an owner.
    static func fixture(
        isLive: Bool, hasHead: Bool = true, owner: Int = 0
    ) -> Connection {
        let connection = fixture(.ready)
        var response = ResponseWriter()
        response.record(owner: owner)
        connection.state.stream(
            StreamedResponse(FixtureStream(isLive: isLive), response.context, hasHead: hasHead))
        return connection
    }

    /// Connections that are open in a table.
    static func fixtures(_ count: Int, in table: ConnectionTable) -> [Connection] {
        let connections = (0..<count).map { _ in fixture(generation: table.nextGeneration()) }
        for connection in connections { table.insert(connection) }
        return connections
    }
}

extension ConnectionState {
    /// A state that a connection can be in.
    static func fixture(_ stage: Stage) -> ConnectionState {
        var dialogue = Dialogue(admission: .late(BodyLimit(9)))
        if stage == .head { return dialogue.state }
        dialogue.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
        if stage == .admitting { return dialogue.state }
        dialogue.admit()
        var state = dialogue.state
        if stage == .body { return state }
        _ = state.abandonBody(.timedOut)
        switch stage {
        case .answering: state.answerLater(PendingResponse(ResponseContext()))
        case .streaming:
            state.stream(
                StreamedResponse(FixtureStream(isLive: false), ResponseContext(), hasHead: true))
        case .lingering: state.answered(closes: true)
        case .closed: state.close()
        default: break
        }
        return state
    }
}

/// A stream without output, of which only `isLive` matters.
final class FixtureStream: ResponseStream {
    let isLive: Bool

    init(isLive: Bool) {
        self.isLive = isLive
    }

    func fill(_ response: inout ResponseWriter) -> StreamStep { .wait }
}
