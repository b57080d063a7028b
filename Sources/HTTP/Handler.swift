/// The application behind the HTTP server: one instance per lane, used only on its thread.
package protocol Handler: AnyObject {
    /// The server that it queries over the network; nil for a handler that never returns `.again`.
    var upstream: (any Upstream)? { get }

    /// Prepares for requests; called on the lane's thread, so that lanes start in parallel.
    func begin()

    /// The CORS policy of the response to a request, whose head may be refused or incomplete.
    func corsPolicy(for head: borrowing RequestHead, in bytes: Span<UInt8>) -> CORSPolicy

    /// Decides, before the body is read, whether it is read and how long it may be.
    func admit(_ request: borrowing Request) -> Admission

    /// Answers the request, now or later.
    ///
    /// The response must be finished when this returns `.written`. What it has written so far is
    /// discarded when this returns `.again`.
    func answer(
        _ request: borrowing Request, _ response: inout ResponseWriter, deferred: DeferredResponse
    ) -> HandlerResult

    /// Answers bytes that are not a valid request head.
    func refuse(_ fault: HeadFault, _ response: inout ResponseWriter)

    /// Answers a client whose head did not arrive in time.
    func refuseSlowHead(_ response: inout ResponseWriter)

    /// Ends a round: all requests that were ready together have been answered.
    func endRound()
}

extension Handler {
    package var upstream: (any Upstream)? { nil }

    package func begin() {}

    package func corsPolicy(for head: borrowing RequestHead, in bytes: Span<UInt8>) -> CORSPolicy {
        .disabled
    }
}

/// Whether the body of a request is read.
package enum Admission: Equatable, Sendable {
    /// It is read up to this length.
    case body(atMost: Int)
    /// The response does not depend on it: it is not read, and the connection closes after the
    /// response.
    case none
    /// It is not known yet; the lane asks again once the upstream has named the request.
    case again
}

/// How a handler has answered a request.
package enum HandlerResult {
    case written
    /// The response comes by `DeferredResponse.send`, which may have been called already.
    case deferred
    /// The head is written; the stream supplies the content in parts.
    case stream(any BodyStream)
    /// It lacks rows; the lane asks again, under the same handle, once the upstream has named the
    /// request.
    case again
}

/// Content that is produced while the client reads it.
package protocol BodyStream: AnyObject {
    /// Whether the stream is open-ended: it waits for events and ends at shutdown.
    ///
    /// It has no total timeout, only one for each part.
    var isLive: Bool { get }

    /// Appends the next part of the content.
    func fill(_ body: inout ByteWriter) -> StreamStep

    /// Appends a heartbeat, which shows the client of a waiting stream that the server is alive.
    func heartbeat(_ body: inout ByteWriter)
}

extension BodyStream {
    /// Most streams end by themselves.
    package var isLive: Bool { false }
    /// A stream that never waits needs no heartbeat.
    package func heartbeat(_ body: inout ByteWriter) {}
}

/// The state of a stream after a part.
package enum StreamStep: Equatable, Sendable {
    case more
    /// No output for now; the lane calls `fill` again after a commit, and from time to time.
    case wait
    /// It lacks rows; the lane calls `fill` again once the upstream has named the request.
    case again
    case end
    /// The rest is unavailable; the connection is cut without an end, so that the client notices.
    case failed
}

/// Sends the response to one request to its lane, from any thread.
package struct DeferredResponse: Sendable {
    private let handle: RequestHandle
    private let mailbox: any Mailbox

    /// The path to the request that `handle` names.
    package init(handle: RequestHandle, mailbox: any Mailbox) {
        self.handle = handle
        self.mailbox = mailbox
    }

    /// Runs `write` on the lane, unless the client has disconnected.
    ///
    /// Called once for each response; and again after a `write` that has started no response.
    package func send(_ write: @escaping @Sendable (inout ResponseWriter) -> Void) {
        mailbox.post(handle, write)
    }
}

/// Names a pending request without retaining any of it.
package struct RequestHandle: Hashable, Sendable {
    package let slot: Int32
    package let generation: UInt32

    /// A handle of no request.
    package static let none = RequestHandle(slot: -1, generation: 0)

    /// The current request in `slot`; a later one in the same slot has another generation.
    package init(slot: Int32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }
}

/// Carries responses from other threads to a lane.
package protocol Mailbox: AnyObject, Sendable {
    /// Queues the response until the lane collects it.
    func post(_ handle: RequestHandle, _ write: @escaping @Sendable (inout ResponseWriter) -> Void)
}
