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
struct ReminderPlace {
    /// More than any owner and any sequence.
    private static let last = 1 << 61
    /// An older reminder is not sent.
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
