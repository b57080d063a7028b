import Accounts
import Items

/// Turns: a subscription is one process's for a while, which tells it one message.
extension DatabaseSession {
    func exchange(
        _ exchange: ReminderExchange, _ given: Double
    ) throws(Failure) -> ReminderTurns {
        let now = try time(given)
        try store(exchange.results, now)
        let taken = try takeTurns(exchange, now)
        let found = try reminders(of: taken.map(\.subscription), now)
        let turns = taken.compactMap { subscription, failures -> ReminderTurn? in
            guard let due = found.due[subscription.handle] else { return nil }
            return ReminderTurn(subscription: subscription, failures: failures, reminders: due)
        }
        let nextAt = try waitingServices(except: exchange.except).map(\.nextAt).min()
        return ReminderTurns(turns: turns, nextAt: nextAt, dropped: found.dropped)
    }

    /// At most 10 messages at once, then one in 6 s: so in no minute more than 20.
    private static var secondsPerMessage: Int { 6 }
    static var burstSeconds: Double { 54 }

    /// The services for whose subscriptions something waits, and the first turn of each, found by a
    /// step through the index for each service: most subscriptions may be of one that is excepted.
    private func waitingServices(
        except: [String]
    ) throws(Failure) -> [(service: String, nextAt: Double)] {
        try rows(
            """
            WITH RECURSIVE services (service) AS (\
            SELECT min(service) FROM subscriptions WHERE next_at IS NOT NULL UNION ALL \
            SELECT (SELECT min(s.service) FROM subscriptions s \
            WHERE s.next_at IS NOT NULL AND s.service > services.service) \
            FROM services WHERE service IS NOT NULL) \
            SELECT service, (SELECT min(s.next_at) FROM subscriptions s \
            WHERE s.next_at IS NOT NULL AND s.service = services.service) \
            FROM services WHERE service IS NOT NULL
            """
        ) { row throws(Failure) in
            (service: try row.text(0), nextAt: try row.double(1))
        }.filter { !except.contains($0.service) }
    }

    private func takeTurns(
        _ exchange: ReminderExchange, _ now: Double
    ) throws(Failure) -> [(subscription: Subscription, failures: Int)] {
        guard exchange.turns > 0 else { return [] }
        var taken: [(subscription: Subscription, failures: Int)] = []
        let due = try waitingServices(except: exchange.except).filter { $0.nextAt <= now }
        for (service, _) in due.sorted(by: { $0.nextAt < $1.nextAt }) {
            let left = exchange.turns - taken.count
            guard left > 0 else { break }
            taken += try rows(
                """
                UPDATE subscriptions SET next_at = $2, \
                messages_until = CASE WHEN messages_until > $1 THEN messages_until ELSE $1 END + \
                \(Self.secondsPerMessage) \
                WHERE handle IN (SELECT handle FROM subscriptions \
                WHERE service = $3 AND next_at <= $1 \
                ORDER BY next_at LIMIT $4\(Self.lockUnlocked)) RETURNING owner, \
                (SELECT epoch FROM owners o WHERE o.owner = subscriptions.owner), \
                \(SubscriptionColumns.list), failures
                """,
                [
                    .double(now), .double(now + ReminderTurn.seconds), .text(service),
                    .integer(left),
                ]
            ) { row throws(Failure) in
                (subscription: try row.subscription(), failures: try row.integer(16))
            }
        }
        return taken
    }

    /// What subscriptions whose turn it is have to be told. Rows whose item is done, gone, moved or
    /// a day late go.
    private func reminders(
        of subscriptions: [Subscription], _ now: Double
    ) throws(Failure) -> (due: [SubscriptionHandle: [DueReminder]], dropped: Int) {
        guard !subscriptions.isEmpty else { return ([:], 0) }
        var (due, later): ([SubscriptionHandle: [DueReminder]], [SubscriptionHandle: Double]) = (
            [:], [:]
        )
        var gone: [[SQLValue]] = []
        let handles = subscriptions.map { SQLValue.text($0.handle.text) }
        let names = (1...handles.count).map { "$\($0)" }.joined(separator: ", ")
        // SQLite would read all items for a LEFT JOIN with what is itself a join
        // (sqlite.org/optoverview.html#flattening).
        let open = "(\(Self.openItems)) AS i"
        try run(
            """
            SELECT d.at, d.id, i.title, i.timestamp, CAST(i.day AS double precision), i.revision, \
            i.at, d.handle FROM deliveries d JOIN \(open) ON i.owner = d.owner AND i.id = d.id \
            WHERE d.handle IN (\(names)) UNION ALL \
            SELECT d.at, d.id, NULL, NULL, NULL, NULL, NULL, d.handle FROM deliveries d \
            WHERE d.handle IN (\(names)) AND NOT EXISTS \
            (SELECT 1 FROM \(open) WHERE i.owner = d.owner AND i.id = d.id) ORDER BY 8, 1, 2
            """, handles
        ) { row throws(Failure) in
            let at = try row.double(0)
            let (high, low) = try row.uuid(1)
            guard let handle = SubscriptionHandle(try row.text(7)) else {
                throw row.malformed("an invalid handle of a subscription")
            }
            let isStill = try row.optionalDouble(6) == at
            if isStill, at > now {
                // The clock was set back.
                later[handle] = min(at, later[handle] ?? at)
            } else if isStill, !ReminderPlace.isTooOld(at, now) {
                due[handle, default: []].append(
                    DueReminder(
                        id: ItemID(high: high, low: low), at: at, title: try row.text(2),
                        timestamp: try row.double(3),
                        day: try row.optionalDouble(4).map { Int($0) },
                        revision: try row.integer(5)))
            } else {
                gone.append([.text(handle.text), .double(at), .uuid((high, low))])
            }
        }
        try deleteDeliveries(gone)
        try run(
            "UPDATE subscriptions SET next_at = $2 WHERE handle = $1",
            each: subscriptions.map(\.handle).filter { due[$0] == nil }.map { handle in
                [.text(handle.text), .double(later[handle])]
            })
        due = due.mapValues { $0.count <= ReminderTurn.oneByOne ? Array($0.prefix(1)) : $0 }
        return (due, gone.count)
    }

    private func deleteDeliveries(_ keys: [[SQLValue]]) throws(Failure) {
        try run("DELETE FROM deliveries WHERE handle = $1 AND at = $2 AND id = $3", each: keys)
    }

    /// Stores what became of messages: first what a message leaves behind, whose statements are
    /// prepared once for all.
    private func store(_ results: [TurnResult], _ now: Double) throws(Failure) {
        let told = results.filter(\.isOver)
        try deleteDeliveries(
            told.flatMap { result in
                result.deliveries.map { delivery in
                    [
                        .text(result.handle.text), .double(delivery.at),
                        .uuid((delivery.id.high, delivery.id.low)),
                    ]
                }
            })
        try run(
            """
            UPDATE subscriptions SET last_success_at = $2, last_error = NULL, failures = 0 \
            WHERE handle = $1
            """,
            each: results.filter { $0.outcome == .sent }.map { result in
                [.text(result.handle.text), .double(now)]
            })
        for result in results { try storeFailure(result, now) }
        // The turn after a message, if more waits.
        try run(
            """
            UPDATE subscriptions SET next_at = CASE \
            WHEN NOT EXISTS (SELECT 1 FROM deliveries w WHERE w.handle = subscriptions.handle) \
            THEN NULL WHEN messages_until - $3 > $2 THEN messages_until - $3 ELSE $2 END \
            WHERE handle = $1
            """,
            each: told.filter { !$0.deliveries.isEmpty }.map { result in
                [.text(result.handle.text), .double(now), .double(Self.burstSeconds)]
            })
    }

    private func storeFailure(_ result: TurnResult, _ now: Double) throws(Failure) {
        let handle = SQLValue.text(result.handle.text)
        switch result.outcome {
        case .sent: break
        case .dropped(let error): try note(error, handle)
        case .gone: try endSubscriptions("handle = $1", [handle])
        case .failed(let error, let seconds):
            try note(error, handle)
            guard !result.deliveries.isEmpty else { return }
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
}

extension TurnResult {
    /// Whether what was told, or refused, waits no longer.
    fileprivate var isOver: Bool {
        switch outcome {
        case .sent, .dropped: true
        case .gone, .failed, .postponed: false
        }
    }
}
