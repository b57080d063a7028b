import API
import Accounts
import HTTP
import Testing

@Suite struct `Addresses of push services` {
    private static func addresses(
        _ hosts: [String], local: [String] = []
    ) throws -> PushAddresses {
        PushAddresses(
            hosts: try hosts.map { try #require(PushAddresses.Host($0)) },
            local: try local.map { try #require(WebOrigin($0)) })
    }

    private static func browser(_ url: String) -> PushService {
        .webPush(endpoint: url, keys: PushKeys(point: [], secret: []))
    }

    @Test(
        arguments: [
            "https://fcm.googleapis.com/fcm/send/abc:d-E_f", "https://fcm.googleapis.com/wp/a?b=c",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
            "https://web.push.apple.com/QAbc", "https://api.push.apple.com/3/device",
            "https://wns2-par02p.notify.windows.com/w/?token=BQ%3d",
            "https://a.b.push.services.mozilla.com/x",
        ])
    func `of the browsers are permitted`(url: String) throws {
        let addresses = try Self.addresses(PushAddresses.browsers)

        #expect(addresses.place(of: Self.browser(url))?.isLocal == false)
    }

    @Test(
        arguments: [
            "http://fcm.googleapis.com/a", "https://fcm.googleapis.com",
            "ftp://fcm.googleapis.com/",
            "https://fcm.googleapis.com:444/a", "https://fcm.googleapis.com:443/a",
            "https://xfcm.googleapis.com/a", "https://a.fcm.googleapis.com/a",
            "https://push.apple.com/a", "https://.push.apple.com/a",
            "https://xpush.apple.com/a", "https://push.apple.com.evil.example/a",
            "https://user@fcm.googleapis.com/a", "https://fcm.googleapis.com@evil.example/a",
            "https://evil.example\\@fcm.googleapis.com/a", "https://fcm.googleapis.com/a#b",
            "https://fcm.googleapis.com?a/", "https://FCM.googleapis.com/a",
            "https://fcm.googleapis.com./a", "https://fcm.googleapis.com/a b",
            "https://fcm.googleapis.com/\u{E4}", "https://127.0.0.1/a", "https://[::1]/a",
            "https://localhost/a", "https:/fcm.googleapis.com/a", "//fcm.googleapis.com/a",
            "https://fcm.googleapis.com/" + String(repeating: "a", count: 2_048), "",
            "https://fcm.googleapis.com\u{9}/a", "https://fcm.googleapis.com%2f/a",
        ])
    func `of anybody else are not`(url: String) throws {
        let addresses = try Self.addresses(PushAddresses.browsers)

        #expect(addresses.place(of: Self.browser(url)) == nil)
    }

    @Test func `at an origin that may be private are those with its scheme and port`() throws {
        let addresses = try Self.addresses([], local: ["http://192.168.1.5:8080"])
        let topic = { addresses.place(of: .ntfy(url: $0, token: nil)) }

        #expect(topic("http://192.168.1.5:8080/home")?.isLocal == true)
        #expect(topic("http://192.168.1.5:8080/home")?.topic == "home")
        #expect(topic("http://192.168.1.5:8080/home")?.origin == "http://192.168.1.5:8080")
        #expect(topic("http://192.168.1.5/home") == nil)
        #expect(topic("https://192.168.1.5:8080/home") == nil)
    }

    @Test(arguments: ["a", "Ab-_9", String(repeating: "t", count: 64)])
    func `of ntfy end in a topic`(topic: String) throws {
        let addresses = try Self.addresses(["ntfy.example:8443"])

        let place = addresses.place(
            of: .ntfy(url: "https://ntfy.example:8443/\(topic)", token: nil))

        #expect(place?.topic == topic)
    }

    @Test(
        arguments: ["", "a/b", "a.b", "a?b", "\u{E4}", "%41", String(repeating: "t", count: 65)])
    func `of ntfy end in nothing else`(topic: String) throws {
        let addresses = try Self.addresses(["ntfy.example"])

        #expect(
            addresses.place(of: .ntfy(url: "https://ntfy.example/\(topic)", token: nil)) == nil)
    }

    @Test(arguments: ["a.example", "*.example", "*.a.example:8443", "A.example", "localhost"])
    func `are permitted by host`(text: String) {
        #expect(PushAddresses.Host(text) != nil)
    }

    @Test(
        arguments: [
            "", "*", "*.", "a..example", ".example", "a.example.", "a.example:", "a.example:0",
            "a.example:65536", "a.example:08", "a.*.example", "**.example", "https://a.example",
            "a.example/b", "a b", "a@b", "a.example:1:2", "\u{E4}.example",
        ])
    func `are not permitted by other texts`(text: String) {
        #expect(PushAddresses.Host(text) == nil)
    }
}

@Suite struct `The contact of push services` {
    @Test(
        arguments: [
            "mailto:admin@example.org", "mailto:a+b@mail.example.org", "https://example.org",
            "https://example.org/contact?a=b", "https://example.org:8443/",
            "mailto:Admin@Example.ORG",
        ])
    func `is an address or a page`(text: String) {
        #expect(PushContact(text)?.text == text)
    }

    @Test(
        arguments: [
            "", "admin@example.org", "mailto:", "mailto:admin", "mailto:@example.org",
            "mailto:admin@localhost", "mailto:admin@a.localhost", "mailto:admin@nas.local",
            "mailto:admin@a.invalid", "mailto:admin@example.", "mailto:admin@.org",
            "mailto:admin@nas.LOCAL", "http://example.org", "https://localhost/",
            "https://nas.local/a", "https://127.0.0.1/", "https://[::1]/", "https://",
            "https://user@example.org/", "mailto:a\"b@example.org", "mailto:a b@example.org",
            "mailto:a@example.org?subject=x", "mailto:\u{E4}@example.org", "https://example.org#a",
        ])
    func `is no other text, and has a host that others reach`(text: String) {
        #expect(PushContact(text) == nil)
    }
}
