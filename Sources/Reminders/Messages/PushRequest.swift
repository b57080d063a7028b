package import API
package import Accounts
import HTTP

/// A POST to a push service.
package struct PushRequest: Equatable, Sendable {
    package let url: String
    /// The lines of its head.
    package let fields: [String]
    package let body: [UInt8]
    /// Whether it may go to a private address.
    package let isLocal: Bool
}

/// Makes the requests of messages.
///
/// Only touched on the sender's thread.
package final class PushRequests {
    /// Signatures are made again this long before they end.
    private static let signatureReserve = 3_600.0
    /// The most services whose signatures are kept.
    private static let signatureLimit = 256

    private let vapid: VAPID
    private let addresses: PushAddresses
    /// By origin; the same signature serves all messages of hours.
    private var signatures: [String: (text: String, expiry: Double)] = [:]
    private var random = SystemRandomNumberGenerator()

    package init(vapid: VAPID, addresses: PushAddresses) {
        self.vapid = vapid
        self.addresses = addresses
    }

    /// The request of a message; nil if the operator permits its service no longer.
    package func request(
        _ message: ReminderMessage, to subscription: Subscription, at now: Double
    ) throws(OpenSSLFailure) -> PushRequest? {
        guard let place = addresses.place(of: subscription.service) else { return nil }
        switch subscription.service {
        case .webPush(let endpoint, let keys):
            let content = message.webPushContent(origin: subscription.origin)
            var fields = [
                "TTL: \(message.secondsToLive(at: now))", "Urgency: high",
                "Topic: \(message.topic)", "Content-Encoding: aes128gcm",
                "Content-Type: application/octet-stream",
            ]
            fields.append("Authorization: " + (try signature(for: place.origin, now)))
            let body = try EncryptedContent.encrypt(
                content, for: keys, key: .generate(),
                salt: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
            return PushRequest(url: endpoint, fields: fields, body: body, isLocal: place.isLocal)
        case .ntfy(_, let token):
            var fields = ["Content-Type: application/json"]
            if let token { fields.append("Authorization: Bearer \(token)") }
            return PushRequest(
                url: place.origin + "/", fields: fields,
                body: message.ntfyContent(topic: place.topic, origin: subscription.origin),
                isLocal: place.isLocal)
        }
    }

    private func signature(for origin: String, _ now: Double) throws(OpenSSLFailure) -> String {
        if let known = signatures[origin], known.expiry - now > Self.signatureReserve,
            known.expiry - now <= VAPID.lifetime
        {
            return known.text
        }
        // Some push services round the time up.
        let expiry = Int(now + VAPID.lifetime - 60)
        let text = try vapid.authorization(for: origin, expiry: expiry)
        if signatures.count >= Self.signatureLimit { signatures = [:] }
        signatures[origin] = (text, Double(expiry))
        return text
    }
}
