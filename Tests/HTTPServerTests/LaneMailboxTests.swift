import HTTP
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A lane's mailbox` {
    @Test func `keeps letters in order until they are collected`() throws {
        let mailbox = try LaneMailbox()
        let handles = (0..<3).map { RequestHandle(slot: $0, generation: 7) }
        var letters: [LaneMailbox.Letter] = []

        for handle in handles { mailbox.post(handle) { _ in } }
        mailbox.collect(&letters)
        let collected = letters.map(\.handle)
        letters = []
        mailbox.collect(&letters)

        #expect(collected == handles)
        #expect(letters.isEmpty)
    }

    @Test func `wakes the lane with the first letter since it looked`() throws {
        let mailbox = try LaneMailbox()
        let bells = try Bells(of: [mailbox])
        var letters: [LaneMailbox.Letter] = []

        let before = bells.ringing()
        mailbox.post(handle) { _ in }
        let ringing = bells.awaited()
        mailbox.hush()
        mailbox.post(handle) { _ in }
        let second = bells.ringing()
        mailbox.collect(&letters)
        mailbox.post(handle) { _ in }
        let again = bells.awaited()

        #expect([before, ringing, second, again] == [0, 1, 0, 1])
    }

    @Test func `wakes the lane once for the letters that were held`() throws {
        let mailbox = try LaneMailbox()
        let bells = try Bells(of: [mailbox])
        var letters: [LaneMailbox.Letter] = []

        mailbox.hold()
        for _ in 1...3 { mailbox.post(handle) { _ in } }
        let held = bells.ringing()
        mailbox.release(ringing: false)
        let released = bells.awaited()
        mailbox.hush()
        mailbox.collect(&letters)
        mailbox.post(handle) { _ in }
        let next = bells.awaited()

        #expect([held, released, next] == [0, 1, 1])
        #expect(letters.count == 3)
    }

    @Test func `lets the lane sleep when there was nothing to hold`() throws {
        let mailbox = try LaneMailbox()
        let bells = try Bells(of: [mailbox])

        mailbox.hold()
        mailbox.release(ringing: false)
        let unasked = bells.ringing()
        mailbox.hold()
        mailbox.release(ringing: true)
        let asked = bells.awaited()

        #expect([unasked, asked] == [0, 1])
    }

    @Test func `of each lane is held by its server while a batch is answered`() throws {
        var configuration = Server.Configuration()
        configuration.listening = .address(host: "127.0.0.1", port: 0)
        let server = try Server(
            configuration, handlers: [ScriptedHandler([:]), ScriptedHandler([:])]
        ) { [] }
        let bells = try Bells(of: server.lanes.map(\.mailbox))

        server.holdAnswers()
        for lane in server.lanes { lane.mailbox.post(handle) { _ in } }
        let held = bells.ringing()
        server.releaseAnswers()
        let released = bells.awaited()

        #expect([held, released] == [0, 2])
    }

    private let handle = RequestHandle(slot: 1, generation: 1)
}

/// What wakes the lanes of some mailboxes.
private final class Bells {
    private let poller: Poller

    init(of mailboxes: [LaneMailbox]) throws {
        let poller = try Poller()
        for mailbox in mailboxes { try poller.add(mailbox.descriptor, .read) }
        self.poller = poller
    }

    /// How many ring now.
    func ringing() -> Int { count(waiting: 0) }

    /// How many ring when the first does.
    func awaited() -> Int { count(waiting: -1) }

    private func count(waiting milliseconds: Int) -> Int {
        var events = ReadyEvents()
        poller.wait(&events, milliseconds: milliseconds)
        return events.count
    }
}
