package import HTTP
package import TestSupport
import Testing

/// A client of a handler or of a server: one request in, one whole answer out.
///
/// Each answer is also compared with openapi.yaml, and each request that was accepted.
package final class TestClient {
    private let transport: any RequestTransport
    private let isChecked: Bool
    /// Fields that every request gets, unless it has fields of the same name.
    package var standing: [String: String] = [:]
    /// The address of the client, which only a handler without a socket is told.
    package var peer: IPAddress?

    /// A client of this handler, without a socket. With `isChecked`, requests and responses are
    /// compared with openapi.yaml.
    package convenience init(_ handler: any Handler, isChecked: Bool = true) {
        self.init(HandlerTransport(handler), isChecked: isChecked)
    }

    /// A client of the server at a port of this machine, with a new connection for each request.
    package convenience init(port: UInt16, isChecked: Bool = true) {
        self.init(SocketTransport(port: port), isChecked: isChecked)
    }

    private init(_ transport: any RequestTransport, isChecked: Bool) {
        self.transport = transport
        self.isChecked = isChecked
    }

    /// Sends a request and waits for its answer, or for the beginning of an endless one; `Host`
    /// and, with a body, `Content-Length` are added. The end of the connection is a failure of the
    /// test.
    package func send(
        _ method: String, _ target: String, _ fields: [String: String] = [:], body: String? = nil
    ) -> TestResponse {
        do {
            return try exchange(method, target, fields, body: body)
        } catch {
            Issue.record("\(method) \(target): \(error)")
            return TestResponse([])
        }
    }

    /// The same with a body of JSON.
    package func send(_ method: String, _ target: String, json: String) -> TestResponse {
        send(method, target, ["Content-Type": "application/json"], body: json)
    }

    /// The same for a server that may end the connection.
    package func exchange(
        _ method: String, _ target: String, _ fields: [String: String] = [:], body: String? = nil
    ) throws -> TestResponse {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
        let fields = fields.merging(standing) { own, _ in own }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            text += "\(name): \(value)\r\n"
        }
        if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
        let answer = try transport.exchange(
            Array((text + "\r\n").utf8), body: Array((body ?? "").utf8), from: peer)
        if isChecked { check(method, target, fields, body ?? "", answer) }
        return answer
    }

    /// The same with a body of JSON, or without a body.
    package func exchange(
        _ method: String, _ target: String, json: String?
    ) throws -> TestResponse {
        let fields = json == nil ? [:] : ["Content-Type": "application/json"]
        return try exchange(method, target, fields, body: json)
    }

    /// Sends the bytes of a head as they are, and then a body, which a handler gets in one piece.
    package func send(_ head: [UInt8], body: [UInt8] = []) -> TestResponse {
        do {
            return try transport.exchange(head, body: body, from: peer)
        } catch {
            Issue.record(error)
            return TestResponse([])
        }
    }

    private func check(
        _ method: String, _ target: String, _ fields: [String: String], _ body: String,
        _ answer: TestResponse
    ) {
        do {
            let description = try Description.served.get()
            var faults = description.faults(method, target, answer)
            if answer.status < 400 {
                faults += description.faults(method, target, fields, Array(body.utf8))
                    .map { "the accepted request: " + $0 }
            }
            for fault in faults {
                Issue.record("\(method) \(target): \(fault), says openapi.yaml")
            }
        } catch {
            Issue.record("openapi.yaml: \(error)")
        }
    }
}

/// The way of requests to a handler or a server.
protocol RequestTransport {
    /// Sends a head and a body, and waits for the answer.
    func exchange(
        _ head: [UInt8], body: [UInt8], from peer: IPAddress?
    ) throws -> TestResponse
}

/// A new connection for each request.
private struct SocketTransport: RequestTransport {
    let port: UInt16

    func exchange(
        _ head: [UInt8], body: [UInt8], from peer: IPAddress?
    ) throws -> TestResponse {
        let client = try WireClient(port: port)
        try client.send(head + body)
        return try client.answer(toHead: head.starts(with: Array("HEAD ".utf8)))
    }
}
