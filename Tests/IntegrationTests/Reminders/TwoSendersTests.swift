import Accounts
import Foundation
import Items
import PostgreSQL
import PostgresStorage
import Reminders
import StorageTestSupport
import TestSupport
import Testing

/// Two servers' senders on one database, with storages and threads of their own.
@Suite(
    .enabled(
        if: senderIsAvailable && PostgresWorld.isAvailable,
        "There is no libcrypto.so.3, or no PostgreSQL."))
struct `Two senders on one database` {
    private static let clock = Clock { Date().timeIntervalSince1970 }

    /// A database whose owners have a subscription and a due reminder each. Its clock is that of
    /// PostgreSQL, so the items were written an hour ago.
    private static func database(owners count: Int) throws -> PostgresWorld {
        let now = Date().timeIntervalSince1970
        let world = try PostgresWorld(clock: .constant(now - 3_600))
        let repository = world.database.repository()
        for number in 1...UInt64(count) {
            let owner = try world.addOwner()
            try world.database.subscribe(number, of: owner)
            let write = ItemWrite(owner: owner, action: .remind(number, at: now - 60))
            _ = try repository.perform(write).get()
        }
        return world
    }

    private static func deliveries(in world: PostgresWorld) throws -> Int {
        try world.connection.run("SELECT count(*) FROM deliveries").integer(0, 0)
    }

    @Test func `send each reminder once`() throws {
        let count = 60
        let world = try Self.database(owners: count)
        let services = InMemoryPushServices()
        let senders = try [world.database, world.open(clock: Self.clock)].map { database in
            try SenderWorld(database, to: services, clock: Self.clock)
        }

        for sender in senders { sender.sender.start() }
        // Eight of each are on their way at once, before any is answered.
        services.wait(for: 16)
        let atOnce = Set(services.messages).count
        for arrived in 16...count {
            for sender in senders { sender.transport.answerAll(.status(200, retryAfter: nil)) }
            if arrived < count { services.wait() }
        }
        for sender in senders { sender.stop() }

        #expect(atOnce == 16)
        #expect(services.messages.count == count)
        #expect(Set(services.messages).count == count)
        #expect(try Self.deliveries(in: world) == 0)
    }

    // proves: durable-1
    @Test func `go on with what the other one has begun when it dies, half a minute later`() throws
    {
        let world = try Self.database(owners: 1)
        let services = InMemoryPushServices()
        let (dying, other) = (
            try SenderWorld(world.database, to: services, clock: Self.clock),
            try SenderWorld(
                world.open(clock: Self.clock), to: services, clock: Self.clock,
                answering: .status(200, retryAfter: nil))
        )
        dying.sender.start()
        services.wait()

        other.sender.start()
        other.writer.waitForExchange()
        // After the claim that this start makes, nothing is left to take.
        while other.writer.claims.isEmpty { other.writer.waitForExchange() }
        let sentBefore = services.messages.count
        // The database's clock cannot be moved, so the turn is.
        try world.connection.execute(
            script: "UPDATE subscriptions SET next_at = next_at - \(ReminderTurn.seconds)")
        other.sender.start()
        services.wait()
        other.stop()

        #expect(sentBefore == 1)
        #expect(services.messages.count == 2)
        // The same topic, by which the second one replaces the first.
        #expect(Set(services.messages).count == 1)
        #expect(try Self.deliveries(in: world) == 0)
        dying.transport.answerAll(.failure(.connection))
        dying.stop()
    }
}
