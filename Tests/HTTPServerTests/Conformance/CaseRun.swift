import TestSupport
import Testing

/// A row and a way to send it.
struct CaseRun: Sendable, CustomTestStringConvertible {
    /// The observable result of a connection, and the requests that the handler received.
    struct Outcome: Equatable {
        var answers: [Observed] = []
        var ending: WireClient.Ending
        var reports: [String]
    }

    let group: String
    let row: Case
    let delivery: Delivery

    static let all = CaseGroup.all.flatMap { group in
        group.cases.flatMap { row in
            row.deliveries.map { CaseRun(group: group.name, row: row, delivery: $0) }
        }
    }

    /// The row's title with the first of its bytes.
    var testDescription: String {
        let sent = String(row.sent.unicodeScalars.prefix(120)).debugDescription
        return "\(group), \(row.section): \(row.shows) (\(delivery), \(sent))"
    }

    /// The last request on a connection that stays open, which proves that it is open.
    private static let next = Case(
        "9112 §9.3", "The connection stays.", get("/next"), .answer("GET /next"))

    /// The row's expected outcome, with the properties that all answers and endings share.
    var expected: Outcome {
        let answers = row.answers + (row.ending == .stays ? Self.next.answers : [])
        return Outcome(
            answers: answers.enumerated().map { index, answer in
                let isLast = index + 1 == answers.count
                return answer.observed(endsConnection: isLast && row.ending == .ends)
            },
            ending: WireClient.Ending(), reports: answers.compactMap(\.report))
    }

    /// Sends the row's bytes and reads the answers, until the connection has ended.
    func play(in world: ServerWorld) throws -> Outcome {
        let client = try world.connect()
        try delivery.send(row.sent, to: world, by: client)
        if row.ending == .left { client.finishSending() }
        var answers = try row.answers.map { try take($0, from: client, of: world) }
        if row.ending == .stays {
            try client.send(Self.next.sent)
            answers += try Self.next.answers.map { try take($0, from: client, of: world) }
            client.finishSending()
        }
        let ending = try client.ending()
        return Outcome(answers: answers, ending: ending, reports: world.handler.reports)
    }

    private func take(
        _ answer: Answer, from client: WireClient, of world: ServerWorld
    ) throws -> Observed {
        let observed = Observed(try client.answerBytes(toHead: answer.isToHead))
        if answer.isGoOn { try delivery.send(row.then, to: world, by: client) }
        return observed
    }
}
