import Accounts
import Items
import Testing

@testable import Reminders

@Suite(.enabled(if: OpenSSL.isThere, "libcrypto.so.3 cannot be loaded here"))
struct `The sender's loop` {
    @Test func `claims and takes turns at the start, then sleeps until the next reminder`() throws {
        let world = try SenderWorld()

        world.start()
        world.start()
        world.claimed(nextAt: world.now + 12)
        world.exchanged()
        world.start()

        #expect(world.claims == 1)
        #expect(world.exchanges == [ReminderExchange(results: [], turns: 16)])
        #expect(world.loop.pause(at: world.now) == 12)
    }

    @Test func `sleeps half a minute at most, and claims again`() throws {
        let world = try SenderWorld()
        world.start()
        world.claimed(nextAt: world.now + 1_000)
        world.exchanged()

        let pause = world.loop.pause(at: world.now)
        world.now += 30
        world.start()

        #expect(pause == 30)
        #expect(world.claims == 2)
        #expect(world.exchanges.count == 2)
    }

    @Test func `claims at once while more is due, and takes turns meanwhile`() throws {
        let world = try SenderWorld()
        world.start()
        world.exchanged()
        world.claimed(isMore: true, waiting: nil)

        world.start()

        #expect(world.claims == 2)
        #expect(world.exchanges.count == 2)
    }

    @Test(
        arguments: [
            (.status(200, retryAfter: nil), .sent), (.status(201, retryAfter: nil), .sent),
            (.status(413, retryAfter: nil), .dropped(error: "413")),
            (.status(404, retryAfter: nil), .gone), (.status(410, retryAfter: nil), .gone),
            (.status(301, retryAfter: nil), .failed(error: "301", retryAfter: 5)),
            (.status(400, retryAfter: nil), .failed(error: "400", retryAfter: 5)),
            (.status(429, retryAfter: "120"), .failed(error: "429", retryAfter: 120)),
            (.status(503, retryAfter: "999999"), .failed(error: "503", retryAfter: 86_400)),
            (.status(503, retryAfter: "soon"), .failed(error: "503", retryAfter: 5)),
            (.failure(.timeout), .failed(error: "timeout", retryAfter: 5)),
            (.failure(.tls), .failed(error: "tls", retryAfter: 5)),
            (.failure(.address), .failed(error: "address", retryAfter: 5)),
            (.failure(.connection), .failed(error: "connection", retryAfter: 5)),
        ] as [(PushAnswer, TurnResult.Outcome)])
    func `stores what the answer of Web Push means`(
        answer: PushAnswer, outcome: TurnResult.Outcome
    ) throws {
        let world = try SenderWorld()
        world.start()
        let turn = world.turn(1, isNtfy: false)
        world.exchanged([turn])

        world.answer(answer)
        world.start()

        let delivery = TurnResult.Delivery(id: turn.reminders[0].id, at: turn.reminders[0].at)
        #expect(
            world.results == [
                TurnResult(
                    handle: turn.subscription.handle, deliveries: [delivery], outcome: outcome)
            ])
    }

    @Test(arguments: [404, 410])
    func `ends no topic of ntfy by its answer`(status: Int) throws {
        let world = try SenderWorld()
        world.start()
        world.exchanged([world.turn(1)])

        world.answer(.status(status, retryAfter: nil))
        world.start()

        #expect(
            world.results.map(\.outcome) == [.failed(error: "\(status)", retryAfter: 5)])
    }

    @Test(
        arguments: [(0, 5), (1, 15), (2, 45), (5, 1_215), (6, 3_600), (1_000, 3_600)]
            as [(Int, Double)])
    func `waits longer after each failure`(failures: Int, seconds: Double) throws {
        let world = try SenderWorld()
        world.start()
        world.exchanged([world.turn(1, failures: failures)])

        world.answer(.status(500, retryAfter: nil))
        world.start()

        #expect(
            world.results.map(\.outcome) == [.failed(error: "500", retryAfter: seconds)])
    }

    // proves: durable-1
    @Test func `keeps a result until it is stored, and takes no turn before`() throws {
        let world = try SenderWorld()
        world.start()
        world.exchanged([world.turn(1)])
        world.answer(.status(200, retryAfter: nil))
        world.start()
        let full = SenderLoop.Reply.exchange(.failure(.storage(.full("disk"))))

        world.loop.take(full, at: world.now)
        world.start()
        let tooEarly = world.exchanges.count
        world.now += 1
        world.start()
        world.loop.take(full, at: world.now)
        world.now += 2
        world.start()

        #expect(tooEarly == 2)
        #expect(world.exchanges.count == 4)
        #expect(world.exchanges.dropFirst().allSatisfy { $0.results.map(\.outcome) == [.sent] })
        #expect(world.reports == [.full("disk")])
        #expect(!world.loop.isIdle)
    }

    @Test func `sends 16 at most, 8 to an origin, and asks for others meanwhile`() throws {
        let world = try SenderWorld()
        world.start()

        world.exchanged((1...12).map { world.turn($0) }, nextAt: world.now)
        let toOne = world.transport.started.count
        world.start()
        let exchange = world.exchanges.last
        world.exchanged((13...16).map { world.turn($0, host: "other.example") })

        #expect(toOne == 8)
        #expect(exchange?.turns == 4)
        #expect(exchange?.except == ["https://push.example"])
        #expect(world.transport.started.count == 12)

        // Those that wait are sent as soon as there is room.
        for index in 0..<4 { world.answer(.status(200, retryAfter: nil), to: index) }
        world.start()

        #expect(world.transport.started.count == 16)
        #expect(world.results.count == 4)
    }

    @Test func `gives a turn back before it ends unsent`() throws {
        let world = try SenderWorld()
        world.start()
        world.exchanged((1...9).map { world.turn($0) }, nextAt: world.now + 30)

        world.now += 13
        world.start()
        world.start()

        #expect(
            world.results.map(\.outcome) == [.postponed(seconds: 0)]
                && world.results.map(\.handle) == [SubscriptionHandle(9)])
    }

    @Test func `sends two at once for an owner, and gives the others back`() throws {
        let world = try SenderWorld()
        world.start()

        world.exchanged((1...3).map { world.turn($0, owner: 7, host: "p\($0).example") })
        world.start()

        #expect(world.transport.started.count == 2)
        #expect(world.results.map(\.outcome) == [.postponed(seconds: 1)])
    }

    @Test func `sends a test at once, and it is no delivery`() throws {
        let world = try SenderWorld()
        world.start()

        world.loop.test(world.subscription(1))
        world.start()
        world.answer(.status(503, retryAfter: nil))
        world.exchanged()
        world.start()

        let body = String(decoding: world.transport.started[0].request.body, as: UTF8.self)
        #expect(body.contains("\"title\":\"Reminders work.\""))
        #expect(world.results.map(\.deliveries) == [[]])
    }

    @Test func `sends nothing to a service that is permitted no longer`() throws {
        let world = try SenderWorld(hosts: ["other.example"])
        world.start()

        world.exchanged([world.turn(1)])
        world.start()

        #expect(world.transport.started.isEmpty)
        #expect(
            world.results.map(\.outcome) == [.failed(error: "address", retryAfter: 3_600)])
    }

    @Test func `is idle without subscriptions, when its results are stored`() throws {
        let world = try SenderWorld()
        world.start()
        world.claimed(hasSubscriptions: false)
        let before = world.loop.isIdle
        world.exchanged()
        world.start()

        #expect(!before)
        #expect(world.loop.isIdle)
        #expect(!world.loop.hasSubscriptions)
        #expect(world.claims == 1)
    }

    @Test func `at its end begins nothing, gives turns back and stores results`() throws {
        let world = try SenderWorld()
        world.start()
        world.claimed()
        world.exchanged((1...9).map { world.turn($0) })
        world.answer(.status(200, retryAfter: nil))

        world.loop.start(at: world.now, isEnding: true)

        #expect(world.claims == 1)
        #expect(world.exchanges.last?.turns == 0)
        #expect(world.results.map(\.outcome) == [.sent, .postponed(seconds: 0)])
        #expect(world.transport.started.count == 8)
    }
}

@Suite struct `Retry-After` {
    // Sun, 06 Nov 1994 08:49:37 GMT
    private static let date = 784_111_777.0

    @Test(
        arguments: [
            ("0", 0), ("120", 120), ("86401", 86_400),
            (String(repeating: "9", count: 400), 86_400),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 7), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
            ("Mon, 06 Nov 1995 08:49:37 GMT", 86_400),
        ] as [(String, Double)])
    func `is seconds or a date`(value: String, seconds: Double) {
        #expect(RetryAfter.seconds(value, at: Self.date - 7) == seconds)
    }

    @Test(
        arguments: [
            "", "-1", "1.5", "soon", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sun, 06 Nov 1994 08:49 GMT",
        ])
    func `is nothing else`(value: String) {
        #expect(RetryAfter.seconds(value, at: 0) == nil)
    }
}
