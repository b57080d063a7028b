package import TestSupport
import Testing

private let item = "/items/" + uuid(1)

/// A write to a list of one item.
package struct KeyedWrite: Sendable, CustomTestStringConvertible {
    package let method: String
    package let target: String
    package var json: String?

    /// A write with this body, if there is one.
    package init(method: String, target: String, json: String? = nil) {
        self.method = method
        self.target = target
        self.json = json
    }

    package var testDescription: String { "\(method) \(target) \(json ?? "")" }

    /// All kinds of writes that have another result or another answer when they are done twice.
    package static let all = [
        KeyedWrite(method: "POST", target: "/items", json: #"{"title":"Tea"}"#),
        KeyedWrite(method: "POST", target: "/items", json: #"[{"title":"Tea"},{"title":"Jam"}]"#),
        KeyedWrite(method: "POST", target: "/items", json: "[]"),
        KeyedWrite(
            method: "POST", target: "/items?onConflict=skip",
            json: #"[{"id":"\#(uuid(1))","title":"Tea"}]"#),
        KeyedWrite(method: "PUT", target: "/items/" + uuid(9), json: #"{"title":"Tea"}"#),
        KeyedWrite(method: "PATCH", target: item, json: #"{"done":true}"#),
        KeyedWrite(method: "DELETE", target: item),
        KeyedWrite(method: "DELETE", target: "/items"),
        KeyedWrite(method: "PATCH", target: "/items?done=false", json: #"{"done":true}"#),
        KeyedWrite(method: "DELETE", target: "/items?done=false"),
        KeyedWrite(method: "POST", target: "/undo/1"),
    ]

    /// Sends the write under a key.
    package func send(
        by client: TestClient, _ key: String = "\"k\"", _ fields: [String: String] = [:]
    ) -> TestResponse {
        let own = ["Content-Type": "application/json", "Idempotency-Key": key]
        return client.send(method, target, own.merging(fields) { $1 }, body: json)
    }
}
