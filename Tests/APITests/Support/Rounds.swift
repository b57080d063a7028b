import API
import HTTP
import Synchronization
import TestSupport

/// Clients of one lane, whose rounds a test goes one by one.
final class Rounds {
    private let handler: any Handler
    private let mailbox = PlainMailbox()
    private var clients: [Ticket: ResponseWriter.Terms] = [:]
    private var response = ResponseWriter()
    private var answers: [Ticket: TestResponse] = [:]

    /// A lane with this handler.
    init(_ handler: any Handler) {
        self.handler = handler
    }

    /// Has a new client, the one with that number, ask for something.
    func ask(_ number: UInt32, _ line: String) {
        let ticket = Ticket(slot: 0, generation: number)
        let request = PreparedRequest(line + " HTTP/1.1", "Host: localhost")
        let later = Reply(ticket: ticket, mailbox: mailbox)
        guard case .later = request.answer(by: handler, &response, later: later) else {
            return take(ticket)
        }
        clients[ticket] = response.terms
    }

    /// Ends a client, who hears nothing any more.
    func end(_ number: UInt32) {
        clients[Ticket(slot: 0, generation: number)] = nil
    }

    /// Goes one round; returns the numbers of those who were answered in it, in order.
    @discardableResult
    func go() -> [UInt32] {
        var answered: [UInt32] = []
        for (ticket, write) in mailbox.collect() {
            guard let terms = clients[ticket] else { continue }
            response.begin(terms)
            write(&response)
            guard response.status != nil else { continue }
            take(ticket)
            answered.append(ticket.generation)
        }
        handler.settle()
        return answered
    }

    /// What a client was answered.
    func answer(_ number: UInt32) -> TestResponse? {
        answers[Ticket(slot: 0, generation: number)]
    }

    private func take(_ ticket: Ticket) {
        answers[ticket] = TestResponse([UInt8](copying: response.out))
        response.sent()
        clients[ticket] = nil
    }
}

/// Keeps letters until they are collected.
private final class PlainMailbox: Mailbox {
    typealias Letter = (ticket: Ticket, write: @Sendable (inout ResponseWriter) -> Void)

    private let letters = Mutex<[Letter]>([])

    func post(_ ticket: Ticket, _ write: @escaping @Sendable (inout ResponseWriter) -> Void) {
        letters.withLock { $0.append((ticket, write)) }
    }

    func collect() -> [Letter] {
        letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }
}
