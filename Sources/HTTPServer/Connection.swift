import HTTP

/// A client's connection; only touched on its lane.
///
/// An idle connection owns no buffer: the lane reads into its own, and only bytes that cannot be
/// used yet are kept here.
final class Connection {
    let socket: Descriptor
    /// The client's address, nil when it had disconnected before the connection was accepted.
    let peer: IPAddress?
    /// Tells this connection from earlier ones with the same descriptor.
    let generation: UInt32
    var state = ConnectionState() {
        didSet { stage = state.stage }
    }
    /// The name of the state. It holds no reference, so a request that reads it often pays for no
    /// check and no reference count.
    private(set) var stage = ConnectionState.Stage.head
    /// Bytes of requests that are incomplete or wait for a turn.
    ///
    /// Moved to a local variable before requests in it are answered: the connection can end
    /// meanwhile, and clearing bytes that are being read would trap.
    var input: [UInt8] = []
    /// The content of the current request, decoded from chunks.
    var unchunked: [UInt8] = []
    /// Bytes of responses that are not sent yet, from `outputSent` on.
    var output: [UInt8] = []
    var outputSent = 0
    /// Bytes of `input` and `unchunked` that count towards the lane's limit.
    var requestBytes = 0
    /// Tells the current request from earlier ones of any connection.
    var requestGeneration: UInt32 = 0
    /// The events that the lane's poller watches for.
    var interest = Interest.read
    /// Whether it is in the lane's ready queue, with requests in `input` or with a stream.
    var isQueued = false
    /// Whether it is scheduled after others: its last response was large or slow, or it has had no
    /// response yet.
    var isLowPriority = true
    /// The state under which the lane's metrics count it.
    var counted: Wait?
    /// The current wait; `deadline` is its time-out.
    var wait = Wait.request
    var deadline = 0
    /// When that wait began.
    var waitingSince = 0
    /// The second of its earliest entry in the timer wheel.
    var timerSecond = Int.max
    /// Whether it is in the lane's list of expired connections that are yet to be checked.
    var isExpired = false
    /// The deadline for sending the whole response.
    var responseDeadline = 0
    /// The current request, for metrics and log.
    var record = RequestRecord()
    /// Further facts for the log, allocated when there are any: most connections never have any.
    var details: RequestDetails?

    init(_ socket: consuming Descriptor, generation: UInt32) {
        peer = socket.peer()
        self.socket = socket
        self.generation = generation
    }

    /// The possible waits of a connection; each has its own time-out.
    enum Wait: Int, CaseIterable {
        case request
        case head
        case body
        case answer
        /// The client, which has not taken all of its response.
        case slowReader
        /// The revision signal, to continue a live stream.
        case quietStream
        case linger
    }

    /// Names the current request.
    var handle: RequestHandle {
        RequestHandle(slot: socket.number, generation: requestGeneration)
    }

    /// Whether there are unsent bytes of responses.
    var hasOutput: Bool { outputSent < output.count }

    /// Whether no request or response is in progress, so that closing it loses nothing.
    var isIdle: Bool { isInHead && input.isEmpty && !hasOutput }

    /// Whether the lane has closed it; its descriptor is closed at the end of the round.
    var isClosed: Bool { stage == .closed }
    /// Whether the next request is read, up to the end of its head.
    var isInHead: Bool { stage == .head }
    /// Whether its input may have a request to continue with: the next one, or one that was
    /// admitted while the client had unread responses.
    var isReadyForInput: Bool { stage == .head || stage == .admitted }
    /// Whether the last response is written.
    var isLingering: Bool { stage == .lingering }
    /// The response that is sent in parts; nil without one.
    var streamed: StreamedResponse? {
        guard stage == .streaming, case .streaming(let streamed) = state.phase else { return nil }
        return streamed
    }
    /// The context of a response in progress; the default one otherwise.
    var context: ResponseContext {
        guard stage == .answering || stage == .streaming else { return ResponseContext() }
        return switch state.phase {
        case .answering(let pending): pending.context
        case .streaming(let streamed): streamed.context
        default: ResponseContext()
        }
    }
}

extension [UInt8] {
    mutating func append(bytes: Span<UInt8>) {
        append(addingCapacity: bytes.count) { free in
            for index in bytes.indices { free.append(bytes[index]) }
        }
    }
}
