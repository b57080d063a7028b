import Accounts
import Items

/// One pass after the other of telling reminders: claims, turns, requests, results.
///
///     claim ──► deliveries ──► exchange ──► turns ──► requests ──► answers ──► exchange
///
/// A storage job and requests go on at the same time, but never two jobs of a kind. A result stays
/// here until it is stored, and nothing is sent to its subscription until then: a full disk must
/// not make each retry a reminder.
///
/// Only touched on the sender's thread.
final class SenderLoop {
    /// The most requests at once.
    static let requests = 16
    static let requestsToOrigin = 8
    static let requestsOfOwner = 2
    /// The longest sleep, after which the clock is read and the storage asked: a clock that was set,
    /// a machine that slept and another server's writes are noticed then.
    static let longestSleep = 30.0
    private static let longestBackOff = 3_600.0
    /// A turn that has waited longer for its origin is given back before it ends.
    private static let longestWait = 12.0

    /// A reply of the storage, by its job.
    enum Reply: Sendable {
        case claim(AccountReply)
        case exchange(AccountReply)
    }

    typealias AccountReply = Result<AccountOutcome, AccountFailure>

    private struct Flight {
        let subscription: Subscription
        let deliveries: [TurnResult.Delivery]
        let failures: Int
        /// The oldest reminder's time; nil of a test.
        let dueAt: Double?
        let origin: String
    }

    private struct Turn {
        let turn: ReminderTurn
        let origin: String
        let takenAt: Double
    }

    private let transport: any PushTransport
    private let requests: PushRequests
    private let zones: any TimeZoneDatabase
    private let metrics: SenderMetrics
    private let report: (StorageFailure) -> Void
    /// Submits a job; its reply comes to `take` later, on this thread.
    private let submit: (ReminderWrite, @escaping @Sendable (AccountReply) -> Reply) -> Void

    private var flights: [Int: Flight] = [:]
    private var lastFlight = 0
    /// Turns whose origin has enough requests.
    private var waiting: [Turn] = []
    /// Subscriptions to try.
    private var tests: [Subscription] = []
    private var results: [TurnResult] = []
    /// The number of results in the job that the storage has.
    private var resultsInJob: Int?
    private var isClaiming = false
    private(set) var nextClaim = -Double.infinity
    private var nextExchange = -Double.infinity
    private var storageFailures = 0
    private(set) var hasSubscriptions = true

    init(
        transport: any PushTransport, requests: PushRequests, zones: any TimeZoneDatabase,
        metrics: SenderMetrics, report: @escaping (StorageFailure) -> Void,
        submit: @escaping (ReminderWrite, @escaping @Sendable (AccountReply) -> Reply) -> Void
    ) {
        self.transport = transport
        self.requests = requests
        self.zones = zones
        self.metrics = metrics
        self.report = report
        self.submit = submit
    }

    /// Whether nothing is on its way, and nothing known only here.
    var isIdle: Bool {
        flights.isEmpty && waiting.isEmpty && tests.isEmpty && results.isEmpty
            && resultsInJob == nil && !isClaiming
    }

    /// Claims as soon as possible.
    func claimNow() {
        nextClaim = -.infinity
        hasSubscriptions = true
    }

    /// Sends a message that tells nothing but that it has come.
    func test(_ subscription: Subscription) {
        tests.append(subscription)
    }

    /// Starts what is due; `isEnding` begins nothing new but the storing of results.
    func start(at now: Double, isEnding: Bool = false) {
        if isEnding {
            waiting.forEach { giveBack($0, seconds: 0) }
            (waiting, tests) = ([], [])
        } else {
            startTests(at: now)
            startWaiting(at: now)
            if !isClaiming, hasSubscriptions, now >= nextClaim {
                isClaiming = true
                submit(.claim) { .claim($0) }
            }
        }
        let free = isEnding ? 0 : max(0, Self.requests - flights.count - waiting.count)
        let isDue = now >= nextExchange && (free > 0 || !results.isEmpty)
        guard resultsInJob == nil, isDue || !results.isEmpty && storageFailures == 0 else { return }
        resultsInJob = results.count
        let exchange = ReminderExchange(
            results: results, turns: free, except: saturatedOrigins)
        submit(.exchange(exchange)) { .exchange($0) }
    }

    /// Seconds until something is due that no answer announces.
    func pause(at now: Double) -> Double {
        let next = min(
            isClaiming ? .infinity : nextClaim, resultsInJob == nil ? nextExchange : .infinity)
        return min(max(next - now, 0), Self.longestSleep)
    }

    func take(_ reply: Reply, at now: Double) {
        switch reply {
        case .claim(let result):
            isClaiming = false
            guard case .success(.reminders(.claimed(let claim))) = result else {
                nextClaim = now + noteFailure(result)
                return
            }
            noteSuccess()
            hasSubscriptions = claim.hasSubscriptions
            metrics.count(.dropped, claim.dropped)
            if let waiting = claim.waiting { metrics.note(waiting: waiting) }
            nextClaim =
                claim.isMore ? now : min(claim.nextAt ?? .infinity, now + Self.longestSleep)
            if claim.isMore || claim.waiting ?? 0 > 0 { nextExchange = min(nextExchange, now) }
        case .exchange(let result):
            let stored = resultsInJob ?? 0
            resultsInJob = nil
            guard case .success(.reminders(.turns(let turns))) = result else {
                nextExchange = now + noteFailure(result)
                return
            }
            noteSuccess()
            results.removeFirst(stored)
            metrics.count(.dropped, turns.dropped)
            nextExchange = min(turns.nextAt ?? .infinity, now + Self.longestSleep)
            for turn in turns.turns {
                waiting.append(
                    Turn(
                        turn: turn, origin: turn.subscription.service.origin, takenAt: now))
            }
            startWaiting(at: now)
        }
    }

    /// The pause after a failure of the storage, in seconds.
    private func noteFailure(_ result: AccountReply) -> Double {
        if case .failure(.storage(let failure)) = result, storageFailures == 0 { report(failure) }
        storageFailures = min(storageFailures + 1, 5)
        return min(Self.longestSleep, Double(1 << (storageFailures - 1)))
    }

    private func noteSuccess() { storageFailures = 0 }

    /// Sends the turns whose origins and owners have room.
    private func startWaiting(at now: Double) {
        let turns = waiting
        waiting = []
        for turn in turns {
            if !hasRoom(of: turn.turn.subscription.owner) {
                giveBack(turn, seconds: 1)
            } else if hasRoom(to: turn.origin) {
                send(turn.turn, origin: turn.origin, at: now)
            } else if now - turn.takenAt > Self.longestWait {
                giveBack(turn, seconds: 0)
            } else {
                waiting.append(turn)
            }
        }
    }

    private func startTests(at now: Double) {
        let all = tests
        tests = []
        for subscription in all {
            let origin = subscription.service.origin
            guard hasRoom(of: subscription.owner), hasRoom(to: origin) else {
                tests.append(subscription)
                continue
            }
            send(
                .test, to: subscription, deliveries: [], failures: 0, dueAt: nil, origin: origin,
                at: now)
        }
    }

    private func hasRoom(of owner: Owner) -> Bool {
        flights.values.count { $0.subscription.owner == owner } < Self.requestsOfOwner
    }

    private func hasRoom(to origin: String) -> Bool {
        flights.count < Self.requests
            && flights.values.count { $0.origin == origin } < Self.requestsToOrigin
    }

    private func giveBack(_ turn: Turn, seconds: Double) {
        results.append(
            TurnResult(
                handle: turn.turn.subscription.handle, deliveries: turn.turn.deliveries,
                outcome: .postponed(seconds: seconds)))
    }

    private var saturatedOrigins: [String] {
        var counts: [String: Int] = [:]
        for flight in flights.values { counts[flight.origin, default: 0] += 1 }
        for turn in waiting { counts[turn.origin, default: 0] += 1 }
        return counts.filter { $0.value >= Self.requestsToOrigin }.map(\.key).sorted()
    }

    private func send(_ turn: ReminderTurn, origin: String, at now: Double) {
        send(
            ReminderMessage(turn, zones: zones), to: turn.subscription,
            deliveries: turn.deliveries, failures: turn.failures, dueAt: turn.reminders.first?.at,
            origin: origin, at: now)
    }

    private func send(
        _ message: ReminderMessage, to subscription: Subscription,
        deliveries: [TurnResult.Delivery], failures: Int, dueAt: Double?, origin: String,
        at now: Double
    ) {
        let flight = Flight(
            subscription: subscription, deliveries: deliveries, failures: failures, dueAt: dueAt,
            origin: origin)
        let request: PushRequest?
        do throws(OpenSSLFailure) {
            request = try requests.request(message, to: subscription, at: now)
        } catch {
            // Checked keys are keys, so memory is missing.
            return finish(flight, .failed(error: "tls", retryAfter: Self.backOff(failures)))
        }
        guard let request else {
            // The operator permits the service no longer.
            return finish(
                flight, .failed(error: "address", retryAfter: Self.longestBackOff))
        }
        lastFlight += 1
        flights[lastFlight] = flight
        transport.start(request, number: lastFlight)
    }

    /// Takes the answer of a request.
    func take(_ answer: PushAnswer, of number: Int, at now: Double) {
        guard let flight = flights.removeValue(forKey: number) else { return }
        finish(flight, outcome(of: answer, flight, now))
        if case .status(200..<300, _) = answer, let dueAt = flight.dueAt {
            metrics.note(delay: now - dueAt)
        }
    }

    private func outcome(
        of answer: PushAnswer, _ flight: Flight, _ now: Double
    ) -> TurnResult.Outcome {
        switch answer {
        case .status(200..<300, _): return .sent
        case .status(413, _): return .dropped(error: "413")
        case .status(let status, let retryAfter):
            if status == 404 || status == 410, case .webPush = flight.subscription.service {
                return .gone
            }
            let wait = retryAfter.flatMap { RetryAfter.seconds($0, at: now) }
            return .failed(
                error: "\(status)", retryAfter: wait ?? Self.backOff(flight.failures))
        case .failure(let failure):
            return .failed(
                error: failure.rawValue, retryAfter: Self.backOff(flight.failures))
        }
    }

    private func finish(_ flight: Flight, _ outcome: TurnResult.Outcome) {
        switch outcome {
        case .sent: metrics.count(.sent)
        case .dropped: metrics.count(.dropped)
        case .gone: metrics.count(.gone)
        case .failed: metrics.count(.retried)
        case .postponed: break
        }
        results.append(
            TurnResult(
                handle: flight.subscription.handle, deliveries: flight.deliveries,
                outcome: outcome))
    }

    /// The wait after this number of failures in a row and one more.
    static func backOff(_ failures: Int) -> Double {
        var seconds = 5.0
        for _ in 0..<min(failures, 6) { seconds *= 3 }
        return min(seconds, longestBackOff)
    }
}

extension ReminderTurn {
    /// What its message tells.
    fileprivate var deliveries: [TurnResult.Delivery] {
        reminders.map { TurnResult.Delivery(id: $0.id, at: $0.at) }
    }
}
