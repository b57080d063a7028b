package import Accounts
import Items

/// Changes of subscriptions, each in a transaction that is open already.
extension DatabaseSession {
    func subscribe(
        _ new: NewSubscription, _ now: Double
    ) throws(Failure) -> AccountJob.Outcome {
        guard try lockedOwner(new.owner.key) == new.owner else { return .failure(.noAccount) }
        var endsAt: Double?
        if let session = new.session {
            let tokens = try rows(
                "SELECT is_fixed, expires_at FROM tokens WHERE selector = $1 AND owner = $2",
                [.selector(session), .integer(new.owner.key)]
            ) { row throws(Failure) in try row.bool(0) ? try row.double(1) : Double?.none }
            guard let token = tokens.first else { return .failure(.noToken) }
            endsAt = token
        }
        // A browser has one endpoint, so this one is not the former owner's any longer.
        if case .webPush = new.service {
            try endSubscriptions(
                "kind = 'webpush' AND \(Self.equal("url", "$1")) AND owner <> $2",
                [.text(new.service.url), .integer(new.owner.key)])
        }
        let known = try rows(
            """
            \(SubscriptionColumns.selection) WHERE s.owner = $1 AND \(Self.equal("url", "$2"))
            """, [.integer(new.owner.key), .text(new.service.url)]
        ) { row throws(Failure) in try row.subscription() }
        if known.isEmpty {
            let count = try rows(
                "SELECT count(*) FROM subscriptions WHERE owner = $1", [.integer(new.owner.key)]
            ) { row throws(Failure) in try row.integer(0) }
            guard (count.first ?? 0) < Subscription.limit else {
                return .failure(.tooManySubscriptions)
            }
        }
        let subscription = Subscription(
            handle: known.first?.handle ?? new.handle, owner: new.owner, service: new.service,
            label: new.label, timeZone: new.timeZone, origin: new.origin, session: new.session,
            endsAt: endsAt, createdAt: known.first?.createdAt ?? now,
            lastSuccessAt: known.first?.lastSuccessAt)
        let stored =
            known.isEmpty
            ? try run(SubscriptionColumns.insertion, subscription.values)
            : try run(SubscriptionColumns.replacement, subscription.values)
        // Another server has given the endpoint to another owner meanwhile.
        guard stored == 1 else {
            return .failure(.storage(.busy("another server changes this subscription")))
        }
        if !known.isEmpty {
            try run(
                """
                UPDATE subscriptions SET failures = 0, last_error = NULL, next_at = $2 \
                WHERE handle = $1 AND next_at IS NOT NULL
                """, [.text(subscription.handle.text), .double(now)])
        }
        return .success(.reminders(.subscribed(subscription, isNew: known.isEmpty)))
    }

    func unsubscribe(
        _ handle: SubscriptionHandle, _ owner: Owner
    ) throws(Failure) -> AccountJob.Outcome {
        guard try lockedOwner(owner.key) == owner else { return .failure(.noAccount) }
        let ended = try endSubscriptions(
            "handle = $1 AND owner = $2", [.text(handle.text), .integer(owner.key)])
        return ended > 0 ? .success(.reminders(.unsubscribed)) : .failure(.noSubscription)
    }

    func findSubscription(
        _ handle: SubscriptionHandle, _ owner: Owner, _ now: Double
    ) throws(Failure) -> AccountJob.Outcome {
        let found = try rows(
            "\(SubscriptionColumns.selection) WHERE handle = $1 AND s.owner = $2 AND o.epoch = $3",
            [.text(handle.text), .integer(owner.key), .text(owner.epoch)]
        ) { row throws(Failure) in try row.subscription() }
        guard let subscription = found.first, subscription.endsAt ?? .infinity > now else {
            return .failure(.noSubscription)
        }
        return .success(.reminders(.found(subscription)))
    }

    /// Deletes the subscriptions that fulfil a condition, and what waits for them; returns their
    /// number.
    @discardableResult
    func endSubscriptions(_ condition: String, _ values: [SQLValue]) throws(Failure) -> Int {
        // Few have any, and none has deliveries then.
        guard try hasRows("SELECT 1 FROM subscriptions WHERE \(condition) LIMIT 1", values) else {
            return 0
        }
        try run(
            """
            DELETE FROM deliveries WHERE handle IN \
            (SELECT handle FROM subscriptions WHERE \(condition))
            """, values)
        return try run("DELETE FROM subscriptions WHERE \(condition)", values)
    }
}

/// Parts of the statements about subscriptions.
package enum SubscriptionColumns {
    /// The columns of a subscription behind its owner.
    static let list = """
        handle, kind, url, point, secret, token, label, time_zone, origin, session, ends_at, \
        created_at, last_success_at, last_error
        """

    /// Selects subscriptions with their owners.
    package static let selection = """
        SELECT s.owner, o.epoch, \(list) FROM subscriptions s JOIN owners o ON o.owner = s.owner
        """

    /// Selects the subscriptions of the owner with a key and an epoch that have not ended.
    package static let ofOwner = """
        \(selection) WHERE s.owner = $1 AND o.epoch = $2 AND (ends_at IS NULL OR ends_at > $3) \
        ORDER BY created_at, handle
        """

    static let insertion = """
        INSERT INTO subscriptions (owner, service, \(list)) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) \
        ON CONFLICT DO NOTHING
        """

    static let replacement = """
        UPDATE subscriptions SET service = $2, kind = $4, url = $5, point = $6, secret = $7, \
        token = $8, label = $9, time_zone = $10, origin = $11, session = $12, ends_at = $13, \
        created_at = $14, last_success_at = $15, last_error = $16 WHERE handle = $3 AND owner = $1
        """
}

extension Subscription {
    /// The values of `SubscriptionColumns.insertion` and `replacement`.
    var values: [SQLValue] {
        let kind: [SQLValue] =
            switch service {
            case .webPush(let endpoint, let keys):
                [
                    .text("webpush"), .text(endpoint), .bytes(keys.point), .bytes(keys.secret),
                    .text(nil),
                ]
            case .ntfy(let url, let token):
                [.text("ntfy"), .text(url), .bytes(nil), .bytes(nil), .text(token)]
            }
        return [.integer(owner.key), .text(service.origin), .text(handle.text)] + kind + [
            .text(label), .text(timeZone), .text(origin), .selector(session), .double(endsAt),
            .double(createdAt), .double(lastSuccessAt), .text(lastError),
        ]
    }
}

extension SQLRow {
    /// The subscription whose columns, with its owner before them, begin at `first`.
    package func subscription(_ first: Int = 0) throws(Failure) -> Subscription {
        guard let handle = SubscriptionHandle(try text(first + 2)) else {
            throw malformed("an invalid handle of a subscription")
        }
        let url = try text(first + 4)
        let service: PushService
        switch try text(first + 3) {
        case "webpush":
            service = .webPush(
                endpoint: url,
                keys: PushKeys(point: try bytes(first + 5), secret: try bytes(first + 6)))
        case "ntfy": service = .ntfy(url: url, token: try optionalText(first + 7))
        default: throw malformed("an unknown kind of subscription")
        }
        return Subscription(
            handle: handle, owner: try owner(first), service: service,
            label: try optionalText(first + 8), timeZone: try optionalText(first + 9),
            origin: try optionalText(first + 10), session: try optionalSelector(first + 11),
            endsAt: try optionalDouble(first + 12), createdAt: try double(first + 13),
            lastSuccessAt: try optionalDouble(first + 14),
            lastError: try optionalText(first + 15))
    }
}
