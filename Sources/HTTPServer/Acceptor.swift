import Dispatch
import HTTP
import Synchronization
import Telemetry

/// Takes new connections and hands each to the next lane in turn.
///
/// One acceptor rather than a listening socket for each lane: the kernel spreads by a hash of the
/// addresses, and a few clients would often share a lane while another has nothing to do.
final class Acceptor: @unchecked Sendable {
    // Proof: everything is immutable but `nextLane`, which only `run` touches; the flag is atomic.

    /// How many connections are taken before a stop is looked for: a flood
    /// must not keep it waiting.
    private static let batch = 256

    /// Where connections come from; others may go on listening on it when it is inherited.
    private let listener: Descriptor
    private let isInherited: Bool
    /// Where it listens.
    let address: ListenAddress
    private let lanes: [Lane]
    private let connectionLimiter: ConnectionLimiter
    private let metrics: ServerMetrics?
    private let overloadResponse: @Sendable () -> [UInt8]
    private let stopping: Wakeup
    private let isStopped = Atomic<Bool>(false)
    private let queue = DispatchQueue(label: "toodoo.acceptor")
    private var nextLane = 0

    init(
        _ listener: consuming Descriptor, isInherited: Bool = false, lanes: [Lane],
        connectionLimiter: ConnectionLimiter, metrics: ServerMetrics? = nil,
        overloadResponse: @escaping @Sendable () -> [UInt8]
    ) throws(Errno) {
        address = try listener.listenAddress()
        self.listener = listener
        self.isInherited = isInherited
        self.lanes = lanes
        self.connectionLimiter = connectionLimiter
        self.metrics = metrics
        self.overloadResponse = overloadResponse
        stopping = try Wakeup()
    }

    var port: UInt16 { address.port }

    func start(_ done: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            run()
            done()
        }
    }

    /// Takes what waits already, but no more than a full backlog, and nothing that others can still
    /// serve; from any thread.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        stopping.signal()
    }

    private func run() {
        var pause = -1
        while true {
            // Out of descriptors the listener stays readable: waiting for a moment keeps this from
            // spinning, and connections that end meanwhile make room.
            if pause > 0 {
                waitForEither(stopping.descriptor, stopping.descriptor, milliseconds: pause)
            } else {
                waitForEither(listener, stopping.descriptor, milliseconds: -1)
            }
            let isLast = isStopped.load(ordering: .acquiring)
            if isLast, isInherited { return listener.replace(by: stopping.descriptor) }
            pause = accept(atMost: isLast ? listenBacklog : Self.batch) ? -1 : 100
            if isLast { return listener.stopListening() }
        }
    }

    /// Takes the connections that wait; false when there is no descriptor for one.
    func accept(atMost limit: Int) -> Bool {
        var address = IPAddress(v4: 0)
        for _ in 0..<limit {
            do throws(Errno) {
                guard let socket = try listener.accept(from: &address) else { return true }
                metrics?.accepted.add()
                guard connectionLimiter.acquire(socket.number, from: address) else {
                    let isFull = connectionLimiter.isFull
                    let cause = isFull ? Rejection.connections : .connectionsOfAddress
                    // First, so that whoever was turned away has been counted.
                    metrics?.rejected.add(1, at: cause.rawValue)
                    socket.reject(with: overloadResponse())
                    if isFull { for lane in lanes { lane.closeIdleSoon() } }
                    continue
                }
                hand(socket)
            } catch {
                // A client that gave up while it waited; the next one may be fine (accept(2)).
                guard error.isAborted else { return false }
            }
        }
        return true
    }

    private func hand(_ socket: consuming Descriptor) {
        nextLane = (nextLane + 1) % lanes.count
        do throws(Errno) {
            try lanes[nextLane].adopt(socket.number)
            socket.release()
        } catch {
            // The lane cannot watch it; it is closed here.
            connectionLimiter.forget(socket.number)
            connectionLimiter.release()
        }
    }
}
