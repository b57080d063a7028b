import API
import Accounts
import Dispatch
import Items
import Reminders
import Synchronization
import TestSupport
import Testing

/// Whether there is libcrypto, which a sender signs with.
let senderIsAvailable = OpenSSL.isThere

/// A sender of reminders on a storage.
final class SenderWorld: Sendable {
    let sender: ReminderSender
    let writer: RecordingReminderWriter
    let transport: InMemoryPushTransport

    /// Without an answer of the services, the test gives it to `transport`.
    init(
        _ storage: any AccountWriter, to services: InMemoryPushServices, clock: Clock,
        answering answer: PushAnswer? = nil
    ) throws {
        let transport = InMemoryPushTransport(services, answering: answer)
        let writer = RecordingReminderWriter(storage)
        let host = try #require(PushAddresses.Host("push.example"))
        (self.transport, self.writer) = (transport, writer)
        sender = ReminderSender(
            ReminderSender.Dependencies(
                writer: writer, transport: { transport },
                vapid: try VAPID(key: .generate(), contact: "mailto:admin@example.org"),
                addresses: PushAddresses(hosts: [host], local: []), zones: FixedTimeZones(),
                clock: clock, report: { _ in }))
    }

    /// Ends the sender, after its results are stored.
    func stop() {
        let stopped = DispatchSemaphore(value: 0)
        sender.stop { stopped.signal() }
        stopped.wait()
    }
}

/// Passes a sender's steps on, and counts their outcomes.
final class RecordingReminderWriter: AccountWriter {
    private struct State {
        var claims: [ReminderClaim] = []
        var exchanges = 0
        var failures: [StorageFailure] = []
    }

    private let storage: any AccountWriter
    private let state = Mutex(State())
    private let exchanged = DispatchSemaphore(value: 0)

    init(_ storage: any AccountWriter) {
        self.storage = storage
    }

    var claims: [ReminderClaim] { state.withLock(\.claims) }
    var exchanges: Int { state.withLock(\.exchanges) }
    /// The failures of exchanges.
    var failures: [StorageFailure] { state.withLock(\.failures) }

    /// Waits for the outcome of another exchange.
    func waitForExchange() { exchanged.wait() }

    /// Whether there is the outcome of another one, or in a while.
    func hasExchanged(within time: DispatchTimeInterval) -> Bool {
        exchanged.wait(timeout: .now() + time) == .success
    }

    func submit(
        _ write: AccountWrite,
        reply: @escaping @Sendable (Result<AccountOutcome, AccountFailure>) -> Void
    ) {
        storage.submit(write) { [self] result in
            let isExchange = state.withLock { state in
                if case .success(.reminders(.claimed(let claim))) = result {
                    state.claims.append(claim)
                }
                guard case .reminders(.exchange) = write else { return false }
                state.exchanges += 1
                if case .failure(.storage(let failure)) = result { state.failures.append(failure) }
                return true
            }
            reply(result)
            if isExchange { exchanged.signal() }
        }
    }
}

extension AccountWriter {
    /// Subscribes an owner to the n-th topic.
    func subscribe(_ number: UInt64, of owner: Owner) throws {
        let done = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<AccountOutcome, AccountFailure>?>(nil)
        submit(
            .reminders(
                .subscribe(
                    NewSubscription(
                        handle: SubscriptionHandle(number), owner: owner,
                        service: .ntfy(url: "https://push.example/topic\(number)", token: nil))))
        ) { result in
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        _ = try outcome.withLock { $0 }?.get()
    }
}

extension ItemWrite.Action {
    /// Adds an item whose reminder is due at a time.
    static func remind(_ number: UInt64, at time: Double) -> ItemWrite.Action {
        var content = ItemContent(title: "item \(number)")
        (content.timestamp, content.remind) = (time + 600, 10)
        return .add(
            [NewItem(id: ItemID(high: 0, low: number), content: content)], onConflict: .refuse)
    }
}
