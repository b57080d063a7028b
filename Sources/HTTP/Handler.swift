/// The application behind the HTTP server: one instance per lane, used only on its thread.
///
/// The lane calls it twice for a request: `admit` when the head is complete, `answer` when the body
/// is.
package protocol Handler: AnyObject {
    /// Prepares for requests; called on the lane's thread, so that lanes start in parallel.
    func begin(on loop: EventLoop, at now: Int)

    /// The CORS policy of the response to a request, whose head may be refused or incomplete.
    func corsPolicy(for head: borrowing RequestHead, in bytes: Span<UInt8>) -> CORSPolicy

    /// Makes the decisions that depend on the head of a request; nil when they come later, by
    /// `WaitingRequests.admit`.
    func admit(_ request: borrowing Request) -> Admission?

    /// Answers an admitted request, now or later.
    ///
    /// The response must be finished when this returns `.written`.
    func answer(
        _ request: borrowing Request, _ admitted: AnyObject, _ response: inout ResponseWriter,
        deferred: DeferredResponse
    ) -> HandlerResult

    /// Answers bytes that are not a valid request head.
    func refuse(_ fault: HeadFault, _ response: inout ResponseWriter)

    /// Answers a client whose head did not arrive in time.
    func refuseSlowHead(_ response: inout ResponseWriter)

    /// When the lane calls `advance` without an event, in its milliseconds; nil for never.
    var deadline: Int? { get }

    /// Continues with waiting requests: the descriptor that the handler watches is ready, the
    /// handler woke the lane, or its deadline has passed.
    func advance(_ requests: any WaitingRequests, at now: Int)

    /// Ends a round: all requests that were ready together have been handled.
    func endRound(at now: Int)
}

extension Handler {
    package func begin(on loop: EventLoop, at now: Int) {}

    package func corsPolicy(for head: borrowing RequestHead, in bytes: Span<UInt8>) -> CORSPolicy {
        .disabled
    }

    package var deadline: Int? { nil }

    package func advance(_ requests: any WaitingRequests, at now: Int) {}

    package func endRound(at now: Int) {}
}

/// The handler's decision about a request, from its head.
package struct Admission {
    /// The handler's data about the request, passed to `answer`.
    package let admitted: AnyObject
    /// The limits of the body; nil when it is not read, and the connection closes after the
    /// response.
    package let body: BodyLimit?

    package init(_ admitted: AnyObject, body: BodyLimit?) {
        self.admitted = admitted
        self.body = body
    }
}

/// How long a body may be, in bytes.
package struct BodyLimit: Equatable, Sendable {
    /// A body whose first byte after white space is `[`.
    package let array: Int
    /// Any other body.
    package let other: Int

    /// Limits for arrays and for all else.
    package init(array: Int, other: Int) {
        self.array = array
        self.other = other
    }

    /// One limit for all bodies.
    package init(_ limit: Int) {
        self.init(array: limit, other: limit)
    }

    /// The limit of a body that begins with these bytes; nil when they are too few to tell.
    ///
    /// The first `blanks` bytes are known to be white space, so that a body which arrives in many
    /// pieces is scanned only once.
    package func limit(of beginning: Span<UInt8>, after blanks: inout Int) -> Int? {
        if array == other { return other }
        while blanks < beginning.count {
            switch beginning[blanks] {
            // White space and the bytes of a byte order mark.
            case 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF: blanks += 1
            case let byte: return byte == UInt8(ascii: "[") ? array : other
            }
        }
        return nil
    }
}

/// How a handler has answered a request.
package enum HandlerResult {
    case written
    /// The response comes later: by `DeferredResponse.send`, which may have been called already, or
    /// by `WaitingRequests.reply`.
    case deferred
    /// The stream writes the response, or its rest, in parts.
    case stream(any ResponseStream)
}

/// A response, or its content, that is produced while the client reads it.
package protocol ResponseStream: AnyObject {
    /// Whether the stream is open-ended: it waits for events and ends at shutdown.
    ///
    /// It has no total timeout, only one for each part.
    var isLive: Bool { get }

    /// Writes the head, if there is none yet, or the next part of the content into the body.
    func fill(_ response: inout ResponseWriter) -> StreamStep

    /// Appends a heartbeat, which shows the client of a waiting stream that the server is alive.
    func heartbeat(_ body: inout ByteWriter)
}

extension ResponseStream {
    /// Most streams end by themselves.
    package var isLive: Bool { false }
    /// A stream that never waits needs no heartbeat.
    package func heartbeat(_ body: inout ByteWriter) {}
}

/// The state of a stream after a part.
package enum StreamStep: Equatable, Sendable {
    case more
    /// No output for now; the lane calls `fill` again when the stream is resumed, and a live one
    /// also after a revision signal, and from time to time.
    case wait
    case end
    /// The rest is unavailable; the connection is cut without an end, so that the client notices.
    case failed
}

/// The requests of a lane that wait for their handler; only used while it advances.
package protocol WaitingRequests: AnyObject {
    /// Admits a request whose admission was to come later.
    func admit(_ handle: RequestHandle, _ admission: Admission)

    /// Calls `write` for the response to a deferred request, unless its client has disconnected.
    func reply(to handle: RequestHandle, _ write: (inout ResponseWriter) -> HandlerResult)

    /// Has a stream that waits filled again.
    func resume(_ handle: RequestHandle)
}

/// Sends the response to one request to its lane, from any thread.
package struct DeferredResponse: Sendable {
    package let handle: RequestHandle
    private let mailbox: any Mailbox

    /// The path to the request that `handle` names.
    package init(handle: RequestHandle, mailbox: any Mailbox) {
        self.handle = handle
        self.mailbox = mailbox
    }

    /// Runs `write` on the lane, unless the client has disconnected; called once.
    package func send(_ write: @escaping @Sendable (inout ResponseWriter) -> Void) {
        mailbox.post(handle, .response(write))
    }

    /// Resumes the stream that answers the request, if it waits.
    package func resume() {
        mailbox.post(handle, .resumption)
    }
}

/// Names a pending request without retaining any of it.
package struct RequestHandle: Hashable, Sendable {
    package let slot: Int32
    package let generation: UInt32

    package static let none = RequestHandle(slot: -1, generation: 0)

    /// The current request in `slot`; a later one in the same slot has another generation.
    package init(slot: Int32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }
}

/// Carries responses from other threads to a lane.
package protocol Mailbox: AnyObject, Sendable {
    /// Queues the completion until the lane collects it.
    func post(_ handle: RequestHandle, _ completion: Completion)
}

/// What another thread has for a request.
package enum Completion: Sendable {
    case response(@Sendable (inout ResponseWriter) -> Void)
    /// The stream that answers it has something to send.
    case resumption
}

/// The services of a lane's event loop for its handler.
package struct EventLoop {
    /// Makes the lane call `advance` when the descriptor is readable, or also when it is writable;
    /// replaces an earlier interest in it. False when the system refuses.
    package let watch: (_ descriptor: Int32, _ forWriting: Bool) -> Bool
    /// Stops watching; to be called before the descriptor is closed, because another connection can
    /// get its number.
    package let unwatch: (_ descriptor: Int32) -> Void
    /// Makes the lane call `advance` soon; callable from any thread.
    package let wake: @Sendable () -> Void

    package init(
        watch: @escaping (_ descriptor: Int32, _ forWriting: Bool) -> Bool,
        unwatch: @escaping (_ descriptor: Int32) -> Void, wake: @escaping @Sendable () -> Void
    ) {
        self.watch = watch
        self.unwatch = unwatch
        self.wake = wake
    }
}
