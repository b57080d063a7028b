package import Items
import Synchronization

/// Sends addresses to a provider: one at a time, and at most one a second, the public Nominatim's
/// usage policy (operations.osmfoundation.org/policies/nominatim).
///
/// Requests for the same address share one response. A client waits up to a timeout. An address
/// without waiting clients leaves the queue; after it has been sent, its response is cached in any
/// case.
package final class ProviderGeocoder: Geocoder {
    package struct Limits: Sendable {
        /// Addresses in the queue; a longer queue would only lead to timeouts.
        package var waiting = 16
        /// Waiting clients over all addresses.
        package var clients = 1_024
        /// The timeout of a client, in seconds.
        package var budgetSeconds = 5

        /// The default limits.
        package init() {}
    }

    /// The minimum time between two requests, in nanoseconds.
    static let interval: UInt64 = 1_000_000_000

    private struct Waiter {
        let number: Int
        let reply: @Sendable (Result<Coordinate?, GeocodingFailure>) -> Void
    }

    private struct State {
        /// The addresses still to be sent, in order.
        var queue: [Address] = []
        /// The clients that wait for each queued address and for the one that was sent.
        var waiters: [Address: [Waiter]] = [:]
        /// The trace of the first request for each queued address.
        var traces: [Address: String] = [:]
        /// The number of waiting clients.
        var clients = 0
        var lastNumber = 0
        var lastStart: UInt64?
        /// Whether a request is in progress, or scheduled to keep the interval.
        var isBusy = false
    }

    private let provider: Nominatim
    private let session: any ProviderSession
    private let scheduler: Scheduler
    private let clock: Clock
    private let limits: Limits
    private let userAgent: String
    private let store: @Sendable (GeocodeResult) -> Void
    private let state = Mutex(State())

    /// A geocoder that sends requests by `session` and passes results to `store`.
    package init(
        _ provider: Nominatim, session: any ProviderSession, scheduler: Scheduler, clock: Clock,
        limits: Limits = Limits(), userAgent: String,
        store: @escaping @Sendable (GeocodeResult) -> Void
    ) {
        self.provider = provider
        self.session = session
        self.scheduler = scheduler
        self.clock = clock
        self.limits = limits
        self.userAgent = userAgent
        self.store = store
    }

    package func find(
        _ address: Address, trace: String?,
        reply: @escaping @Sendable (Result<Coordinate?, GeocodingFailure>) -> Void
    ) {
        let (number, starts) = state.withLock { state -> (Int?, Bool) in
            let hasCapacity = state.waiters[address] != nil || state.queue.count < limits.waiting
            guard hasCapacity, state.clients < limits.clients else { return (nil, false) }
            state.clients += 1
            state.lastNumber += 1
            if state.waiters[address] == nil {
                state.queue.append(address)
                state.traces[address] = trace
            }
            state.waiters[address, default: []].append(
                Waiter(number: state.lastNumber, reply: reply))
            defer { state.isBusy = true }
            return (state.lastNumber, !state.isBusy)
        }
        guard let number else { return reply(.failure(.overloaded)) }
        scheduler.after(UInt64(limits.budgetSeconds) * 1_000_000_000) { [weak self] in
            self?.timeOut(address, number)
        }
        if starts { startNext() }
    }

    /// Sends the next address, as soon as the interval allows.
    private func startNext() {
        enum Step { case rest, wait(UInt64), ask(Address, String?) }

        let step = state.withLock { state -> Step in
            guard let address = state.queue.first else {
                state.isBusy = false
                return .rest
            }
            let now = scheduler.now()
            if let last = state.lastStart, now &- last < Self.interval {
                return .wait(last &+ Self.interval &- now)
            }
            state.queue.removeFirst()
            state.lastStart = now
            return .ask(address, state.traces.removeValue(forKey: address))
        }
        switch step {
        case .rest: break
        case .wait(let delay): scheduler.after(delay) { [weak self] in self?.startNext() }
        case .ask(let address, let trace):
            scheduler.perform { [weak self] in
                self?.ask(address, trace)
                self?.startNext()
            }
        }
    }

    private func ask(_ address: Address, _ trace: String?) {
        let result = answer(to: address, trace)
        if case .success(let coordinate) = result {
            store(
                GeocodeResult(address: address, coordinate: coordinate, foundAt: clock.now()))
        }
        let waiters = state.withLock { state in
            let waiters = state.waiters.removeValue(forKey: address) ?? []
            state.clients -= waiters.count
            return waiters
        }
        for waiter in waiters { waiter.reply(result) }
    }

    private func answer(
        to address: Address, _ trace: String?
    ) -> Result<Coordinate?, GeocodingFailure> {
        let answer: HTTPResponse
        do throws(ProviderSessionFailure) {
            answer = try session.get(
                provider.url(for: address), userAgent: userAgent, trace: trace)
        } catch {
            return .failure(GeocodingFailure(error))
        }
        guard answer.status == 200 else {
            return .failure(.provider("it answered with status \(answer.status)"))
        }
        do throws(Nominatim.MalformedResponse) {
            return .success(try provider.coordinate(in: answer.body))
        } catch {
            return .failure(.provider("it answered with \(error.reason)"))
        }
    }

    /// Answers a client whose timeout has passed.
    private func timeOut(_ address: Address, _ number: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters[address]?.firstIndex(where: { $0.number == number })
            else { return nil }
            let waiter = state.waiters[address]?.remove(at: index)
            state.clients -= 1
            if state.waiters[address]?.isEmpty == true,
                let position = state.queue.firstIndex(of: address)
            {
                state.queue.remove(at: position)
                state.waiters[address] = nil
                state.traces[address] = nil
            }
            return waiter
        }
        waiter?.reply(.failure(.timedOut))
    }
}

extension GeocodingFailure {
    fileprivate init(_ failure: ProviderSessionFailure) {
        self =
            switch failure {
            case .unavailable: .unavailable
            case .timedOut: .timedOut
            case .tooLarge: .provider("its answer was too large")
            case .failed(let reason): .provider(reason)
            }
    }
}
