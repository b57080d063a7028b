import Foundation
import FoundationNetworking
import Items
import Testing
import ToDoClient
import ToDoClientTestSupport

/// The tests apply to the server and to its double.
@Suite struct `The double of the server repeats items like the real server` {
    /// These members of an item.
    private struct Stored: Decodable, Equatable, CustomStringConvertible {
        let title: String
        let timestamp: Double?
        let day: String?
        let `repeat`: [String: Text]?
        let done: Bool

        var description: String {
            "\(day ?? "-") \(timestamp ?? 0) \(done) \(`repeat`?.keys.sorted() ?? [])"
        }
    }

    /// A value of a rule as text.
    private struct Text: Decodable, Equatable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Int.self) {
                text = "\(number)"
            } else if let words = try? value.decode([String].self) {
                text = "\(words)"
            } else {
                text = try value.decode(String.self)
            }
        }
    }

    private static let id = "0b7a6c4e-3a52-4f0e-9a55-1f6f2a9d7c11"

    /// Sends the requests to both, which must have the same statuses and items after each.
    private func compare(_ requests: [(method: String, path: String, body: String)]) async throws {
        var results: [[String]] = []
        for subject in Subject.allCases {
            try await subject.start(clock: .constant(1_700_000_000)) { server in
                var result: [String] = []
                for (method, path, body) in requests {
                    let (status, pointers, _) = try await Self.ask(server, method, path, body)
                    let (_, _, list) = try await Self.ask(server, "GET", "items", "")
                    let items = try JSONDecoder().decode([Stored].self, from: list)
                    result.append("\(method) \(body) \(status) \(pointers) \(items)")
                }
                results.append(result)
            }
        }
        for (double, real) in zip(results[0], results[1]) { #expect(double == real) }
    }

    private static func ask(
        _ server: RunningServer, _ method: String, _ path: String, _ body: String
    ) async throws -> (status: Int, pointers: [String], content: Data) {
        struct Problem: Decodable {
            struct Fault: Decodable { let pointer: String }

            let errors: [Fault]?
        }
        var request = URLRequest(
            url: try #require(URL(string: server.baseURL.absoluteString + path)))
        request.httpMethod = method
        if !body.isEmpty {
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await server.session.data(for: request)
        let problem = try? JSONDecoder().decode(Problem.self, from: data)
        return (
            (response as? HTTPURLResponse)?.statusCode ?? 0,
            problem?.errors?.map(\.pointer).sorted() ?? [], data
        )
    }

    private static func item(_ members: String) -> String {
        #"{"id":"\#(id)","title":"a","day":"2050-01-31",\#(members)}"#
    }

    @Test(arguments: [
        #""repeat":{"frequency":"monthly"}"#,
        #""repeat":{"frequency":"weekly","interval":2,"byDay":["th","mo"]}"#,
        #""repeat":{"frequency":"daily","until":"2050-02-01"}"#,
        #""repeat":{"frequency":"daily","until":"2050-01-31"}"#,
        #""timestamp":2527200000,"repeat":{"frequency":"yearly","byMonthDay":31}"#,
        #""repeat":{"frequency":"monthly","byDay":["-1fr"],"timeZone":"UTC"}"#,
        #""repeat":{"frequency":"monthly","interval":3,"from":"done"}"#,
    ])
    func `by PATCH, twice and undone`(members: String) async throws {
        try await compare([
            ("POST", "items", Self.item(members)),
            ("PATCH", "items/\(Self.id)", #"{"done":true}"#),
            ("PATCH", "items/\(Self.id)", #"{"done":true}"#),
            ("POST", "undo/2", ""),
            ("PUT", "items/\(Self.id)", Self.item(members + #","done":true"#)),
            ("PATCH", "items?done=false", #"{"done":true}"#),
            ("PATCH", "items/\(Self.id)", #"{"done":false}"#),
        ])
    }

    @Test func `with a time, and a rule that moves with it`() async throws {
        let time = #"{"id":"\#(Self.id)","title":"a","timestamp":2527200000.25,"#
        try await compare([
            ("POST", "items", time + #""repeat":{"frequency":"daily","time":"08:30"}}"#),
            ("PATCH", "items/\(Self.id)", #"{"done":true,"timestamp":2527286400.5}"#),
            ("PATCH", "items?done=false", #"{"done":true}"#),
        ])
    }

    @Test(arguments: [
        #"{"day":"2050-02-03"}"#, #"{"day":"2050-02-01"}"#, #"{"day":null}"#,
        #"{"timestamp":2527200000}"#, #"{"timestamp":null}"#,
        #"{"timestamp":1,"day":"2050-02-01"}"#,
        #"{"timestamp":null,"day":"2050-02-01"}"#, #"{"timestamp":null,"repeat":{"interval":2}}"#,
        #"{"repeat":{"interval":2,"byMonthDay":null}}"#, #"{"repeat":{"frequency":"weekly"}}"#,
        #"{"repeat":{"frequency":null}}"#, #"{"repeat":{"byDay":["1mo"]}}"#, #"{"repeat":null}"#,
        #"{"repeat":{"from":"done"}}"#, #"{"repeat":{"colour":1}}"#, #"{"repeat":{"interval":0}}"#,
        #"{"repeat":{"time":"08:30"}}"#, #"{"repeat":{"timeZone":"Europe/Nowhere"}}"#,
        #"{"done":true,"repeat":null}"#, #"{"done":true,"timestamp":null}"#,
    ])
    func `after a patch of their due date`(patch: String) async throws {
        try await compare([
            (
                "POST", "items",
                Self.item(#""repeat":{"frequency":"monthly","interval":3,"byMonthDay":31}"#)
            ),
            ("PATCH", "items/\(Self.id)", patch),
            ("PATCH", "items/\(Self.id)", #"{"done":true}"#),
            ("PATCH", "items/\(Self.id)", patch),
        ])
    }

    @Test func `in a batch, and refuses what is done from the beginning`() async throws {
        let rule = #""repeat":{"frequency":"daily"}"#
        try await compare([
            ("POST", "items", Self.item(rule + #","done":true"#)),
            ("PUT", "items/\(Self.id)", Self.item(rule + #","done":true"#)),
            (
                "POST", "items/batch",
                #"[{"op":"put","item":\#(Self.item(rule + #","done":true"#))}]"#
            ),
            (
                "POST", "items/batch",
                #"[{"op":"put","item":\#(Self.item(rule))},{"op":"patch","id":"\#(Self.id)","patch":{"done":true}}]"#
            ),
            ("POST", "undo/1", ""),
        ])
    }

    @Test func `on the same dates, by random rules`() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<5_000 {
            let due = try #require(
                DayDate(days: .random(in: 20_000...40_000, using: &random)))
            let today = try #require(
                DayDate(days: due.days + .random(in: -900...900, using: &random)))
            let rule = Self.rule(&random)
            var draft = RepetitionDraft()
            draft.frequency = Items.Repetition.Frequency(rawValue: rule.frequency.rawValue)
            draft.interval = rule.interval
            draft.byDay = rule.byDay?.compactMap { Items.Repetition.Day($0.text) }
            draft.byMonthDay = rule.byMonthDay
            draft.from = Items.Repetition.Origin(rawValue: rule.from.rawValue)
            draft.until = rule.until.map { CivilDate(days: $0.days) }
            let expected = try draft.judged(hasDay: true).get()
                .next(after: CivilDate(days: due.days), today: CivilDate(days: today.days))

            let next = rule.next(after: due, today: today)

            #expect(next?.date.description == expected?.date.description, "\(rule) \(due) \(today)")
            #expect(next?.rule.byMonthDay == expected?.rule.byMonthDay, "\(rule) \(due) \(today)")
        }
    }

    private static func rule(
        _ random: inout SystemRandomNumberGenerator
    ) -> ToDoClient.Repetition {
        let frequencies: [ToDoClient.Repetition.Frequency] = [.daily, .weekly, .monthly, .yearly]
        let weekdays = ToDoClient.Repetition.Weekday.allCases.shuffled(using: &random)
        var rule = ToDoClient.Repetition(
            frequencies.randomElement(using: &random) ?? .daily,
            interval: .random(in: 1...5, using: &random))
        switch (rule.frequency, Int.random(in: 0..<4, using: &random)) {
        case (_, 0): rule.from = .done
        case (.weekly, 1), (.weekly, 2):
            rule.byDay = weekdays.prefix(.random(in: 1...7, using: &random)).map { .init($0) }
        case (.monthly, 1):
            rule.byDay = [
                .init(weekdays[0], ordinal: [1, 2, 3, 4, -1].randomElement(using: &random))
            ]
        case (.monthly, 2), (.yearly, 2):
            rule.byMonthDay = .random(in: 1...31, using: &random)
        default: break
        }
        if Bool.random(using: &random) {
            rule.until = DayDate(days: .random(in: 20_000...41_000, using: &random))
        }
        return rule
    }
}
