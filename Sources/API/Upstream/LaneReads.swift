package import HTTP
import Items

/// The reads of a lane's requests, of a repository whose rows come over a network.
///
/// It gives each request its id, and records the effects of a request that must not be repeated
/// when the request runs again.
package final class LaneReads: Upstream {
    /// Effects that happen once for each request.
    struct Effects: OptionSet {
        let rawValue: UInt8

        /// It was counted against the limit of its token.
        static let countedRequest = Effects(rawValue: 1)
        /// Against the limit of its address.
        static let countedAddress = Effects(rawValue: 2)
        /// Against the limit of the account.
        static let countedAccount = Effects(rawValue: 4)
    }

    private let reads: any RemoteReads
    private var effects = Effects()
    /// The effects of requests that will run again.
    private var unanswered: [RequestHandle: Effects] = [:]
    /// The requests whose bodies were admitted in this round; they may run in it.
    private var admitted: [RequestHandle] = []
    /// The continuation of each request that waits for its rows.
    private var waiting: [RequestHandle: () -> Void] = [:]

    init(_ reads: any RemoteReads) {
        self.reads = reads
    }

    /// Whether the current request has this effect now for the first time.
    func isFirst(_ effect: Effects) -> Bool {
        effects.insert(effect).inserted
    }

    /// Has the reads that follow be those of this request.
    func resume(_ handle: RequestHandle) {
        effects = unanswered.removeValue(forKey: handle) ?? []
        reads.resume(ReadRequestID(handle))
    }

    /// Ends the reads of the current request, which has its rows.
    func end(_ handle: RequestHandle) {
        reads.forget(ReadRequestID(handle))
    }

    /// Keeps the rows until the round is over, since the request may be answered in it.
    func admit(_ handle: RequestHandle) {
        admitted.append(handle)
    }

    /// Keeps the rows and the effects of the current request, which lacks more.
    func suspend(_ handle: RequestHandle) {
        unanswered[handle] = effects
    }

    /// Runs `work` when the rows of a deferred request have arrived.
    func wait(_ handle: RequestHandle, _ work: @escaping () -> Void) {
        waiting[handle] = work
    }

    func endRound() {
        guard !admitted.isEmpty else { return }
        for handle in admitted where unanswered[handle] == nil { end(handle) }
        admitted.removeAll(keepingCapacity: true)
    }

    package func begin(
        on poller: any UpstreamPoller, at now: Int, wake: @escaping @Sendable () -> Void
    ) {
        let registration = PollRegistration(
            watch: { [weak poller] in poller?.watch($0, forWriting: $1) ?? false },
            unwatch: { [weak poller] in poller?.unwatch($0) }, wake: wake)
        reads.begin(polledBy: registration, at: now)
    }

    package var deadline: Int? { reads.deadline }

    package func collect(_ ready: inout [RequestHandle], at now: Int) {
        var handles: [RequestHandle] = []
        reads.collect(at: now) { handles.append(RequestHandle($0)) }
        for handle in handles {
            if let work = waiting.removeValue(forKey: handle) {
                work()
            } else {
                ready.append(handle)
            }
        }
    }

    package func flush(at now: Int) {
        reads.flush(at: now)
    }

    package func forget(_ handle: RequestHandle) {
        unanswered[handle] = nil
        end(handle)
    }
}

extension ReadRequestID {
    fileprivate init(_ handle: RequestHandle) {
        let slot = UInt64(UInt32(bitPattern: handle.slot))
        self.init(number: slot << 32 | UInt64(handle.generation))
    }
}

extension RequestHandle {
    fileprivate init(_ id: ReadRequestID) {
        self.init(
            slot: Int32(bitPattern: UInt32(id.number >> 32)),
            generation: UInt32(truncatingIfNeeded: id.number))
    }
}
