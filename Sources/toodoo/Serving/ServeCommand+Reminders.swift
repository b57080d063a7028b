import API
import Accounts
import Dispatch
import HTTP
import Items
import Reminders
import Storage

/// The sender of reminders, and what lanes need to serve subscriptions.
struct ServedReminders {
    let sender: ReminderSender
    let services: PushServices.Shared
    /// Whether there may be subscriptions at the start.
    let hasSubscriptions: Bool
    /// Whether other servers may add subscriptions, which this one sends to when they have ended.
    let isShared: Bool

    /// Begins to send. Nothing runs while there are no subscriptions, but for a look now and then
    /// whether another server has made some.
    func start() {
        if hasSubscriptions { sender.start() }
        if isShared { lookAgain() }
    }

    private func lookAgain() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 30) { [self] in
            sender.start()
            lookAgain()
        }
    }
}

extension ServeCommand {
    /// What reminders need, nil without `--push-contact`; ends the process if a library or a file
    /// is missing.
    func makeReminders(
        _ storage: any Storage, _ zones: any TimeZoneDatabase, _ failures: FailureLog
    ) -> ServedReminders? {
        guard let contact = options.pushContact else { return nil }
        guard OpenSSL.isThere else {
            Output.fail("--push-contact needs libcrypto.so.3 (Debian: libssl3)", .failure)
        }
        let (agent, certificates) = ("toodoo/\(Build.version)", options.pushCertificates)
        if let certificates, !isReadable(certificates) {
            Output.fail("--push-ca: \(certificates) cannot be read", .failure)
        }
        guard (try? CurlTransport(userAgent: agent, certificates: certificates)) != nil else {
            Output.fail("--push-contact needs libcurl.so.4, 7.68 or newer", .failure)
        }
        let (vapid, hasSubscriptions) = startReminders(storage, contact)
        let addresses = PushAddresses(hosts: options.pushHosts, local: options.pushLocal)
        let sender = ReminderSender(
            ReminderSender.Dependencies(
                writer: storage,
                transport: { try? CurlTransport(userAgent: agent, certificates: certificates) },
                vapid: vapid, addresses: addresses, zones: zones, clock: .system,
                report: { failures.report($0) }))
        storage.reminderSignal.connect { sender.note(reminderAt: $0) }
        let services = PushServices.Shared(
            publicKey: vapid.publicKey, addresses: addresses, writer: storage, zones: zones,
            isPoint: { (try? P256Key(point: $0)) != nil }, start: { sender.start() },
            test: { sender.test($0) }, steady: monotonicNanoseconds)
        return ServedReminders(
            sender: sender, services: services, hasSubscriptions: hasSubscriptions,
            isShared: storage.file == nil)
    }

    /// Reads the key that browsers are bound to, which is made at the first start.
    private func startReminders(
        _ storage: any Storage, _ contact: PushContact
    ) -> (vapid: VAPID, hasSubscriptions: Bool) {
        do throws(OpenSSLFailure) {
            let new = try P256Key.generate().der()
            guard
                case .success(.reminders(.started(let key, let hasSubscriptions))) =
                    storage.perform(.reminders(.start(key: new)))
            else { Output.fail("the key of push services cannot be stored", .failure) }
            return (
                try VAPID(key: P256Key(der: key), contact: contact.text), hasSubscriptions
            )
        } catch {
            Output.fail("the key of push services cannot be used (\(error))", .failure)
        }
    }
}
