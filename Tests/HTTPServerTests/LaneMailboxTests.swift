import HTTP
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A lane's mailbox` {
    @Test func `keeps letters in order until they are collected`() throws {
        let mailbox = try LaneMailbox()
        let tickets = (0..<3).map { Ticket(slot: $0, generation: 7) }
        var letters: [LaneMailbox.Letter] = []

        for ticket in tickets { mailbox.post(ticket) { _ in } }
        mailbox.collect(&letters)
        let collected = letters.map(\.ticket)
        letters = []
        mailbox.collect(&letters)

        #expect(collected == tickets)
        #expect(letters.isEmpty)
    }

    @Test func `wakes the lane with the first letter since it looked`() throws {
        let mailbox = try LaneMailbox()
        let poller = try Poller()
        try poller.add(mailbox.descriptor, .read)
        var (events, letters) = (ReadyEvents(), [LaneMailbox.Letter]())
        let ticket = Ticket(slot: 1, generation: 1)

        poller.wait(&events, milliseconds: 0)
        let before = events.count
        mailbox.post(ticket) { _ in }
        poller.wait(&events, milliseconds: -1)
        let ringing = events.count
        mailbox.hush()
        mailbox.post(ticket) { _ in }
        poller.wait(&events, milliseconds: 0)
        let second = events.count
        mailbox.collect(&letters)
        mailbox.post(ticket) { _ in }
        poller.wait(&events, milliseconds: -1)
        let again = events.count

        #expect([before, ringing, second, again] == [0, 1, 0, 1])
    }

    @Test func `wakes the lane once for the letters that were held`() throws {
        let mailbox = try LaneMailbox()
        let poller = try Poller()
        try poller.add(mailbox.descriptor, .read)
        var (events, letters) = (ReadyEvents(), [LaneMailbox.Letter]())
        let ticket = Ticket(slot: 1, generation: 1)

        mailbox.hold()
        for _ in 1...3 { mailbox.post(ticket) { _ in } }
        poller.wait(&events, milliseconds: 0)
        let held = events.count
        mailbox.release()
        poller.wait(&events, milliseconds: -1)
        let released = events.count
        mailbox.hush()
        mailbox.collect(&letters)
        mailbox.post(ticket) { _ in }
        poller.wait(&events, milliseconds: -1)
        let next = events.count

        #expect([held, released, next] == [0, 1, 1])
        #expect(letters.count == 3)
    }

    @Test func `lets the lane sleep when there was nothing to hold`() throws {
        let mailbox = try LaneMailbox()
        let poller = try Poller()
        try poller.add(mailbox.descriptor, .read)
        var events = ReadyEvents()

        mailbox.hold()
        mailbox.release()
        poller.wait(&events, milliseconds: 0)
        let unasked = events.count
        mailbox.hold()
        mailbox.release(ringing: true)
        poller.wait(&events, milliseconds: -1)

        #expect([unasked, events.count] == [0, 1])
    }

    @Test func `of each lane is held by its server while a batch is answered`() throws {
        var configuration = Server.Configuration()
        configuration.listening = .address(host: "127.0.0.1", port: 0)
        let server = try Server(
            configuration, handlers: [ScriptedHandler([:]), ScriptedHandler([:])]
        ) { [] }
        let poller = try Poller()
        for lane in server.lanes { try poller.add(lane.mailbox.descriptor, .read) }
        var events = ReadyEvents()

        server.holdAnswers()
        for lane in server.lanes {
            lane.mailbox.post(Ticket(slot: 1, generation: 1)) { _ in }
        }
        poller.wait(&events, milliseconds: 0)
        let held = events.count
        server.releaseAnswers()
        poller.wait(&events, milliseconds: -1)

        #expect([held, events.count] == [0, 2])
    }
}
