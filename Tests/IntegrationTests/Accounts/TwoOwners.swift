import API
import APITestSupport
import Items
import SQLiteStorage
import TestSupport

/// Two accounts. Ada's has items, tokens and keys of every kind; Bob's has one item.
final class TwoOwners {
    /// The storage of their items.
    enum Kind: CaseIterable, Sendable {
        case double, sqlite
    }

    /// Words of Ada's data that must not be sent to Bob.
    static let secrets = ["Quartz", "Obsidian", "Malachite", "ada@", "Adamantine", "Lapis"]

    let client: TestClient
    let ada: String
    let bob: String
    private let folder: TemporaryFolder
    private let storage: SQLiteDatabase?
    private let app: App

    init(_ kind: Kind) throws {
        folder = try TemporaryFolder()
        let clock = Clock.constant(1_000)
        switch kind {
        case .double:
            storage = nil
            let accounts = InMemoryAccounts(clock: clock)
            app = App.withAccounts(
                InMemoryItems(now: clock), accounts, accounts, clock: clock)
        case .sqlite:
            let storage = try SQLiteDatabase.open(folder.file("items.sqlite"), clock: clock)
            self.storage = storage
            let repository = storage.repository()
            app = App.withAccounts(repository, repository, storage, clock: clock)
        }
        client = TestClient(app)
        ada = Self.token(of: "ada", named: "Adamantine", client)
        bob = Self.token(of: "bob", named: "Bob", client)
        write()
        _ = send("POST", "/tokens", as: ada, body: #"{"label":"Lapis"}"#)
        _ = send(
            "POST", "/subscriptions", as: ada,
            body: #"{"kind":"ntfy","url":"https://ntfy.example/Quartz","label":"Lapis"}"#)
        handles = handles(at: "/sessions")
        subscriptions = handles(at: "/subscriptions")
    }

    /// The handles of Ada's tokens, one of which has a label.
    private(set) var handles: [String] = []
    /// The handles of Ada's subscriptions.
    private(set) var subscriptions: [String] = []

    private func handles(at path: String) -> [String] {
        send("GET", path, as: ada).text
            .matches(of: /"handle":"([0-9a-f]+)"/).map { String($0.output.1) }
    }

    /// Ada's items: an open one, a done one with a location, a deleted one.
    let ids = [uuid(901), uuid(902), uuid(903)]
    let key = "\"a-key-of-hers\""
    let keyed = #"{"title":"Obsidian"}"#

    /// Sends a request as one of the two.
    func send(
        _ method: String, _ target: String, as token: String, _ fields: [String: String] = [:],
        body: String? = nil
    ) -> TestResponse {
        var fields = fields
        fields["Authorization"] = "Bearer \(token)"
        if body != nil { fields["Content-Type"] = "application/json" }
        return client.send(method, target, fields, body: body)
    }

    /// Everything that Ada can read, to detect changes.
    var hers: [String] {
        let paths = ["/items", "/items/changes", "/users/current", "/sessions", "/subscriptions"]
        return paths.map { send("GET", $0, as: ada).text }
            + ids.map { "\(send("GET", "/items/\($0)", as: ada))" }
    }

    /// The tag of Bob's list.
    var bobsRevision: String { send("GET", "/items", as: bob)["ETag"] ?? "none" }

    private func write() {
        let location = #"{"name":"Malachite","coordinate":{"latitude":1,"longitude":2}}"#
        let bodies = [
            #"{"id":"\#(ids[0])","title":"Quartz","timestamp":5}"#,
            #"{"id":"\#(ids[1])","title":"Obsidian","done":true,"location":\#(location)}"#,
            #"{"id":"\#(ids[2])","title":"Quartz too"}"#,
        ]
        for body in bodies { _ = send("POST", "/items", as: ada, body: body) }
        _ = send("DELETE", "/items/\(ids[2])", as: ada)
        _ = send("POST", "/items", as: ada, ["Idempotency-Key": key], body: keyed)
        _ = send("POST", "/items", as: bob, body: #"{"id":"\#(uuid(801))","title":"Tea"}"#)
    }

    private static func token(of user: String, named name: String, _ client: TestClient) -> String {
        let email = "\(user)@example.org"
        let password = AccountsWorld.password
        _ = client.send(
            "POST", "/users",
            json: #"{"name":"\#(name)","email":"\#(email)","password":"\#(password)"}"#)
        let answer = client.send(
            "POST", "/sessions", json: #"{"email":"\#(email)","password":"\#(password)"}"#)
        return answer.token ?? "none"
    }
}
