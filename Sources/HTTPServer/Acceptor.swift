import Dispatch
import HTTP
import Synchronization
import Telemetry

/// Accepts connections and hands each to the next lane in turn.
///
/// One acceptor instead of a listening socket per lane: the kernel distributes by a hash of the
/// addresses, so a few clients would often share a lane while another is idle.
final class Acceptor: @unchecked Sendable {
    // Proof: everything is immutable but `nextLane`, which only `run` touches; the flag is atomic.

    /// Connections accepted between two checks of `isStopped`, so that a flood cannot delay a stop.
    private static let batch = 256

    /// The listening socket; if inherited, other processes may continue to listen on it.
    private let listener: Descriptor
    private let isInherited: Bool
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

    /// Accepts what is in the backlog, but no more than a full one, and stops; from any thread.
    ///
    /// Leaves the backlog of an inherited socket to the processes that still listen on it.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        stopping.signal()
    }

    private func run() {
        var pause = -1
        while true {
            // Without a free descriptor the listener stays readable. The pause avoids a busy loop
            // until connections have closed.
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

    /// Accepts connections from the backlog; false when the process is out of descriptors.
    func accept(atMost limit: Int) -> Bool {
        var address = IPAddress(v4: 0)
        for _ in 0..<limit {
            do throws(Errno) {
                guard let socket = try listener.accept(from: &address) else { return true }
                metrics?.accepted.add()
                guard connectionLimiter.acquire(socket.number, from: address) else {
                    let isFull = connectionLimiter.isFull
                    let cause = isFull ? Rejection.connections : .connectionsOfAddress
                    // Counted first, so that the metric is right when the client has the response.
                    metrics?.rejected.add(1, at: cause.rawValue)
                    socket.reject(with: overloadResponse())
                    if isFull { for lane in lanes { lane.closeIdleSoon() } }
                    continue
                }
                hand(socket)
            } catch {
                // ECONNABORTED: this client has disconnected, but the next one may be there
                // (accept(2)).
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
            // The poller refused it; `socket` is closed when this returns.
            connectionLimiter.forget(socket.number)
            connectionLimiter.release()
        }
    }
}
