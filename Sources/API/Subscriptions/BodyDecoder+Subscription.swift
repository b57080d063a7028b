import Accounts
import Items

extension BodyDecoder {
    /// What a subscription has, all valid.
    struct SubscriptionBody {
        let service: PushService
        let label: String?
        let timeZone: String?
    }

    /// The members of either kind, and those of one.
    private enum Member: String {
        case kind, label, timeZone, endpoint, expirationTime, keys, url, token

        var kind: Kind? {
            switch self {
            case .kind, .label, .timeZone: nil
            case .endpoint, .expirationTime, .keys: .webpush
            case .url, .token: .ntfy
            }
        }
    }

    private enum Kind: String { case webpush, ntfy }

    private static let secretBytes = 16
    private static let tokenBytes = 1...200

    /// Decodes a subscription; nil if a member has a fault.
    ///
    /// A browser's is what `PushSubscription.toJSON()` returns, with `kind` added; its
    /// `expirationTime` is ignored.
    mutating func subscription(
        _ value: borrowing JSONValue, _ push: PushServices.Shared
    ) -> SubscriptionBody? {
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return nil
        }
        guard let kind = kind(value) else { return nil }
        var (label, timeZone, url, token): (String?, String?, String?, String?)
        var keys: PushKeys?
        var (isURLThere, areKeysThere) = (false, false)
        var members = value.members
        while let member = members.next() {
            let name = member.name.string()
            guard let known = Member(rawValue: name), known.kind ?? kind == kind else {
                refuseUnknown(member)
                continue
            }
            guard !member.value.isNull else { continue }
            switch known {
            case .kind, .expirationTime: break
            case .label: label = self.label(member.value)
            case .timeZone:
                timeZone = member.value.string().flatMap { push.zones.zone($0) == nil ? nil : $0 }
                if timeZone == nil { report(.wrongType(expected: Fault.timeZone), at: name) }
            case .endpoint, .url:
                isURLThere = true
                url = member.value.string()
                if url == nil { report(.wrongType(expected: "a string"), at: name) }
            case .token:
                token = member.value.string().flatMap { Self.isToken($0) ? $0 : nil }
                if token == nil {
                    report(
                        .wrongType(expected: "1 to 200 visible characters of ASCII"), at: name)
                }
            case .keys:
                areKeysThere = true
                keys = self.keys(member.value, push)
            }
        }
        let name = kind == .webpush ? "endpoint" : "url"
        if !isURLThere { report(.missing, at: name) }
        if kind == .webpush, !areKeysThere { report(.missing, at: "keys") }
        guard let url else { return nil }
        let service: PushService
        switch kind {
        case .ntfy: service = .ntfy(url: url, token: token)
        case .webpush:
            service = .webPush(
                endpoint: url, keys: keys ?? PushKeys(point: [], secret: []))
        }
        if push.addresses.place(of: service) == nil {
            report(.wrongType(expected: Self.expectedURL(kind)), at: name)
        }
        guard faults.isEmpty else { return nil }
        return SubscriptionBody(service: service, label: label, timeZone: timeZone)
    }

    private static func expectedURL(_ kind: Kind) -> String {
        switch kind {
        case .webpush: "an https URL of a push service that this server permits"
        case .ntfy: "the URL of a topic, on a server that this one permits"
        }
    }

    /// The kind, which decides what the other members are.
    private mutating func kind(_ value: borrowing JSONValue) -> Kind? {
        guard let member = value.member("kind"), !member.isNull else {
            report(.missing, at: "kind")
            return nil
        }
        let kind = member.string().flatMap { Kind(rawValue: $0) }
        if kind == nil {
            report(.wrongType(expected: "\"webpush\" or \"ntfy\""), at: "kind")
        }
        return kind
    }

    private mutating func label(_ value: borrowing JSONValue) -> String? {
        guard let text = value.string() else {
            report(.wrongType(expected: "a string"), at: "label")
            return nil
        }
        return checked(text, "label", AccountRules.label)
    }

    /// The keys of a browser: `{"p256dh":"B…","auth":"…"}`.
    private mutating func keys(
        _ value: borrowing JSONValue, _ push: PushServices.Shared
    ) -> PushKeys? {
        guard open(value, "keys") else { return nil }
        defer { path.pop() }
        var (point, secret): ([UInt8]?, [UInt8]?)
        var names = ["p256dh", "auth"]
        var members = value.members
        while let member = members.next() {
            let name = member.name.string()
            guard let index = names.firstIndex(of: name) else {
                refuseUnknown(member)
                continue
            }
            guard !member.value.isNull else { continue }
            names.remove(at: index)
            let bytes = member.value.string().flatMap { Base64URL.bytes($0) }
            if name == "p256dh" {
                point = bytes.flatMap { push.isPoint($0) ? $0 : nil }
                if point == nil {
                    report(
                        .wrongType(expected: "an uncompressed point of P-256 in base64url"),
                        at: name)
                }
            } else {
                secret = bytes.flatMap { $0.count == Self.secretBytes ? $0 : nil }
                if secret == nil {
                    report(.wrongType(expected: "16 bytes in base64url"), at: name)
                }
            }
        }
        for name in names { report(.missing, at: name) }
        guard let point, let secret else { return nil }
        return PushKeys(point: point, secret: secret)
    }

    private static func isToken(_ text: String) -> Bool {
        tokenBytes.contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
