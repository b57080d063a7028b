@testable import HTTPServer

/// The state of a lane for tests. It is read only on the lane.
extension Lane {
    var open: [Connection] { Array(connections.open) }
    var closed: [Connection] { connections.closed }
    var requestBytes: Int { memory.requestBytes }
    var responseBytes: Int { memory.responseBytes }
    var liveStreams: Int { streams.live }
    var waitingStreams: Int { streams.waitingCount }
    var drainDeadline: Int? { drainState.deadline }
}
