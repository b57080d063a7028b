import Accounts
import Items

/// The steps of telling reminders, each in a transaction that is open already.
extension DatabaseSession {
    /// Performs one step, or returns the refusal; the caller must roll back after either failure.
    func perform(_ write: ReminderWrite, now: Double) throws(Failure) -> AccountJob.Outcome {
        switch write {
        case .start(let key): try start(key, now)
        case .subscribe(let new): try subscribe(new, now)
        case .unsubscribe(let handle, let owner): try unsubscribe(handle, owner)
        case .find(let handle, let owner): try findSubscription(handle, owner, now)
        case .claim: .success(.reminders(.claimed(try claim(now))))
        case .exchange(let exchange): .success(.reminders(.turns(try self.exchange(exchange, now))))
        }
    }

    private func start(_ key: [UInt8], _ now: Double) throws(Failure) -> AccountJob.Outcome {
        try run("UPDATE push SET key = $1 WHERE one = 1 AND key IS NULL", [.bytes(key)])
        if !Self.isShared {
            // Of a process that has ended. A wait of that length after a failure ends, too.
            try run(
                "UPDATE subscriptions SET next_at = $1 WHERE next_at > $1 AND next_at <= $2",
                [.double(now), .double(now + ReminderTurn.seconds)])
        }
        let keys = try rows("SELECT key FROM push WHERE one = 1") { row throws(Failure) in
            try row.bytes(0)
        }
        guard let stored = keys.first else {
            return .failure(.storage(.unexpected("no row of the sender of reminders")))
        }
        return .success(
            .reminders(.started(key: stored, hasSubscriptions: try hasSubscriptions())))
    }

    private func hasSubscriptions() throws(Failure) -> Bool {
        try hasRows("SELECT 1 FROM subscriptions LIMIT 1", [])
    }
}

/// A place in the order of reminders.
private struct ReminderPlace {
    /// More than any owner and any sequence.
    private static let last = 1 << 61
    /// What is older is told to nobody.
    private static let oldest = 86_400.0
    /// How far ahead of the clock the place may be; a clock that was set back leaves it further.
    static let ahead = 60.0

    var at: Double
    var owner: Int
    var sequence: Int

    /// The end of all reminders up to this time.
    static func end(of time: Double) -> ReminderPlace {
        ReminderPlace(at: time, owner: last, sequence: last)
    }

    var values: [SQLValue] { [.double(at), .integer(owner), .integer(sequence)] }

    static func isTooOld(_ at: Double, _ now: Double) -> Bool { at <= now - oldest }
}

/// The claim: what has become due since the last one becomes deliveries.
extension DatabaseSession {
    private func claim(_ now: Double) throws(Failure) -> ReminderClaim {
        guard try hasSubscriptions() else {
            // Nobody is told what is due before there is a subscription.
            return ReminderClaim(
                isMore: false, nextAt: nil, waiting: 0, dropped: 0, hasSubscriptions: false)
        }
        // The lock first, then the clock: of several servers one claims, by one clock.
        let places = try rows(
            "SELECT at, owner, sequence FROM push WHERE one = 1\(Self.lock)"
        ) { row throws(Failure) in
            ReminderPlace(
                at: try row.double(0), owner: try row.integer(1), sequence: try row.integer(2))
        }
        let now = try time(now)
        try endSubscriptions("ends_at <= $1", [.double(now)])
        var place = places.first ?? .end(of: now)
        if ReminderPlace.isTooOld(place.at, now) {
            place = .end(of: now - 86_400)
        } else if place.at > now + ReminderPlace.ahead {
            place = .end(of: now - ReminderPlace.ahead)
            // The times of waits are of the clock that was set back.
            try run(
                """
                UPDATE subscriptions SET messages_until = 0, \
                next_at = CASE WHEN next_at IS NULL THEN NULL ELSE 0 END
                """)
        } else if place.at > now {
            // What is due until then becomes a delivery again, since an item may be written that is.
            place = .end(of: now)
        }
        let last = try rows(
            """
            SELECT at, owner, sequence FROM (\(Self.reminders)) AS r \
            WHERE (at, owner, sequence) > ($1, $2, $3) AND at <= $4 \
            ORDER BY at, owner, sequence LIMIT 1 OFFSET \(ReminderClaim.limit - 1)
            """, place.values + [.double(now)]
        ) { row throws(Failure) in
            ReminderPlace(
                at: try row.double(0), owner: try row.integer(1), sequence: try row.integer(2))
        }.first
        let end = last ?? .end(of: now)
        let dropped = try deliver(place.values + end.values, now)
        try run(
            "UPDATE push SET at = $1, owner = $2, sequence = $3 WHERE one = 1", end.values)
        return try ReminderClaim(
            isMore: last != nil, nextAt: next(after: end), waiting: last == nil ? waiting() : nil,
            dropped: dropped, hasSubscriptions: hasSubscriptions())
    }

    /// Adds a delivery for each reminder between two places and each subscription that was there
    /// before; returns the number of those that have gone because too many wait.
    private func deliver(_ range: [SQLValue], _ now: Double) throws(Failure) -> Int {
        let due = """
            SELECT at, owner, id, created_at FROM (\(Self.reminders)) AS r \
            WHERE (at, owner, sequence) > ($1, $2, $3) AND (at, owner, sequence) <= ($4, $5, $6)
            """
        // What was created after its reminder was due is in the past for its owner, too.
        let delivered = try run(
            """
            INSERT INTO deliveries (handle, at, id, owner) \
            SELECT s.handle, d.at, d.id, d.owner FROM (\(due)) AS d \
            JOIN subscriptions s ON s.owner = d.owner AND s.created_at < d.at \
            WHERE d.created_at <= d.at ON CONFLICT DO NOTHING
            """, range)
        guard delivered > 0 else { return 0 }
        let handles = """
            SELECT handle FROM subscriptions WHERE owner IN (SELECT owner FROM (\(due)) AS d)
            """
        let dropped = try run(
            """
            DELETE FROM deliveries WHERE (handle, at, id) IN (SELECT handle, at, id FROM \
            (SELECT handle, at, id, row_number() OVER \
            (PARTITION BY handle ORDER BY at DESC, id DESC) AS number \
            FROM deliveries WHERE handle IN (\(handles))) AS numbered WHERE number > 100)
            """, range)
        try run(
            """
            UPDATE subscriptions SET next_at = CASE \
            WHEN messages_until - $8 > $7 THEN messages_until - $8 ELSE $7 END \
            WHERE next_at IS NULL AND handle IN (\(handles)) \
            AND EXISTS (SELECT 1 FROM deliveries w WHERE w.handle = subscriptions.handle)
            """, range + [.double(now), .double(Self.burstSeconds)])
        return dropped
    }

    private func next(after place: ReminderPlace) throws(Failure) -> Double? {
        try rows(
            """
            SELECT at FROM (\(Self.reminders)) AS r WHERE (at, owner, sequence) > ($1, $2, $3) \
            ORDER BY at, owner, sequence LIMIT 1
            """, place.values
        ) { row throws(Failure) in try row.double(0) }.first
    }

    private func waiting() throws(Failure) -> Int {
        try rows("SELECT count(*) FROM deliveries") { row throws(Failure) in
            try row.integer(0)
        }.first ?? 0
    }
}

/// Turns: a subscription is one process's for a while, which tells it one message.
extension DatabaseSession {
    private func exchange(
        _ exchange: ReminderExchange, _ given: Double
    ) throws(Failure) -> ReminderTurns {
        let now = try time(given)
        for result in exchange.results { try store(result, now) }
        var (turns, dropped): ([ReminderTurn], Int) = ([], 0)
        let excepted = exchange.except + ["", ""]
        if exchange.turns > 0 {
            let taken = try rows(
                """
                UPDATE subscriptions SET next_at = $2, \
                messages_until = CASE WHEN messages_until > $1 THEN messages_until ELSE $1 END + \
                \(Self.secondsPerMessage) \
                WHERE handle IN (SELECT handle FROM subscriptions \
                WHERE next_at <= $1 AND service NOT IN ($3, $4) \
                ORDER BY next_at LIMIT $5\(Self.lockUnlocked)) RETURNING owner, \
                (SELECT epoch FROM owners o WHERE o.owner = subscriptions.owner), \
                \(SubscriptionColumns.list), failures
                """,
                [
                    .double(now), .double(now + ReminderTurn.seconds), .text(excepted[0]),
                    .text(excepted[1]), .integer(exchange.turns),
                ]
            ) { row throws(Failure) in
                (subscription: try row.subscription(), failures: try row.integer(16))
            }
            for (subscription, failures) in taken {
                let found = try reminders(of: subscription, now)
                dropped += found.dropped
                guard !found.due.isEmpty else { continue }
                turns.append(
                    ReminderTurn(
                        subscription: subscription, failures: failures, reminders: found.due))
            }
        }
        let nextAt = try rows(
            """
            SELECT next_at FROM subscriptions WHERE next_at IS NOT NULL AND service NOT IN ($1, $2) \
            ORDER BY next_at LIMIT 1
            """, [.text(excepted[0]), .text(excepted[1])]
        ) { row throws(Failure) in try row.double(0) }.first
        return ReminderTurns(turns: turns, nextAt: nextAt, dropped: dropped)
    }

    /// At most 10 messages at once, then one in 6 s: so in no minute more than 20.
    private static var secondsPerMessage: Int { 6 }
    private static var burstSeconds: Double { 54 }

    /// What a subscription whose turn it is has to be told. Rows whose item is done, gone, moved or
    /// a day late go.
    private func reminders(
        of subscription: Subscription, _ now: Double
    ) throws(Failure) -> (due: [DueReminder], dropped: Int) {
        let handle = SQLValue.text(subscription.handle.text)
        var (due, gone, later): ([DueReminder], [[SQLValue]], Double?) = ([], [], nil)
        try run(
            """
            SELECT d.at, d.id, i.title, i.timestamp, CAST(i.day AS double precision), i.revision, \
            i.at FROM deliveries d LEFT JOIN (\(Self.openItems)) AS i \
            ON i.owner = d.owner AND i.id = d.id WHERE d.handle = $1 ORDER BY d.at, d.id
            """, [handle]
        ) { row throws(Failure) in
            let at = try row.double(0)
            let (high, low) = try row.uuid(1)
            let isStill = try row.optionalDouble(6) == at
            if isStill, at > now {
                // The clock was set back.
                later = min(at, later ?? at)
            } else if isStill, !ReminderPlace.isTooOld(at, now) {
                due.append(
                    DueReminder(
                        id: ItemID(high: high, low: low), at: at, title: try row.text(2),
                        timestamp: try row.double(3),
                        day: try row.optionalDouble(4).map { Int($0) },
                        revision: try row.integer(5)))
            } else {
                gone.append([handle, .double(at), .uuid((high, low))])
            }
        }
        try deleteDeliveries(gone)
        if due.isEmpty {
            try run(
                "UPDATE subscriptions SET next_at = $2 WHERE handle = $1", [handle, .double(later)])
        }
        if due.count <= ReminderTurn.oneByOne { due = Array(due.prefix(1)) }
        return (due, gone.count)
    }

    private func deleteDeliveries(_ keys: [[SQLValue]]) throws(Failure) {
        guard !keys.isEmpty else { return }
        try run("DELETE FROM deliveries WHERE handle = $1 AND at = $2 AND id = $3", each: keys)
    }

    private func store(_ result: TurnResult, _ now: Double) throws(Failure) {
        let handle = SQLValue.text(result.handle.text)
        let isTurn = !result.deliveries.isEmpty
        let deliveries = result.deliveries.map { delivery in
            [handle, .double(delivery.at), .uuid((delivery.id.high, delivery.id.low))]
        }
        switch result.outcome {
        case .sent:
            try deleteDeliveries(deliveries)
            try run(
                """
                UPDATE subscriptions SET last_success_at = $2, last_error = NULL, failures = 0 \
                WHERE handle = $1
                """, [handle, .double(now)])
            if isTurn { try planTurn(handle, now) }
        case .dropped(let error):
            try deleteDeliveries(deliveries)
            try note(error, handle)
            if isTurn { try planTurn(handle, now) }
        case .gone: try endSubscriptions("handle = $1", [handle])
        case .failed(let error, let seconds):
            try note(error, handle)
            guard isTurn else { return }
            try run(
                """
                UPDATE subscriptions SET failures = failures + 1, next_at = $2 WHERE handle = $1
                """, [handle, .double(now + seconds)])
        case .postponed(let seconds):
            // It has sent nothing, so it counts as no message.
            try run(
                """
                UPDATE subscriptions SET next_at = $2, messages_until = messages_until - \
                \(Self.secondsPerMessage) WHERE handle = $1
                """, [handle, .double(now + seconds)])
        }
    }

    private func note(_ error: String, _ handle: SQLValue) throws(Failure) {
        try run(
            "UPDATE subscriptions SET last_error = $2 WHERE handle = $1", [handle, .text(error)])
    }

    /// Plans the turn after a message, if more waits.
    private func planTurn(_ handle: SQLValue, _ now: Double) throws(Failure) {
        try run(
            """
            UPDATE subscriptions SET next_at = CASE \
            WHEN NOT EXISTS (SELECT 1 FROM deliveries w WHERE w.handle = subscriptions.handle) \
            THEN NULL WHEN messages_until - $3 > $2 THEN messages_until - $3 ELSE $2 END \
            WHERE handle = $1
            """, [handle, .double(now), .double(Self.burstSeconds)])
    }
}
