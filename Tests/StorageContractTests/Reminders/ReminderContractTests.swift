import Accounts
import Items
import SQLiteTestSupport
import StorageTestSupport
import TestSupport
import Testing

/// What each storage does with items whose reminder is due.
@Suite struct `Reminders in a storage` {
    @Test(arguments: ReminderWorld.kinds)
    func `are told to each subscription of their owner`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        let ada = try world.accounts.add("ada@example.org")
        try world.subscribe(1)
        try world.subscribe(2)
        try world.subscribe(3, of: ada.owner)
        try world.add(7, in: -60)

        let claim = try world.claim()
        let turns = try world.exchange()

        #expect(claim.waiting == 2)
        #expect(turns.turns.map(\.subscription.handle.text).sorted().map(\.last) == ["1", "2"])
        let reminder = DueReminder(
            id: id(7), at: world.now - 60, title: "item 7", timestamp: world.now + 540, day: nil,
            revision: 1)
        #expect(turns.turns.allSatisfy { $0.reminders == [reminder] })
        #expect(turns.turns.allSatisfy { $0.subscription.owner == world.local })
    }

    @Test(arguments: ReminderWorld.kinds)
    func `are of open items only, and not told before their time`(
        kind: AccountWorld.Kind
    ) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        try world.add(1, in: -60, done: true)
        try world.add(2, in: 1_800)
        try world.write(.put(id(3), content("without")))

        let claim = try world.claim()

        #expect(claim.waiting == 0)
        #expect(claim.nextAt == world.now + 1_800)
        #expect(try world.exchange().turns.isEmpty)
    }

    @Test(arguments: ReminderWorld.kinds)
    func `are claimed once`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        try world.add(1, in: -60)

        _ = try world.claim()
        let turn = try #require(try world.exchange().turns.first)
        _ = try world.exchange([turn.result(.sent)])

        #expect(try world.claim().waiting == 0)
        #expect(try world.exchange() == ReminderTurns(turns: [], nextAt: nil, dropped: 0))
        #expect(try world.subscriptions().map(\.lastSuccessAt) != [nil])
    }

    @Test(arguments: ReminderWorld.kinds)
    func `are not told to a subscription that is younger`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        try world.add(1, in: -60)
        try world.subscribe(1, at: world.now - 30)
        try world.subscribe(2, at: world.now - 90)

        _ = try world.claim()

        #expect(
            try world.exchange().turns.map(\.subscription.handle) == [SubscriptionHandle(2)])
    }

    @Test(arguments: ReminderWorld.kinds)
    func `are not told a day late, nor if they were past when the item was created`(
        kind: AccountWorld.Kind
    ) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1, at: world.now - 200_000)
        try world.add(1, in: -3_700)
        var content = content("old")
        (content.timestamp, content.remind) = (world.now - 86_400, 0)
        try world.write(.put(id(2), content), at: world.now - 100_000)
        content.timestamp = world.now - 86_300
        try world.write(.put(id(3), content), at: world.now - 100_000)

        #expect(try world.told() == [[3]])
    }

    @Test(arguments: ReminderWorld.kinds)
    func `go unsent if the item is done, gone or moved when it is their turn`(
        kind: AccountWorld.Kind
    ) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        for number in 1...4 as ClosedRange<UInt64> { try world.add(number, in: -60) }
        _ = try world.claim()
        try world.write(.patch(id(1), .changing { $0.done = true }))
        try world.write(.delete(id(2)))
        try world.write(.patch(id(3), .changing { $0.remind = .set(9) }))

        let turns = try world.exchange()

        #expect(turns.turns.map { $0.reminders.map(\.id) } == [[id(4)]])
        #expect(turns.dropped == 3)
    }

    @Test(arguments: ReminderWorld.kinds)
    func `follow the item: moved, undone, restored`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        try world.add(1, in: 1_800)
        try world.add(2, in: -60)
        try world.write(.patch(id(1), .changing { $0.timestamp = .set(world.now + 540) }))
        try world.write(.patch(id(2), .changing { $0.done = true }))
        try world.write(.patch(id(2), .changing { $0.done = false }))
        try world.write(.delete(id(1)))
        try world.write(.undo(revision: 6))

        _ = try world.claim()
        let first = try #require(try world.exchange().turns.first)
        let second = try world.exchange([first.result(.sent)]).turns

        #expect(first.reminders.map(\.id.low) == [1])
        #expect(second.map { $0.reminders.map(\.id.low) } == [[2]])
    }

    @Test(arguments: ReminderWorld.kinds)
    func `are told one by one up to three, and together beyond`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        let ada = try world.accounts.add("ada@example.org")
        try world.subscribe(1)
        try world.subscribe(2, of: ada.owner)
        for number in 1...3 as ClosedRange<UInt64> { try world.add(number, in: -Double(number)) }
        for number in 1...4 as ClosedRange<UInt64> {
            try world.add(number, in: -Double(number), of: ada.owner)
        }
        _ = try world.claim()

        let turns = try world.exchange().turns
        let mine = try #require(turns.first { $0.subscription.owner == world.local })
        let hers = try #require(turns.first { $0.subscription.owner == ada.owner })
        let rest = try world.exchange([mine.result(.sent), hers.result(.sent)])

        #expect(mine.reminders.map(\.id.low) == [3])
        #expect(hers.reminders.map(\.id.low) == [4, 3, 2, 1])
        #expect(rest.turns.map { $0.reminders.map(\.id.low) } == [[2]])
    }

    @Test(arguments: ReminderWorld.kinds)
    func `more than one claim takes are all told`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        let ada = try world.accounts.add("ada@example.org")
        try world.subscribe(1, of: ada.owner)
        // More than wait for one subscription, at one moment.
        let items = (1...1_100 as ClosedRange<UInt64>).map { number in
            var content = content("\(number)")
            (content.timestamp, content.remind) = (world.now - 60, 0)
            return NewItem(id: id(number), content: content)
        }
        try world.write(.add(items, onConflict: .refuse))
        try world.subscribe(2)

        let claims = try (0..<3).map { _ in try world.claim() }

        #expect(claims.map(\.isMore) == [true, true, false])
        #expect(claims.map(\.dropped).reduce(0, +) == 1_000)
        #expect(claims.last?.waiting == 100)
        #expect(try world.exchange().turns.map(\.reminders.count) == [100])
    }
}

/// Turns: who sends, and when.
@Suite struct `The turn of a subscription` {
    @Test(arguments: ReminderWorld.kinds)
    func `is one sender's for half a minute`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        try world.add(1, in: -60)
        _ = try world.claim()

        let first = try world.exchange()
        let second = try world.exchange()

        #expect(first.turns.count == 1)
        #expect(second.turns.isEmpty)
        let until = try #require(second.nextAt) - world.now
        #expect((30..<90).contains(until))
    }

    // proves: durable-1
    @Test(arguments: ReminderWorld.kinds)
    func `comes again after a failure, and its reminder is kept`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        try world.add(1, in: -60)
        _ = try world.claim()
        let turn = try #require(try world.exchange().turns.first)

        let waits = try world.exchange([
            turn.result(.failed(error: "503", retryAfter: 1_000))
        ])
        let again = try world.exchange([turn.result(.failed(error: "timeout", retryAfter: 0))])

        #expect(turn.failures == 0)
        #expect(waits.turns.isEmpty)
        #expect((1_000..<1_060).contains(try #require(waits.nextAt) - world.now))
        #expect(again.turns.map { $0.reminders.map(\.id) } == [[id(1)]])
        #expect(again.turns.map(\.failures) == [2])
        #expect(try world.subscriptions().map(\.lastError) == ["timeout"])
    }

    @Test(arguments: ReminderWorld.kinds)
    func `is the last one if the service says that it is gone`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        try world.add(1, in: -60)
        _ = try world.claim()
        let turn = try #require(try world.exchange().turns.first)

        _ = try world.exchange([turn.result(.gone)])

        #expect(try world.subscriptions().isEmpty)
        #expect(try world.claim().waiting == 0)
        #expect(try world.claim().hasSubscriptions == false)
    }

    @Test(arguments: ReminderWorld.kinds)
    func `goes on behind a message that the service refuses`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        try world.add(1, in: -60)
        try world.add(2, in: -50)
        _ = try world.claim()
        let turn = try #require(try world.exchange().turns.first)

        let next = try world.exchange([turn.result(.dropped(error: "413"))])

        #expect(next.turns.map { $0.reminders.map(\.id) } == [[id(2)]])
        #expect(try world.subscriptions().map(\.lastError) == ["413"])
    }

    @Test(arguments: ReminderWorld.kinds)
    func `waits while its service is not asked, and if it was postponed`(
        kind: AccountWorld.Kind
    ) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        try world.add(1, in: -60)
        _ = try world.claim()

        let excepted = try world.exchange(except: ["https://push.example"])
        let turn = try #require(try world.exchange().turns.first)
        let postponed = try world.exchange([turn.result(.postponed(seconds: 500))])

        #expect(excepted.turns.isEmpty)
        #expect(postponed.turns.isEmpty)
        #expect((500..<560).contains(try #require(postponed.nextAt) - world.now))
        #expect(try world.subscriptions().map(\.lastError) == [nil])
    }

    @Test(arguments: ReminderWorld.kinds)
    func `comes at most ten times at once, then every six seconds`(
        kind: AccountWorld.Kind
    ) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        var sent = 0

        for number in 1...20 as ClosedRange<UInt64> {
            try world.add(number, in: Double(number) - 60)
        }
        var results: [TurnResult] = []
        var last = ReminderTurns(turns: [], nextAt: nil, dropped: 0)
        // One due item a claim, so that none is told together with others.
        for _ in 1...20 {
            _ = try world.claim()
            last = try world.exchange(results)
            guard let turn = last.turns.first else { break }
            results = [
                TurnResult(
                    handle: turn.subscription.handle,
                    deliveries: turn.reminders.prefix(1).map {
                        TurnResult.Delivery(id: $0.id, at: $0.at)
                    }, outcome: .sent)
            ]
            sent += 1
        }

        #expect(sent == 10)
        #expect((4..<66).contains(try #require(last.nextAt) - world.now))
    }

    @Test(arguments: [.sqliteInMemory, .sqliteOnDisk] as [AccountWorld.Kind])
    func `comes as rarely if each message empties the queue`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        for second in 1...60 as ClosedRange<UInt64> { try world.add(second, in: Double(second)) }

        var (results, messages): ([TurnResult], Int) = ([], 0)
        for second in 1...60 {
            let time = world.now + Double(second)
            _ = try world.claim(at: time)
            let turns = try world.exchange(results, at: time).turns
            results = turns.map { $0.result(.sent) }
            messages += turns.count
        }

        // Ten at once, and one in six seconds.
        #expect((18...20).contains(messages))
    }

    @Test(arguments: ReminderWorld.kinds)
    func `is not touched by the result of a test`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        let subscription = try world.subscribe(1)
        let test = { (outcome: TurnResult.Outcome) in
            TurnResult(handle: subscription.handle, deliveries: [], outcome: outcome)
        }

        let failed = try world.exchange([test(.failed(error: "address", retryAfter: 5))])
        let error = try world.subscriptions().map(\.lastError)
        let sent = try world.exchange([test(.sent)])

        #expect(error == ["address"])
        #expect(try world.subscriptions().map(\.lastError) == [nil])
        #expect(failed.nextAt == nil)
        #expect(sent.nextAt == nil)
    }

    @Test(arguments: ReminderWorld.kinds)
    func `starts with the stored key`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)

        let first = try world.accounts.perform(.reminders(.start(key: [1, 2])))
        try world.subscribe(1)
        let second = try world.accounts.perform(.reminders(.start(key: [3, 4])))

        #expect(first == .success(.reminders(.started(key: [1, 2], hasSubscriptions: false))))
        #expect(second == .success(.reminders(.started(key: [1, 2], hasSubscriptions: true))))
    }
}

/// The clock of a database that is a file is this machine's, which may jump.
@Suite struct `A clock that jumps` {
    @Test(arguments: [.sqliteInMemory, .sqliteOnDisk] as [AccountWorld.Kind])
    func `back loses no reminder`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        _ = try world.claim(at: world.now + 1_000)
        try world.add(1, in: 100)
        try world.add(2, in: 980)

        let back = try world.claim(at: world.now)
        _ = try world.claim(at: world.now + 100)
        let first = try world.exchange(at: world.now + 100)

        #expect(back.nextAt == world.now + 100)
        #expect(first.turns.map { $0.reminders.map(\.id) } == [[id(1)]])
    }

    @Test(arguments: [.sqliteInMemory, .sqliteOnDisk] as [AccountWorld.Kind])
    func `back a little loses none either`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        _ = try world.claim(at: world.now + 50)
        _ = try world.claim(at: world.now)
        try world.add(1, in: 20)

        _ = try world.claim(at: world.now + 20)

        #expect(try world.exchange(at: world.now + 20).turns.count == 1)
    }

    @Test(arguments: [.sqliteInMemory, .sqliteOnDisk] as [AccountWorld.Kind])
    func `back keeps what was claimed until it is due again, and ends waits`(
        kind: AccountWorld.Kind
    ) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        try world.add(1, in: 1_000)
        _ = try world.claim(at: world.now + 1_000)
        let turn = try #require(try world.exchange(at: world.now + 1_000).turns.first)
        _ = try world.exchange(
            [turn.result(.failed(error: "503", retryAfter: 3_600))], at: world.now + 1_000)

        _ = try world.claim(at: world.now)
        let early = try world.exchange(at: world.now)
        _ = try world.claim(at: world.now + 1_000)
        let due = try world.exchange(at: world.now + 1_000)

        #expect(early.turns.isEmpty)
        #expect(early.nextAt == world.now + 1_000)
        #expect(due.turns.map { $0.reminders.map(\.id) } == [[id(1)]])
    }

    @Test(arguments: [.sqliteInMemory, .sqliteOnDisk] as [AccountWorld.Kind])
    func `forward by days tells what is not a day late`(kind: AccountWorld.Kind) throws {
        let world = try ReminderWorld(kind)
        try world.subscribe(1)
        try world.add(1, in: 100)
        try world.add(2, in: 200_000)
        _ = try world.claim(at: world.now)

        _ = try world.claim(at: world.now + 200_100)

        #expect(
            try world.exchange(at: world.now + 200_100).turns.map { $0.reminders.map(\.id) }
                == [[id(2)]])
    }
}
