import APITestSupport
import Foundation
import Reminders
import TestSupport
import Testing

/// Whether this machine has what a server with reminders loads.
let hasPushLibraries =
    OpenSSL.isThere && (try? CurlTransport(userAgent: "toodoo")) != nil

@Suite(.enabled(if: hasPushLibraries, "libcurl.so.4 or libcrypto.so.3 cannot be loaded here"))
struct `Reminders of a running server` {
    private static func server(
        _ database: String, _ service: ScriptedService, environment: [String: String] = [:]
    ) throws -> RunningServer {
        try RunningServer(
            database: database,
            arguments: [
                "--push-contact", "mailto:admin@example.org", "--push-local", service.url,
            ], environment: environment)
    }

    /// Subscribes to a topic; then adds an item whose reminder is due a moment later.
    private static func subscribeAndAdd(
        _ server: RunningServer, _ service: ScriptedService, title: String
    ) throws {
        let subscribed = try server.send(
            "POST", "/subscriptions", json: #"{"kind":"ntfy","url":"\#(service.url)/topic"}"#)
        #expect(subscribed.status == 201)
        while true {
            let at = Date().timeIntervalSince1970 + 1
            let added = try server.send(
                "POST", "/items", json: #"{"title":"\#(title)","timestamp":\#(at + 60),"remind":1}"#
            )
            let createdAt = added.text.firstMatch(of: /"createdAt":([0-9.]+)/)
                .flatMap { Double($0.output.1) }
            // On a slow machine it may have been due before, and then nobody is told.
            if try #require(createdAt) < at { return }
        }
    }

    @Test func `are sent in time, while nobody asks`() throws {
        let folder = try TemporaryFolder()
        let service = try ScriptedService { _ in .status(200) }
        let server = try Self.server(folder.file("items.sqlite"), service)

        try Self.subscribeAndAdd(server, service, title: "Dentist")
        service.wait()
        let log = try server.stop().error

        let request = try #require(service.requests.first)
        let body = String(decoding: request.body, as: UTF8.self)
        #expect(request.head.hasPrefix("POST / HTTP/1.1\r\n"))
        #expect(body.contains(#""topic":"topic","title":"Dentist","message":"Reminder""#))
        #expect(service.requests.count == 1)
        #expect(!log.contains("topic"))
        #expect(!log.contains("Dentist"))
    }

    @Test func `to a browser are encrypted and signed`() throws {
        let folder = try TemporaryFolder()
        let service = try ScriptedService { _ in .status(201) }
        let server = try Self.server(folder.file("items.sqlite"), service)
        // RFC 8291, appendix A.
        let keys = """
            {"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",\
            "auth":"BTBZMqHH6r4Tts7J_aSIgg"}
            """

        let made = try server.send(
            "POST", "/subscriptions",
            json: #"{"kind":"webpush","endpoint":"\#(service.url)/x","keys":\#(keys)}"#)
        let tested = try server.send("POST", (made["Location"] ?? "") + "/test")
        service.wait()

        let request = try #require(service.requests.first)
        #expect([made, tested].map(\.status) == [201, 202])
        for line in [
            "POST /x HTTP/1.1", "TTL: 60", "Urgency: high", "Content-Encoding: aes128gcm",
            "Authorization: vapid t=", "Content-Type: application/octet-stream",
        ] {
            #expect(request.head.contains(line))
        }
        #expect(!String(decoding: request.body, as: UTF8.self).contains("Reminders work"))
    }

    // proves: durable-1
    @Test func `are sent by the next server if the first is killed before the answer`() throws {
        let folder = try TemporaryFolder()
        let database = folder.file("items.sqlite")
        let service = try ScriptedService { $0 == 0 ? .stalls : .status(200) }
        let first = try Self.server(database, service)
        try Self.subscribeAndAdd(first, service, title: "Dentist")
        service.wait()

        first.program.send(SIGKILL)
        _ = try first.program.ending()
        let second = try Self.server(database, service)
        service.wait()

        let bodies = service.requests.map { String(decoding: $0.body, as: UTF8.self) }
        // The same topic, by which the second one replaces the first.
        #expect(bodies.count == 2)
        #expect(Set(bodies).count == 1)
        try second.stop()
    }

    // proves: durable-1
    @Test func `whose time came while no server ran are sent at the start`() throws {
        let folder = try TemporaryFolder()
        let database = folder.file("items.sqlite")
        let service = try ScriptedService { _ in .status(200) }
        let first = try Self.server(database, service)
        try Self.subscribeAndAdd(first, service, title: "Dentist")
        first.program.send(SIGKILL)
        _ = try first.program.ending()

        let second = try Self.server(database, service)
        service.wait()

        #expect(String(decoding: service.requests[0].body, as: UTF8.self).contains("Dentist"))
        try second.stop()
    }

    @Test func `are sent past the proxy of the environment`() throws {
        let folder = try TemporaryFolder()
        let (proxy, service) = (
            try ScriptedService { _ in .status(502) }, try ScriptedService { _ in .status(200) }
        )
        let server = try Self.server(
            folder.file("items.sqlite"), service,
            environment: [
                "http_proxy": proxy.url, "https_proxy": proxy.url, "all_proxy": proxy.url,
            ])

        try Self.subscribeAndAdd(server, service, title: "Dentist")
        service.wait()

        #expect(proxy.connections == 0)
        try server.stop()
    }

    @Test(.enabled(if: SecuredService.isAvailable))
    func `to a service of this network go over TLS, with the certificates of --push-ca`() throws {
        let folder = try TemporaryFolder()
        let service = try SecuredService(certifiedFor: "DNS:localhost")
        let origin = "https://localhost:\(service.port)"
        let server = try RunningServer(
            database: folder.file("items.sqlite"),
            arguments: [
                "--push-contact", "mailto:admin@example.org", "--push-local", origin, "--push-ca",
                service.certificate,
            ])

        let made = try server.send(
            "POST", "/subscriptions", json: #"{"kind":"ntfy","url":"\#(origin)/topic"}"#)
        let tested = try server.send("POST", (made["Location"] ?? "") + "/test")

        #expect([made, tested].map(\.status) == [201, 202])
        #expect(service.target() == "/")
        try server.stop()
    }

    @Test func `are in the metrics`() throws {
        let folder = try TemporaryFolder()
        let service = try ScriptedService { _ in .status(200) }
        let server = try Self.server(folder.file("items.sqlite"), service)

        let metrics = try server.send("GET", "/metrics").text

        #expect(metrics.contains(#"toodoo_push_sent_total{result="sent"} 0"#))
        #expect(metrics.contains("toodoo_push_waiting 0"))
        #expect(metrics.contains("toodoo_push_delay_seconds_count 0"))
    }

    @Test func `are off without a contact`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))

        #expect(try server.send("GET", "/subscriptions").status == 404)
        #expect(try !server.send("GET", "/metrics").text.contains("toodoo_push"))
    }

    @Test func `keep their key`() throws {
        let folder = try TemporaryFolder()
        let database = folder.file("items.sqlite")
        let service = try ScriptedService { _ in .status(200) }

        let keys = try (0..<2).map { _ in
            let server = try Self.server(database, service)
            let text = try server.send("GET", "/subscriptions").text
            try server.stop()
            return text
        }

        #expect(keys[0] == keys[1])
        #expect(keys[0].contains(#""publicKey":"B"#))
    }

    @Test func `need a contact that others can reach, and certificates that can be read`() throws {
        let folder = try TemporaryFolder()
        let start = { (arguments: [String]) in
            try Program(
                ["serve", "--port", "0", "--db", folder.file("items.sqlite")] + arguments
            ).ending()
        }

        let contact = try start(["--push-contact", "mailto:admin@nas.local"])
        let certificates = try start([
            "--push-contact", "mailto:admin@example.org", "--push-ca", folder.file("missing.pem"),
        ])

        #expect(contact.code == 64)
        #expect(
            certificates
                == .failure(1, "--push-ca: \(folder.file("missing.pem")) cannot be read"))
    }
}
