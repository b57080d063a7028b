import Dispatch
package import HTTP
import Synchronization

/// An HTTP/1.1 server on one address: an acceptor and its lanes.
package final class Server: Sendable {
    /// The configuration of a server, without its handlers.
    package struct Configuration {
        package var listening = Listening.address(host: "127.0.0.1", port: 8080)
        package var limits = Limits()
        package var clocks = Clocks.system
        /// The metrics, with as many lanes as there are handlers; nil counts nothing.
        package var metrics: ServerMetrics?
        /// The lanes' logs, as many as handlers; none logs nothing.
        package var logs: [LaneLog] = []

        package init() {}
    }

    package let lanes: [Lane]
    private let acceptor: Acceptor
    private let whenStopped = DispatchGroup()
    private let accepting = DispatchGroup()

    /// Binds the address or takes over the inherited socket, and makes a lane for each handler;
    /// serves nothing yet.
    ///
    /// `overloadResponse` makes the whole response to a connection above the connection limit.
    package init(
        _ configuration: Configuration, handlers: [any Handler],
        overloadResponse: @escaping @Sendable () -> [UInt8]
    ) throws(ListenFailure) {
        let listener = try Descriptor.listening(configuration.listening)
        do throws(Errno) {
            let limits = configuration.limits
            let connectionLimiter = ConnectionLimiter(
                limit: limits.connections, perAddress: limits.connectionsPerAddress,
                except: limits.proxies)
            var lanes: [Lane] = []
            for (number, handler) in handlers.enumerated() {
                lanes.append(
                    try Lane(
                        number: number, limits: limits, clocks: configuration.clocks,
                        connectionLimiter: connectionLimiter,
                        handler: handler, metrics: configuration.metrics?.lanes[number],
                        log: configuration.logs.isEmpty ? nil : configuration.logs[number]))
            }
            self.lanes = lanes
            acceptor = try Acceptor(
                listener, isInherited: configuration.listening.isInherited, lanes: lanes,
                connectionLimiter: connectionLimiter, metrics: configuration.metrics,
                overloadResponse: overloadResponse)
        } catch {
            throw .system(error)
        }
    }

    package var address: ListenAddress { acceptor.address }
    package var port: UInt16 { acceptor.port }

    /// Starts the lanes and the acceptor.
    package func start() {
        for lane in lanes {
            whenStopped.enter()
            lane.start { [whenStopped] in whenStopped.leave() }
        }
        accepting.enter()
        acceptor.start { [accepting] in accepting.leave() }
    }

    /// Wakes no lane for a completion until `receiveRevisionSignal`, because more completions of
    /// the batch follow; from any thread.
    package func prepareForRevisionSignal() {
        for lane in lanes { lane.mailbox.hold() }
    }

    /// Wakes each lane that has completions or waiting streams once, because there may be new
    /// revisions; from any thread.
    package func receiveRevisionSignal() {
        for lane in lanes { lane.receiveRevisionSignal() }
    }

    /// Stops accepting, answers the requests in progress, and then calls `done`.
    package func drain(_ done: @escaping @Sendable () -> Void) {
        acceptor.stop()
        accepting.notify(queue: .global()) { [self] in
            for lane in lanes { lane.drain() }
            whenStopped.notify(queue: .global(), execute: done)
        }
    }
}
