import HTTP

/// One client's connection; it belongs to a lane and is only touched there.
///
/// An idle connection owns no buffer: bytes are read into the lane's, and only what cannot be used
/// yet is kept here.
final class Connection {
    let socket: Descriptor
    /// Where the client is, nil when it was gone before its connection was seen.
    let peer: IPAddress?
    /// Tells this connection from earlier ones with the same descriptor.
    let generation: UInt32
    var state = ConnectionState()
    /// Bytes of requests that are not complete, or not yet to be looked at.
    ///
    /// Answered from a variable of one's own, never in place: the connection can end while its
    /// requests are answered, and to drop bytes that are being read ends the process.
    var input: [UInt8] = []
    /// The content of the request at hand, taken out of its chunks.
    var unchunked: [UInt8] = []
    /// Bytes of answers that the client has not taken yet, from `outputSent` on.
    var output: [UInt8] = []
    var outputSent = 0
    /// What of `input` and `unchunked` counts towards the lane's bound.
    var requestBytes = 0
    /// How many requests have been answered on this connection.
    var requests = 0
    /// The rest of an answer that is being sent in parts.
    var stream: (any BodyStream)?
    /// The context of the request that is being answered by another thread, or in parts.
    ///
    /// Most connections are idle and have never had any, so they are kept in a place of their own.
    var context: ResponseContext {
        get { savedContext?.context ?? ResponseContext() }
        set { savedContext = SavedContext(newValue) }
    }
    private var savedContext: SavedContext?
    /// Tells the request at hand from earlier ones of any connection.
    var requestGeneration: UInt32 = 0
    /// What the lane's poller watches this connection for.
    var interest = Interest.read
    /// Whether it has ended, for its lane; its descriptor is closed when the round is over.
    var isClosed = false
    /// Whether the answer at hand has no end of its own.
    var isLive = false
    /// Whether the answer at hand has nothing more to say until something happens.
    var isWaiting = false
    /// Whether the client of a waiting stream has said that it sends no more.
    var hasFinishedSending = false
    /// Whether it waits for its turn to go on, with the requests in `input` or with a stream.
    var isQueued = false
    /// Whether its last answer was large or took long, or it has had none yet: others come first.
    var isLowPriority = true
    /// What the metrics of the lane count it for.
    var counted: Wait?
    /// What is being waited for, and until when.
    var wait = Wait.request
    var deadline = 0
    /// When what is being waited for began.
    var waitingSince = 0
    /// The second of this connection's earliest entry in the timer wheel.
    var timerSecond = Int.max
    /// Whether it stands among those whose deadline the lane has yet to look at.
    var isExpired = false
    /// When the answer that is being sent must be through.
    var responseDeadline = 0
    /// What is known of the request at hand.
    var record = RequestRecord()
    /// What the log tells of it besides, in a place of its own: most connections never have any.
    var details: RequestDetails?

    init(_ socket: consuming Descriptor, generation: UInt32) {
        peer = socket.peer()
        self.socket = socket
        self.generation = generation
    }

    private final class SavedContext {
        let context: ResponseContext

        init(_ context: ResponseContext) {
            self.context = context
        }
    }

    /// What a connection can be waiting for; each has its own time-out.
    enum Wait: Int, CaseIterable {
        case request
        case head
        case body
        case answer
        case reader
        /// Something to tell the client of a live stream.
        case commit
        case linger
    }

    /// Whether an answer is still on its way to the client.
    var hasOutput: Bool { outputSent < output.count }

    /// Whether nothing is under way, so that the connection can be closed
    /// without a loss to anybody.
    var isIdle: Bool {
        state.phase == .head && input.isEmpty && !hasOutput
    }
}

extension [UInt8] {
    /// Appends a run of bytes.
    mutating func append(bytes: Span<UInt8>) {
        append(addingCapacity: bytes.count) { free in
            for index in bytes.indices { free.append(bytes[index]) }
        }
    }
}
