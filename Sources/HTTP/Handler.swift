/// What an HTTP server calls: one for each lane, only touched there.
package protocol Handler: AnyObject {
    /// Says that requests are to come; on the lane's own thread, so that lanes do it side by side.
    func begin()

    /// Says who may read the answer to a request, of which the head may be
    /// refused or not be all there.
    func corsPolicy(for head: borrowing RequestHead, in bytes: Span<UInt8>) -> CORSPolicy

    /// Says, before the body is read, whether it will be, and how much of it.
    func admit(_ request: borrowing Request) -> Admission

    /// Answers the request, now or later. What is written must be finished
    /// when this returns `.written`.
    func answer(
        _ request: borrowing Request, _ response: inout ResponseWriter, deferred: DeferredResponse
    ) -> HandlerResult

    /// Answers bytes that are not a request.
    func refuse(_ fault: HeadFault, _ response: inout ResponseWriter)

    /// Answers a client that took too long to send its head.
    func refuseSlowHead(_ response: inout ResponseWriter)

    /// Says that the requests that were ready together have been answered.
    func endRound()
}

extension Handler {
    package func begin() {}

    package func corsPolicy(for head: borrowing RequestHead, in bytes: Span<UInt8>) -> CORSPolicy {
        .disabled
    }
}

/// What is to become of a body that a request announced.
package enum Admission: Equatable, Sendable {
    /// It is read, if it is not longer.
    case body(atMost: Int)
    /// The answer does not depend on it: it is not read, and the connection
    /// is closed after the answer.
    case none
}

/// How a request is being answered.
package enum HandlerResult {
    case written
    /// By a call of `DeferredResponse.send`, which may have happened already.
    case deferred
    /// The head is written; the content follows in parts.
    case stream(any BodyStream)
}

/// Content that is made while the client reads.
package protocol BodyStream: AnyObject {
    /// Whether it has no end of its own: it waits for what is still to happen, is ended when the
    /// server goes down, and may last for as long as its client takes what it is sent.
    var isLive: Bool { get }

    /// Appends the next part to `body`.
    func fill(_ body: inout ByteWriter) -> StreamStep

    /// Appends what shows the client of a stream that waits that it is still there.
    func heartbeat(_ body: inout ByteWriter)
}

extension BodyStream {
    /// Most streams come to an end.
    package var isLive: Bool { false }
    /// They wait for nobody but their client.
    package func heartbeat(_ body: inout ByteWriter) {}
}

/// What follows a part of a stream.
package enum StreamStep: Equatable, Sendable {
    case more
    /// Nothing until something has happened; then, and now and then without, it is asked again.
    case wait
    case end
    /// The rest cannot be had; the connection is cut, so that the client notices.
    case failed
}

/// Where the answer to one request goes that is not there yet: back to its lane, from any thread.
package struct DeferredResponse: Sendable {
    private let handle: RequestHandle
    private let mailbox: any Mailbox

    /// A way to the request that `handle` names.
    package init(handle: RequestHandle, mailbox: any Mailbox) {
        self.handle = handle
        self.mailbox = mailbox
    }

    /// Has `write` called on the lane, unless the client has gone away. To be called once, and once
    /// more whenever `write` has begun no answer, because there is more to do for it first.
    package func send(_ write: @escaping @Sendable (inout ResponseWriter) -> Void) {
        mailbox.post(handle, write)
    }
}

/// Names a request that waits, without keeping anything of it.
package struct RequestHandle: Hashable, Sendable {
    package let slot: Int32
    package let generation: UInt32

    /// The request under way in `slot`; a later one there has another generation.
    package init(slot: Int32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }
}

/// What takes answers from other threads to a lane.
package protocol Mailbox: AnyObject, Sendable {
    /// Keeps the answer until the lane looks.
    func post(_ handle: RequestHandle, _ write: @escaping @Sendable (inout ResponseWriter) -> Void)
}
