package import Items

/// A device or a topic that is told of an owner's reminders.
package struct Subscription: Equatable, Sendable {
    /// The most subscriptions of an owner.
    package static let limit = 20

    package let handle: SubscriptionHandle
    package let owner: Owner
    package let service: PushService
    package let label: String?
    /// The IANA name of the zone in which times are written; nil if the client named none.
    package let timeZone: String?
    /// The origin of the page that subscribed, to which a message leads.
    package let origin: String?
    /// The session or token that subscribed; nil without accounts.
    package let session: TokenSelector?
    /// The fixed end of the token that subscribed.
    package let endsAt: Double?
    package let createdAt: Double
    package let lastSuccessAt: Double?
    /// Why the last message failed: a status, or `address`, `tls`, `timeout`, `connection`; nil
    /// after a success.
    package let lastError: String?

    package init(
        handle: SubscriptionHandle, owner: Owner, service: PushService, label: String? = nil,
        timeZone: String? = nil, origin: String? = nil, session: TokenSelector? = nil,
        endsAt: Double? = nil, createdAt: Double, lastSuccessAt: Double? = nil,
        lastError: String? = nil
    ) {
        self.handle = handle
        self.owner = owner
        self.service = service
        self.label = label
        self.timeZone = timeZone
        self.origin = origin
        self.session = session
        self.endsAt = endsAt
        self.createdAt = createdAt
        self.lastSuccessAt = lastSuccessAt
        self.lastError = lastError
    }
}

/// What a client sends to subscribe, checked.
package struct NewSubscription: Equatable, Sendable {
    /// The handle that it gets if it is new.
    package let handle: SubscriptionHandle
    package let owner: Owner
    package let service: PushService
    package let label: String?
    package let timeZone: String?
    package let origin: String?
    /// The token of the request, which must still be stored then; nil without accounts.
    package let session: TokenSelector?

    package init(
        handle: SubscriptionHandle, owner: Owner, service: PushService, label: String? = nil,
        timeZone: String? = nil, origin: String? = nil, session: TokenSelector? = nil
    ) {
        self.handle = handle
        self.owner = owner
        self.service = service
        self.label = label
        self.timeZone = timeZone
        self.origin = origin
        self.session = session
    }
}

/// Where messages go.
package enum PushService: Equatable, Sendable {
    /// A browser's push service; only the browser can read the content.
    case webPush(endpoint: String, keys: PushKeys)
    /// A topic of ntfy, whose server reads the content.
    case ntfy(url: String, token: String?)

    /// The address that messages go to, which is a secret: it permits to send, or to read.
    package var url: String {
        switch self {
        case .webPush(let endpoint, keys: _): endpoint
        case .ntfy(let url, token: _): url
        }
    }

    /// The address without its path, as in `https://push.example:8443`.
    package var origin: String {
        let url = url
        let authority = url[url.startOfAuthority...].prefix { $0 != "/" && $0 != "?" }
        return String(url[..<authority.endIndex])
    }

    /// The host, with a port that is not the usual one.
    package var host: String {
        let origin = origin
        return String(origin[origin.startOfAuthority...])
    }
}

extension String {
    /// Where the host of a URL begins, behind `://`.
    fileprivate var startOfAuthority: Index {
        guard let colon = firstIndex(of: ":"), self[colon...].hasPrefix("://") else {
            return startIndex
        }
        return index(colon, offsetBy: 3)
    }
}

/// The keys of a subscription, which its browser made.
package struct PushKeys: Equatable, Sendable {
    /// The browser's public key, an uncompressed point of P-256.
    package let point: [UInt8]
    /// Its authentication secret, 16 bytes.
    package let secret: [UInt8]

    package init(point: [UInt8], secret: [UInt8]) {
        self.point = point
        self.secret = secret
    }
}

/// The name of a subscription, which is no secret: 16 hexadecimal digits.
package struct SubscriptionHandle: Hashable, Sendable {
    /// The digits of a handle.
    package static let length = 16

    private let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }

    /// Reads 16 digits in lower case; nil for anything else.
    package init?(_ text: String) {
        guard let number = UInt64(text, radix: 16) else { return nil }
        self.number = number
        guard self.text == text else { return nil }
    }

    package init?(_ text: Span<UInt8>) {
        guard let text = try? UTF8Span(validating: text) else { return nil }
        self.init(String(copying: text))
    }

    package var text: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: Self.length - digits.count) + digits
    }
}
