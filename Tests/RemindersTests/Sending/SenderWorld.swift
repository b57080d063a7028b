import API
import Accounts
import HTTP
import Items
import Testing
import TestSupport

@testable import Reminders

/// A sender's loop whose storage and services answer when the test says so.
final class SenderWorld {
    /// Records requests.
    final class Transport: PushTransport {
        var started: [(number: Int, request: PushRequest)] = []
        let waker: @Sendable () -> Void = {}

        func start(_ request: PushRequest, number: Int) { started.append((number, request)) }
        func wait(milliseconds: Int) -> [(number: Int, answer: PushAnswer)] { [] }
    }

    let transport = Transport()
    let metrics = SenderMetrics()
    var now = 1_000_000.0
    var claims = 0
    var exchanges: [ReminderExchange] = []
    private(set) var reports: [StorageFailure] = []
    private var made: SenderLoop?

    init(hosts: [String] = ["*.example"]) throws {
        let requests = PushRequests(
            vapid: try VAPID(key: .generate(), contact: "mailto:admin@example.org"),
            addresses: PushAddresses(
                hosts: try hosts.map { try #require(PushAddresses.Host($0)) }, local: []))
        made = SenderLoop(
            transport: transport, requests: requests, zones: FixedTimeZones(), metrics: metrics,
            report: { [unowned self] in reports.append($0) },
            submit: { [unowned self] write, _ in
                switch write {
                case .claim: claims += 1
                case .exchange(let exchange): exchanges.append(exchange)
                default: Issue.record("another job: \(write)")
                }
            })
    }

    var loop: SenderLoop {
        guard let made else { preconditionFailure("a world that is not made") }
        return made
    }

    /// The results in the last job.
    var results: [TurnResult] { exchanges.last?.results ?? [] }

    func start() { loop.start(at: now) }

    func claimed(
        isMore: Bool = false, nextAt: Double? = nil, waiting: Int? = 0,
        hasSubscriptions: Bool = true
    ) {
        let claim = ReminderClaim(
            isMore: isMore, nextAt: nextAt, waiting: waiting, dropped: 0,
            hasSubscriptions: hasSubscriptions)
        loop.take(.claim(.success(.reminders(.claimed(claim)))), at: now)
    }

    func exchanged(_ turns: [ReminderTurn] = [], nextAt: Double? = nil) {
        let turns = ReminderTurns(turns: turns, nextAt: nextAt, dropped: 0)
        loop.take(.exchange(.success(.reminders(.turns(turns)))), at: now)
    }

    /// Answers the request that was started as number `index`, from 0.
    func answer(_ answer: PushAnswer, to index: Int = 0) {
        loop.take(answer, of: transport.started[index].number, at: now)
    }

    /// A turn of the n-th subscription, each with an owner of its own.
    func turn(
        _ number: UInt64, owner: Int? = nil, host: String = "push.example", isNtfy: Bool = true,
        failures: Int = 0
    ) -> ReminderTurn {
        ReminderTurn(
            subscription: subscription(number, owner: owner, host: host, isNtfy: isNtfy),
            failures: failures,
            reminders: [
                DueReminder(
                    id: ItemID(high: 0, low: number), at: now - 1, title: "\(number)",
                    timestamp: now, day: nil, revision: 1)
            ])
    }

    func subscription(
        _ number: UInt64, owner: Int? = nil, host: String = "push.example", isNtfy: Bool = true
    ) -> Subscription {
        let keys = PushKeys(
            point: (try? P256Key.generate().point()) ?? [], secret: [UInt8](repeating: 1, count: 16)
        )
        return Subscription(
            handle: SubscriptionHandle(number),
            owner: Owner(key: owner ?? Int(number), epoch: "epoch"),
            service: isNtfy
                ? .ntfy(url: "https://\(host)/topic\(number)", token: nil)
                : .webPush(endpoint: "https://\(host)/\(number)", keys: keys),
            createdAt: 0)
    }
}
