import API
import Accounts
import Dispatch
import Items
import Reminders
import SQLite
import SQLiteStorage
import SQLiteTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: senderIsAvailable, "libcrypto.so.3 cannot be loaded here"))
struct `A sender without subscriptions` {
    @Test func `has no thread, and asks the storage once for each start`() throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock(1_000_000)
        let storage = try SQLiteDatabase.open(folder.file("items.sqlite"), clock: clock.clock)
        let (services, writer) = (InMemoryPushServices(), RecordingReminderWriter(storage))
        let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let sender = ReminderSender(
            ReminderSender.Dependencies(
                writer: writer,
                transport: {
                    begun.signal()
                    return InMemoryPushTransport(services, answering: nil) { ended.signal() }
                },
                vapid: try VAPID(key: .generate(), contact: "mailto:admin@example.org"),
                addresses: PushAddresses(hosts: [], local: []), zones: FixedTimeZones(),
                clock: clock.clock, report: { _ in }))

        sender.note(reminderAt: clock.now)
        let isRunning = begun.wait(timeout: .now()) == .success
        for _ in 0..<2 {
            sender.start()
            // Its transport ends with the thread.
            ended.wait()
        }
        sender.note(reminderAt: clock.now)

        #expect(!isRunning)
        #expect(writer.claims.map(\.hasSubscriptions) == [false, false])
        #expect(writer.exchanges == 2)
        #expect(services.requests.isEmpty)
    }
}

@Suite(.enabled(if: senderIsAvailable, "libcrypto.so.3 cannot be loaded here"))
struct `A sender on a full disk` {
    // proves: durable-1
    @Test(.enabled(if: SmallDisk.isAvailable, "A small disk needs the right to mount one."))
    func `sends nothing while a result cannot be stored, and loses nothing`() throws {
        let disk = try SmallDisk()
        let clock = ManualClock(1_000_000)
        let storage = try SQLiteDatabase.open(disk.file("items.sqlite"), clock: clock.clock)
        let services = InMemoryPushServices()
        let world = try SenderWorld(storage, to: services, clock: clock.clock)
        try storage.subscribe(1, of: storage.localOwner)
        let repository = storage.repository()
        for (number, seconds) in [(1, 60), (2, 240)] as [(UInt64, Double)] {
            let write = ItemWrite(
                owner: storage.localOwner,
                action: .remind(number, at: clock.now + seconds))
            _ = try repository.perform(write).get()
        }
        clock.advance(by: 60)
        world.sender.start()
        services.wait()

        try disk.fill()
        world.transport.answerAll(.status(200, retryAfter: nil))
        // Its turn ends, and the second reminder is due, while it tries to store the result.
        let end = clock.now + 600
        while clock.now < end || world.writer.failures.count < 10 {
            _ = world.writer.hasExchanged(within: .milliseconds(10))
            clock.advance(by: 5)
            world.sender.start()
        }
        let sentMeanwhile = services.messages.count
        try disk.makeRoom()
        // The sender may just have noted a failure, and waits for some seconds then.
        while !services.hasArrived(within: .milliseconds(20)) {
            clock.advance(by: 1)
            world.sender.start()
        }
        world.transport.answerAll(.status(200, retryAfter: nil))
        world.stop()

        guard case .full = world.writer.failures.first else {
            Issue.record("the disk is not full: \(world.writer.failures)")
            return
        }
        #expect(sentMeanwhile == 1)
        #expect(services.messages.count == 2)
        #expect(services.messages[0].contains(#""title":"item 1""#))
        #expect(services.messages[1].contains(#""title":"item 2""#))
        let subscriptions = try repository.subscriptions(of: storage.localOwner)
        #expect(subscriptions.map(\.lastSuccessAt) == [clock.now])
        let left = try SQLiteConnection.open(disk.file("items.sqlite"), .readOnly)
            .integer("SELECT count(*) FROM deliveries")
        #expect(left == 0)
    }
}
