import HTTP
import Synchronization

/// Requests and streams of which the handler lacks rows, which come from its upstream.
///
///     answer ──► .again: the request keeps its bytes, and the lane reads no more of its connection
///       ▲                                                           │
///       └── askAgain ◄── collect ◄── the descriptor is ready ◄── flush, at the end of the round
extension Lane {
    /// Microseconds for which a round asks again. Each answer may be a long list.
    private static let longestTurn = 10_000

    func beginUpstream() {
        upstream?.begin(on: self, at: clocks.monotonic()) { [isUpstreamAwake, mailbox] in
            isUpstreamAwake.set()
            mailbox.wake()
        }
    }

    /// Collects what has arrived from the upstream, and asks the handler again about the requests
    /// that it names.
    func askAgain(_ buffers: inout RequestBuffers) {
        collect()
        guard !collected.isEmpty else { return }
        var moment = clocks.microseconds()
        let end = moment + Self.longestTurn
        let budget = WorkBudget(self)
        var count = 0
        buffers.sendBatch.open(for: collected.count, at: moment)
        while count < collected.count, moment < end {
            if let connection = connections.connection(named: collected[count]) {
                askAgain(connection, budget, &buffers)
                adjustPriority(connection, since: &moment)
            }
            count += 1
            flushSendBatch(at: &moment, &buffers)
        }
        buffers.sendBatch.close()
        flushSendBatch(at: &moment, &buffers)
        collected.removeFirst(count)
    }

    private func collect() {
        guard let upstream else { return }
        let isDue = upstream.deadline.map { $0 <= now } ?? false
        guard isUpstreamAwake.take() || isUpstreamReady || isDue else { return }
        isUpstreamReady = false
        upstream.collect(&collected, at: now)
    }

    private func askAgain(
        _ connection: Connection, _ budget: WorkBudget, _ buffers: inout RequestBuffers
    ) {
        if connection.stream != nil {
            guard connection.lacksRows else { return }
            connection.isWaiting = false
            return readyQueue.enqueue(connection)
        }
        guard let unanswered = connection.unanswered else { return }
        switch unanswered.question {
        case .admission:
            connection.state.askAdmissionAgain()
            resume(connection, &buffers)
        case .answer(let content, let length):
            guard answerAgain(connection, content, length: length, &buffers) else { return }
            if connection.state.phase == .head, !connection.input.isEmpty, budget.isSpent(self) {
                // The requests after it wait until others have had their turn.
                flush(connection, &buffers)
                if !connection.isClosed { readyQueue.enqueue(connection) }
            } else {
                resume(connection, &buffers)
            }
        }
        if !connection.isClosed { park(connection) }
    }

    /// Asks for the answer to the request at the beginning of the input; false when it is to be
    /// asked for once more, or the connection was closed.
    private func answerAgain(
        _ connection: Connection, _ content: ConnectionState.Content, length: Int,
        _ buffers: inout RequestBuffers
    ) -> Bool {
        let input = connection.input
        guard case .done = parser.parse(input.span, into: &buffers.head) else {
            close(connection)
            return false
        }
        connection.input = []
        let isAnswered = answer(
            connection, input.span, content, at: 0, length: length, &buffers,
            isLast: RequestParser.hasNoRequest(input.span, from: length))
        guard !connection.isClosed else { return false }
        let used = connection.state.phase == .lingering ? input.count : length
        keep(connection, input, from: isAnswered ? used : 0)
        return isAnswered
    }
}

extension Lane: UpstreamPoller {
    package func watch(_ descriptor: Int32, forWriting: Bool) -> Bool {
        let interest: Interest = forWriting ? [.read, .write] : .read
        do throws(Errno) {
            if descriptor == upstreamDescriptor {
                try poller.change(descriptor, interest)
            } else {
                try poller.add(descriptor, interest)
            }
            upstreamDescriptor = descriptor
            return true
        } catch {
            return false
        }
    }

    package func unwatch(_ descriptor: Int32) {
        guard descriptor == upstreamDescriptor else { return }
        poller.remove(descriptor)
        upstreamDescriptor = -1
    }
}

/// A flag that any thread sets and the lane takes.
final class UpstreamFlag: Sendable {
    private let isSet = Atomic<Bool>(false)

    func set() {
        isSet.store(true, ordering: .releasing)
    }

    /// Whether it was set since the last call.
    func take() -> Bool {
        isSet.load(ordering: .relaxed) && isSet.exchange(false, ordering: .acquiring)
    }
}
