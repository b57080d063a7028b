import HTTP
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A lane's mailbox` {
    @Test func `keeps completions in order until they are collected`() throws {
        let mailbox = try LaneMailbox()
        let handles = (0..<3).map { RequestHandle(slot: $0, generation: 7) }
        var completions: [(RequestHandle, Completion)] = []

        for handle in handles { mailbox.post(handle, .resumption) }
        mailbox.collect(&completions)
        let collected = completions.map(\.0)
        completions = []
        mailbox.collect(&completions)

        #expect(collected == handles)
        #expect(completions.isEmpty)
    }

    @Test func `wakes the lane with the first completion after a collection`() throws {
        let mailbox = try LaneMailbox()
        let wakeups = try Wakeups(of: [mailbox])
        var completions: [(RequestHandle, Completion)] = []

        let before = wakeups.pending()
        mailbox.post(handle, .resumption)
        let woken = wakeups.awaited()
        mailbox.clearWakeup()
        mailbox.post(handle, .resumption)
        let second = wakeups.pending()
        mailbox.collect(&completions)
        mailbox.post(handle, .resumption)
        let again = wakeups.awaited()

        #expect([before, woken, second, again] == [0, 1, 0, 1])
    }

    @Test func `wakes the lane once for the held completions`() throws {
        let mailbox = try LaneMailbox()
        let wakeups = try Wakeups(of: [mailbox])
        var completions: [(RequestHandle, Completion)] = []

        mailbox.hold()
        for _ in 1...3 { mailbox.post(handle, .resumption) }
        let held = wakeups.pending()
        mailbox.release(waking: false)
        let released = wakeups.awaited()
        mailbox.clearWakeup()
        mailbox.collect(&completions)
        mailbox.post(handle, .resumption)
        let next = wakeups.awaited()

        #expect([held, released, next] == [0, 1, 1])
        #expect(completions.count == 3)
    }

    @Test func `does not wake the lane when it held nothing`() throws {
        let mailbox = try LaneMailbox()
        let wakeups = try Wakeups(of: [mailbox])

        mailbox.hold()
        mailbox.release(waking: false)
        let unasked = wakeups.pending()
        mailbox.hold()
        mailbox.release(waking: true)
        let asked = wakeups.awaited()

        #expect([unasked, asked] == [0, 1])
    }

    @Test func `is held by the server while a batch is answered`() throws {
        var configuration = Server.Configuration()
        configuration.listening = .address(host: "127.0.0.1", port: 0)
        let server = try Server(
            configuration, handlers: [ScriptedHandler([:]), ScriptedHandler([:])]
        ) { [] }
        let wakeups = try Wakeups(of: server.lanes.map(\.mailbox))

        server.prepareForRevisionSignal()
        for lane in server.lanes { lane.mailbox.post(handle, .resumption) }
        let held = wakeups.pending()
        server.receiveRevisionSignal()
        let released = wakeups.awaited()

        #expect([held, released] == [0, 2])
    }

    private let handle = RequestHandle(slot: 1, generation: 1)
}

/// The wake-ups of some mailboxes' lanes.
private final class Wakeups {
    private let poller: Poller

    init(of mailboxes: [LaneMailbox]) throws {
        let poller = try Poller()
        for mailbox in mailboxes { try poller.add(mailbox.descriptor, .read) }
        self.poller = poller
    }

    /// The number of wake-ups that are pending now.
    func pending() -> Int { count(waiting: 0) }

    /// Waits for the first wake-up, and returns the number of pending ones.
    func awaited() -> Int { count(waiting: -1) }

    private func count(waiting milliseconds: Int) -> Int {
        var events = ReadyEvents()
        poller.wait(&events, milliseconds: milliseconds)
        return events.count
    }
}
