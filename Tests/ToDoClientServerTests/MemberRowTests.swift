import Foundation
import FoundationNetworking
import enum Items.ItemMember
import Testing
import ToDoClient
import ToDoClientHistories
import ToDoClientTestSupport

@Suite struct `Each member of an item, on the server and its double` {
    private typealias Fault = MemberRow.Refusal.Fault

    private struct Problem: Decodable { let errors: [Fault]? }

    private static let members = ToDoItem.WireMember.allCases.map(\.rawValue)
    private static let id = UUID()

    @Test func `is a member of the library, too`() {
        #expect(Self.members == ItemMember.allCases.map(\.rawValue))
    }

    @Test(arguments: Subject.allCases, members)
    func `has a row of kept and refused values`(subject: Subject, member: String) async throws {
        let row = try #require(try MemberRow.all().first { $0.member == member }, "no row")
        let path = "items/\(Self.id)"
        try await subject.start { server in
            for kept in row.kept {
                let item = try kept.item(id: Self.id)
                let (status, content) = try await ask(server, "PUT", path, item)
                let stored = try JSONDecoder().decode([String: JSONValue].self, from: content)

                #expect(status == 200 || status == 201, "\(kept)")
                for (name, value) in kept {
                    #expect(try text(stored[name]) == text(value), "\(name)")
                }
            }
            let task = try [String: JSONValue]().item(id: Self.id)
            for refusal in row.refused {
                if refusal.only != "patch" {
                    let item = try refusal.sent.item(id: UUID())
                    let answer = try await ask(server, "POST", "items", item)
                    try expect(refusal, answer)
                }
                if refusal.only != "item" {
                    _ = try await ask(server, "PUT", path, task)
                    let patch = try JSONEncoder().encode(refusal.sent)
                    let answer = try await ask(server, "PATCH", path, patch)
                    try expect(refusal, answer)
                }
            }
        }
    }

    @Test(arguments: Subject.allCases, members)
    func `is the same in the next item of what repeats`(
        subject: Subject, member: String
    ) async throws {
        let row = try #require(try MemberRow.all().first { $0.member == member }, "no row")
        let kept = try #require(row.kept.first)
        let due: [String: JSONValue] = [
            "timestamp": .number(1_796_338_800),
            "repeat": .object(["frequency": .string("daily")]),
        ]
        let item = kept.merging(due) { given, _ in given }
        try await subject.start { server in
            let path = "items/\(Self.id)"
            let (created, _) = try await ask(server, "PUT", path, try item.item(id: Self.id))
            let (done, _) = try await ask(server, "PATCH", path, Data(#"{"done":true}"#.utf8))
            let (_, open) = try await ask(server, "GET", "items?done=false")

            let items = try JSONDecoder().decode([[String: JSONValue]].self, from: open)
            let next = try #require(items.first)
            #expect(created == 201 && done == 200)
            switch member {
            case "timestamp", "day": #expect(try text(next[member]) != text(kept[member]))
            case "done": #expect(next[member] == .bool(false))
            default: #expect(try text(next[member]) == text(kept[member]))
            }
        }
    }

    private func expect(
        _ refusal: MemberRow.Refusal, _ answer: (status: Int, content: Data)
    ) throws {
        let problem = try JSONDecoder().decode(Problem.self, from: answer.content)
        #expect(answer.status == 422, "\(refusal.sent)")
        #expect(problem.errors?.sorted() == refusal.problems.sorted(), "\(refusal.sent)")
    }

    private func ask(
        _ server: RunningServer, _ method: String, _ path: String, _ body: Data? = nil
    ) async throws -> (status: Int, content: Data) {
        var request = URLRequest(
            url: try #require(URL(string: server.baseURL.absoluteString + path)))
        request.httpMethod = method
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (content, response) = try await server.session.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, content)
    }

    private func text(_ value: JSONValue?) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }
}
