import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

/// The tests apply to the server and to its double.
@Suite struct `The double of the server responds like the real server` {
    private static let a = "0b7a6c4e-3a52-4f0e-9a55-1f6f2a9d7c11"
    private static let b = "5e0c2f6a-94d5-4b8e-8e9b-0d1f7a3b6c22"
    private static let c = "7d3f1c52-6f0e-4a3b-9c8d-2b1a0f9e8d33"

    /// Runs `body` with a requester for the server or its double.
    private func asking(
        _ subject: Subject, _ body: (Requester) async throws -> Void
    ) async throws {
        try await subject.start { server in
            try await body(Requester(base: server.baseURL, session: server.session))
        }
    }

    @Test(arguments: Subject.allCases)
    func `to requests that add, change and delete items`(subject: Subject) async throws {
        try await asking(subject) { server in
            #expect(try await server.ask("GET", "items").titles == [])
            #expect(try await server.ask("POST", "items", item(Self.a, "a")).status == 201)
            let again = try await server.ask("POST", "items", item(Self.a, "a"))
            #expect(again.status == 409)
            #expect(again.type == "/problems/already-exists")
            let many = "[\(item(Self.a, "other")),\(item(Self.b, "b"))]"
            let skipped = try await server.ask("POST", "items?onConflict=skip", many)
            #expect(skipped.status == 201)
            #expect(skipped.titles == ["a", "b"])
            let done = try await server.ask(
                "PATCH", "items/\(Self.a)", #"{"done":true,"itemDescription":"x"}"#)
            #expect(done.status == 200)
            #expect(try await server.ask("GET", "items").titles == ["b", "a"])
            #expect(try await server.ask("DELETE", "items/\(Self.b)").status == 204)
            #expect(try await server.ask("DELETE", "items/\(Self.b)").status == 410)
            #expect(try await server.ask("DELETE", "items/\(Self.c)").status == 404)
            #expect(try await server.ask("GET", "items/\(Self.b)").status == 404)
            let change = #"{"title":"x"}"#
            #expect(try await server.ask("PATCH", "items/\(Self.b)", change).status == 404)
            #expect(try await server.ask("PUT", "items/\(Self.b)", item(nil, "b2")).status == 201)
            #expect(try await server.ask("PUT", "items/\(Self.b)", item(nil, "b3")).status == 200)
            #expect(try await server.ask("DELETE", "items?done=true").status == 204)
            #expect(try await server.ask("GET", "items").titles == ["b3"])
        }
    }

    @Test(arguments: Subject.allCases)
    func `to refused requests`(subject: Subject) async throws {
        try await asking(subject) { server in
            let blank = try await server.ask("POST", "items", item(Self.a, " "))
            #expect(blank.status == 422)
            #expect(blank.pointers == ["/title"])
            let batch = """
                [{"op":"put","item":\(item(Self.a, "a"))},{"op":"put","item":\(item(Self.b, ""))}]
                """
            let refused = try await server.ask("POST", "items/batch", batch)
            #expect(refused.status == 422)
            #expect(refused.pointers == ["/1/item/title"])
            #expect(try await server.ask("GET", "items").titles == [])
            #expect(try await server.ask("GET", "items?color=red").status == 400)
            #expect(try await server.ask("GET", "nothing").status == 404)
            #expect(try await server.ask("POST", "items", "{").status == 400)
            #expect(
                try await server.ask("POST", "items", #"{"title":"a","colour":1}"#).status == 422)
        }
    }

    @Test(arguments: Subject.allCases)
    func `to batches with conditions, keys and undo`(subject: Subject) async throws {
        try await asking(subject) { server in
            let puts = """
                [{"op":"put","item":\(item(Self.a, "a"))},{"op":"put","item":\(item(Self.b, "b"))}]
                """
            let first = try await server.ask("POST", "items/batch", puts, key: "1")
            #expect(first.status == 200)
            #expect(first.revision?.hasSuffix(".1") == true)
            let repeated = try await server.ask("POST", "items/batch", puts, key: "1")
            #expect(repeated.text == first.text)
            let reused = try await server.ask("POST", "items/batch", "[]", key: "1")
            #expect(reused.status == 422)
            #expect(reused.type == "/problems/idempotency-key-reused")
            let stale = """
                [{"op":"delete","id":"\(Self.b)","ifRevision":1},
                 {"op":"patch","id":"\(Self.a)","patch":{"title":"x"},"ifRevision":7}]
                """
            let outdated = try await server.ask("POST", "items/batch", stale)
            #expect(outdated.status == 412)
            #expect(outdated.pointer == "/1")
            #expect(try await server.ask("GET", "items").titles == ["a", "b"])
            let missing =
                #"[{"op":"patch","id":"\#(Self.c)","patch":{"done":true},"ifRevision":1}]"#
            let absent = try await server.ask("POST", "items/batch", missing)
            #expect(absent.status == 404)
            #expect(absent.type == "/problems/item-not-found")
            let deleting = #"[{"op":"delete","id":"\#(Self.a)","ifRevision":1}]"#
            let deleted = try await server.ask("POST", "items/batch", deleting)
            #expect(deleted.status == 200)
            #expect(deleted.revision?.hasSuffix(".2") == true)
            #expect(try await server.ask("POST", "undo/2").status == 200)
            #expect(try await server.ask("GET", "items").titles == ["a", "b"])
            #expect(try await server.ask("POST", "undo/2").status == 409)
            #expect(try await server.ask("POST", "undo/99").status == 404)
        }
    }

    @Test(arguments: Subject.allCases)
    func `to a fault of the content before a stale condition`(subject: Subject) async throws {
        try await asking(subject) { server in
            let put = #"[{"op":"put","item":{"id":"\#(Self.a)","title":"a","done":true}}]"#
            #expect(try await server.ask("POST", "items/batch", put).status == 200)
            let rule = #""patch":{"repeat":{"frequency":"daily"},"timestamp":1796342400}"#
            let stale = #"[{"op":"patch","id":"\#(Self.a)",\#(rule),"ifRevision":7}]"#

            let refused = try await server.ask("POST", "items/batch", stale)

            #expect(refused.status == 422)
            #expect(refused.pointers == ["/0/patch/repeat"])
        }
    }

    @Test(arguments: Subject.allCases)
    func `in the order of an array, whose items have a creation time each`(
        subject: Subject
    ) async throws {
        try await asking(subject) { server in
            let array = "[\(item(Self.c, "c")),\(item(Self.a, "a")),\(item(Self.b, "b"))]"
            let added = try await server.ask("POST", "items", array)

            #expect(try await server.ask("GET", "items").titles == ["c", "a", "b"])
            let times = try #require(added.creationTimes)
            #expect(times == times.sorted())
            #expect(Set(times).count == 3)
        }
    }

    @Test(arguments: Subject.allCases)
    func `to requests for a coordinate, an account and an unknown path`(
        subject: Subject
    ) async throws {
        try await asking(subject) { server in
            let refusals: [(String, String, String?, Int)] = [
                ("GET", "coordinates", nil, 400), ("GET", "coordinates?address=a&b=c", nil, 400),
                ("PATCH", "items/\(Self.a)", "[]", 404), ("DELETE", "items/changes", nil, 405),
                ("GET", "items/batch", nil, 405), ("POST", "items/\(Self.a)", "{}", 405),
                ("GET", "items/x", nil, 404),
            ]
            for (method, target, body, status) in refusals {
                let answer = try await server.ask(method, target, body)
                #expect(answer.status == status, "\(method) \(target)")
            }
        }
    }

    @Test(arguments: Subject.allCases)
    func `with accounts, to requests without a token`(subject: Subject) async throws {
        try await subject.startWithAccounts { started in
            let server = Requester(base: started.baseURL, session: started.session)
            let account = #""email":"ada@example.org","password":"a crumbling lighthouse""#
            _ = try await server.ask("POST", "users", #"{"name":"Ada",\#(account)}"#)
            let guarded = [
                ("GET", "items"), ("POST", "items"), ("GET", "items/changes"),
                ("POST", "items/batch"), ("GET", "items/\(Self.a)"), ("POST", "undo/1"),
                ("GET", "coordinates?address=a"), ("GET", "coordinates"), ("POST", "coordinates"),
                ("GET", "sessions"), ("GET", "sessions/current"), ("GET", "sessions/0123456789ab"),
                ("DELETE", "sessions/0123456789ab"), ("GET", "users/current"),
                ("DELETE", "users/current"), ("GET", "tokens"), ("POST", "tokens"),
                ("GET", "nothing"),
            ]
            for (method, target) in guarded {
                let answer = try await server.ask(method, target)
                #expect(answer.status == 401, "\(method) \(target)")
                #expect(answer.type == "/problems/unauthorized", "\(method) \(target)")
            }
            for (method, target) in [("GET", "users"), ("PATCH", "sessions")] {
                let answer = try await server.ask(method, target)
                #expect(answer.status == 405, "\(method) \(target)")
            }
        }
    }

    @Test(arguments: Subject.allCases)
    func `to conditional requests`(subject: Subject) async throws {
        try await asking(subject) { server in
            let path = "items/\(Self.a)"
            let made = try await server.ask(
                "PUT", path, item(nil, "a"), ["If-None-Match": "*"])
            #expect(made.status == 201)
            let again = try await server.ask("PUT", path, item(nil, "b"), ["If-None-Match": "*"])
            #expect(again.status == 412)
            let tag = try #require(try await server.ask("GET", path).etag)
            #expect(try await server.ask("GET", path, nil, ["If-None-Match": tag]).status == 304)
            let patched = try await server.ask(
                "PATCH", path, #"{"title":"c"}"#, ["If-Match": tag])
            #expect(patched.status == 200)
            #expect(patched.etag != tag)
            let stale = try await server.ask("DELETE", path, nil, ["If-Match": tag])
            #expect(stale.status == 412)
            #expect(stale.type == "/problems/condition-failed")
            let list = try #require(try await server.ask("GET", "items").etag)
            let all = try await server.ask("DELETE", "items", nil, ["If-Match": list])
            #expect(all.status == 204)
            #expect(try await server.ask("DELETE", "items", nil, ["If-Match": list]).status == 412)
        }
    }

    @Test(arguments: Subject.allCases)
    func `to requests for changes`(subject: Subject) async throws {
        try await asking(subject) { server in
            #expect(try await server.ask("POST", "items", item(Self.a, "a")).status == 201)
            let all = try await server.ask("GET", "items/changes").page()
            #expect(all.changes.count == 1)
            #expect(!all.more)
            #expect(try await server.ask("DELETE", "items/\(Self.a)").status == 204)
            #expect(try await server.ask("POST", "items", item(Self.b, "b")).status == 201)
            let since = try await server.ask("GET", "items/changes?since=\(all.token)").page()
            #expect(since.changes.map { $0.deleted == nil } == [false, true])
            let none = try await server.ask("GET", "items/changes?since=\(since.token)").page()
            #expect(none.changes.isEmpty)
            #expect(none.token == since.token)
            let strange = try await server.ask("GET", "items/changes?since=abcdefgh.7")
            #expect(strange.status == 410)
            #expect(strange.type == "/problems/token-expired")
            let tag = try await server.ask("GET", "items").etag
            #expect(try await server.ask("GET", "items", tag: tag).status == 304)
        }
    }

    @Test(arguments: Subject.allCases)
    func `with ids in lower case`(subject: Subject) async throws {
        try await asking(subject) { server in
            let upper = Self.a.uppercased()
            let put = #"[{"op":"put","item":\#(item(upper, "a"))}]"#
            let added = try await server.ask("POST", "items", item(upper, "a"))
            let since = try #require(added.revision)
            let conflict = try await server.ask("POST", "items", item(upper, "b"))
            let stored = try await server.ask("POST", "items/batch", put)
            #expect(try await server.ask("DELETE", "items/\(upper)").status == 204)
            let changes = try await server.ask("GET", "items/changes?since=\(since)")
            let undone = try await server.ask("POST", "undo/2")

            for answer in [added, conflict, stored, changes, undone] {
                #expect(answer.text.contains(Self.a), "\(answer.text)")
                #expect(!answer.text.contains(upper), "\(answer.text)")
            }
        }
    }

    private func item(_ id: String?, _ title: String) -> String {
        #"{\#(id.map { #""id":"\#($0)","# } ?? "")"title":"\#(title)"}"#
    }
}

/// Sends requests to a server and reads the responses.
private struct Requester {
    let base: URL
    let session: any HTTPSession

    func ask(
        _ method: String, _ target: String, _ body: String? = nil,
        _ fields: [String: String] = [:], key: String? = nil, tag: String? = nil
    ) async throws -> Answer {
        let url = try #require(URL(string: base.absoluteString + target))
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let body {
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        if let key { request.setValue("\"\(key)\"", forHTTPHeaderField: "Idempotency-Key") }
        if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
        let (data, response) = try await session.data(for: request)
        return Answer(data: data, response: try #require(response as? HTTPURLResponse))
    }
}

/// A response of the server or its double.
private struct Answer {
    struct Problem: Decodable {
        struct Fault: Decodable { let pointer: String }

        let type: String
        let pointer: String?
        let errors: [Fault]?
    }

    struct Page: Decodable {
        struct Change: Decodable { let deleted: UUID? }

        let token: String
        let more: Bool
        let changes: [Change]
    }

    let data: Data
    let response: HTTPURLResponse

    var status: Int { response.statusCode }
    var text: String { String(decoding: data, as: UTF8.self) }
    var titles: [String]? {
        try? JSONDecoder().decode([ToDoItem].self, from: data).map(\.title)
    }
    var creationTimes: [Double]? {
        struct Made: Decodable { let createdAt: Double }
        return try? JSONDecoder().decode([Made].self, from: data).map(\.createdAt)
    }
    private var problem: Problem? { try? JSONDecoder().decode(Problem.self, from: data) }
    var type: String? { problem?.type }
    var pointer: String? { problem?.pointer }
    var pointers: [String]? { problem?.errors?.map(\.pointer) }
    var revision: String? { response.value(forHTTPHeaderField: "ToDo-Revision") }
    var etag: String? { response.value(forHTTPHeaderField: "ETag") }

    func page() throws -> Page { try JSONDecoder().decode(Page.self, from: data) }
}
