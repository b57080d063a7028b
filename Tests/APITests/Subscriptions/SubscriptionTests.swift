import APITestSupport
import Accounts
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `Subscriptions` {

    /// The keys of a browser: a point that is one for the double, and 16 bytes.
    private static let keys = #"{"p256dh":"\#(p256dh)","auth":"AAAAAAAAAAAAAAAAAAAAAA"}"#
    private static let p256dh = Base64URL.text(
        [4] + [UInt8](repeating: 0, count: 63) + [1])

    private static func browser(
        _ endpoint: String = "https://push.example/abc", more: String = ""
    ) -> String {
        #"{"kind":"webpush","endpoint":"\#(endpoint)","keys":\#(keys)\#(more)}"#
    }

    private static func topic(
        _ url: String = "https://ntfy.example/my-topic", more: String = ""
    ) -> String {
        #"{"kind":"ntfy","url":"\#(url)"\#(more)}"#
    }

    @Test func `of a browser are made, listed without secrets, and end`() throws {
        let world = AccountsWorld()
        let ada = world.token("ada")

        let made = world.send(
            "POST", "/subscriptions", as: ada, ["Origin": "https://todo.example"],
            json: Self.browser(
                more: #","expirationTime":null,"label":"Phone","timeZone":"Europe/Berlin""#))
        let handle = try #require(
            made.text.firstMatch(of: /"handle":"([0-9a-f]{16})"/)
        ).output.1
        let listed = world.send("GET", "/subscriptions", as: ada)
        let ended = world.send("DELETE", "/subscriptions/\(handle)", as: ada)
        let again = world.send("DELETE", "/subscriptions/\(handle)", as: ada)

        let element = """
            {"handle":"\(handle)","kind":"webpush","label":"Phone","host":"push.example",\
            "createdAt":1000,"current":true}
            """
        #expect(made.status == 201)
        #expect(made["Location"] == "/subscriptions/\(handle)")
        #expect(made.text == element)
        #expect(listed.status == 200)
        #expect(
            listed.text
                == #"{"publicKey":"\#(PushServices.examplePublicKey)","subscriptions":[\#(element)]}"#
        )
        #expect(listed["Cache-Control"] == "private, no-cache")
        #expect(ended.status == 204)
        #expect(again.problemName == "subscription-not-found")
        #expect(world.sender.starts == 1)
    }

    @Test func `keep the keys, the zone, the page and the session`() throws {
        let world = AccountsWorld()
        let ada = world.token("ada")

        _ = world.send(
            "POST", "/subscriptions", as: ada, ["Origin": "https://todo.example"],
            json: Self.browser(more: #","timeZone":"Europe/Berlin""#))
        _ = world.send(
            "POST", "/subscriptions", as: ada, json: Self.topic(more: #","token":"tk_1~!""#))

        let writes = world.accounts.writes.compactMap { write -> NewSubscription? in
            guard case .reminders(.subscribe(let new)) = write else { return nil }
            return new
        }
        #expect(
            writes.map(\.service) == [
                .webPush(
                    endpoint: "https://push.example/abc",
                    keys: PushKeys(
                        point: [4] + [UInt8](repeating: 0, count: 63) + [1],
                        secret: [UInt8](repeating: 0, count: 16))),
                .ntfy(url: "https://ntfy.example/my-topic", token: "tk_1~!"),
            ])
        #expect(writes.map(\.timeZone) == ["Europe/Berlin", nil])
        #expect(writes.map(\.origin) == ["https://todo.example", nil])
        #expect(writes.allSatisfy { $0.session != nil })
    }

    @Test func `of an address that the owner has are replaced`() throws {
        let world = AccountsWorld()
        let ada = world.token("ada")
        let other = try #require(world.signIn("ada").token)

        let first = world.send(
            "POST", "/subscriptions", as: ada, json: Self.topic(more: #","label":"one""#))
        world.time.now += 5
        let second = world.send(
            "POST", "/subscriptions", as: other, json: Self.topic(more: #","label":"two""#))
        let listed = world.send("GET", "/subscriptions", as: ada).text

        #expect([first, second].map(\.status) == [201, 200])
        #expect(second["Location"] == nil)
        #expect(
            second.text
                == first.text.replacing("one", with: "two"))
        #expect(
            listed.contains(
                #""label":"two","host":"ntfy.example","createdAt":1000,"current":false"#))
    }

    @Test func `of a browser go to the account that sends them last`() {
        let world = AccountsWorld()
        let (ada, bob) = (world.token("ada"), world.token("bob"))

        let hers = world.send("POST", "/subscriptions", as: ada, json: Self.browser())
        let his = world.send("POST", "/subscriptions", as: bob, json: Self.browser())

        #expect([hers, his].map(\.status) == [201, 201])
        #expect(
            world.send("GET", "/subscriptions", as: ada).text.hasSuffix(#""subscriptions":[]}"#))
    }

    @Test func `are tried once a second`() throws {
        let world = AccountsWorld()
        let ada = world.token("ada")
        let made = world.send("POST", "/subscriptions", as: ada, json: Self.topic())
        let path = try #require(made["Location"]) + "/test"

        let first = world.send("POST", path, as: ada)
        let second = world.send("POST", path, as: ada)
        world.ticks.advance(seconds: 1)
        let third = world.send("POST", path, as: ada)
        world.ticks.advance(seconds: 1)
        world.sender.fill()
        let full = world.send("POST", path, as: ada)

        #expect([first, second, third, full].map(\.status) == [202, 429, 202, 503])
        #expect(second["Retry-After"] == "1")
        #expect(
            world.sender.tests.map(\.service.url)
                == Array(repeating: "https://ntfy.example/my-topic", count: 2))
    }

    @Test func `are 20 of an account at most`() {
        let world = AccountsWorld()
        let ada = world.token("ada")

        let statuses = (1...21).map {
            world.send(
                "POST", "/subscriptions", as: ada, json: Self.topic("https://ntfy.example/\($0)"))
        }

        #expect(statuses.dropLast().allSatisfy { $0.status == 201 })
        #expect(statuses.last?.status == 422)
        #expect(statuses.last?.pointers == [""])
    }

    @Test(
        arguments: [
            ("[]", [""]), ("{}", ["/kind"]), (#"{"kind":"mail"}"#, ["/kind"]),
            (#"{"kind":7}"#, ["/kind"]), (#"{"kind":"ntfy"}"#, ["/url"]),
            (#"{"kind":"webpush"}"#, ["/endpoint", "/keys"]),
            (#"{"kind":"ntfy","url":7}"#, ["/url"]),
            (#"{"kind":"ntfy","url":null}"#, ["/url"]),
            (topic(more: #","keys":{}"#), ["/keys"]), (topic(more: #","x":1"#), ["/x"]),
            (topic(more: #","label":"""#), ["/label"]),
            (topic(more: #","label":7"#), ["/label"]),
            (topic(more: #","timeZone":"Mars/Olympus""#), ["/timeZone"]),
            (topic(more: #","timeZone":7"#), ["/timeZone"]),
            (topic(more: #","token":"""#), ["/token"]),
            (topic(more: #","token":"a b""#), ["/token"]),
            (topic(more: #","token":"a\r\nX: y""#), ["/token"]),
            (topic(more: #","token":"ä""#), ["/token"]),
            (topic(more: #","token":"\#(String(repeating: "a", count: 201))""#), ["/token"]),
            (topic("http://ntfy.example/a"), ["/url"]), (topic("https://ntfy.example/"), ["/url"]),
            (topic("https://ntfy.example/a.b"), ["/url"]),
            (topic("https://evil.example/a"), ["/url"]), (topic("https://10.0.0.1/a"), ["/url"]),
            (topic("https://a@ntfy.example/a"), ["/url"]),
            (topic("https://ntfy.example/a#b"), ["/url"]),
            (browser("https://evil.example/a"), ["/endpoint"]),
            (
                browser("https://push.example/" + String(repeating: "a", count: 2_048)),
                ["/endpoint"]
            ),
            (browser(more: #","url":"x""#), ["/url"]),
            (#"{"kind":"webpush","endpoint":"https://push.example/a","keys":7}"#, ["/keys"]),
            (
                #"{"kind":"webpush","endpoint":"https://push.example/a","keys":{"x":1}}"#,
                ["/keys/x", "/keys/p256dh", "/keys/auth"]
            ),
            (
                #"{"kind":"webpush","endpoint":"https://push.example/a","keys":{"p256dh":"BAAA","auth":"AA"}}"#,
                ["/keys/p256dh", "/keys/auth"]
            ),
            (
                #"{"kind":"webpush","endpoint":"https://push.example/a","keys":{"p256dh":"%%","auth":7}}"#,
                ["/keys/p256dh", "/keys/auth"]
            ),
        ] as [(String, [String])])
    func `with faults are refused, and change nothing`(body: String, pointers: [String]) {
        let world = AccountsWorld().signedIn()
        let before = world.state

        let response = world.client.send("POST", "/subscriptions", json: body)

        #expect(response.status == 422)
        #expect(response.pointers == pointers)
        #expect(world.state == before)
    }

    @Test(arguments: ["items", "read"])
    func `need a token with the scope all`(scope: String) {
        let world = AccountsWorld()
        let token = world.made(by: world.token("ada"), scope)
        let requests = [
            ("GET", "/subscriptions"), ("POST", "/subscriptions"),
            ("DELETE", "/subscriptions/0123456789abcdef"),
            ("POST", "/subscriptions/0123456789abcdef/test"),
        ]
        let before = world.state

        let statuses = requests.map { method, path in
            world.send(method, path, as: token, json: method == "POST" ? Self.topic() : nil).status
        }

        #expect(statuses == [403, 403, 403, 403])
        #expect(world.state == before)
    }

    @Test(arguments: [
        "/subscriptions/0123456789ABCDEF", "/subscriptions/0123456789abcde",
        "/subscriptions/0123456789abcdef0", "/subscriptions/+123456789abcdef",
        "/subscriptions/0123456789abcdef/other", "/subscriptions/",
    ])
    func `have no other paths`(path: String) {
        let world = AccountsWorld().signedIn()

        for method in ["GET", "DELETE", "POST"] {
            #expect(world.client.send(method, path, json: "{}").problemName == "not-found")
        }
    }

    @Test func `are 404 on a server that tells no reminders`() {
        let world = APIWorld(hasReminders: false)

        for path in [
            "/subscriptions", "/subscriptions/0123456789abcdef",
            "/subscriptions/0123456789abcdef/test",
        ] {
            #expect(world.client.send("GET", path).problemName == "not-found")
        }
    }

    @Test func `of a server without accounts have no session`() throws {
        let world = APIWorld()

        let made = world.client.send("POST", "/subscriptions", json: Self.topic())

        #expect(made.status == 201)
        #expect(made.text.contains(#""current":false"#))
        #expect(world.sender.starts == 1)
    }

    @Test(arguments: [
        ("POST", "/subscriptions"), ("DELETE", "/subscriptions/0123456789abcdef"),
        ("POST", "/subscriptions/0123456789abcdef/test"), ("GET", "/subscriptions"),
    ])
    func `are an error when the storage fails, which is reported`(method: String, path: String) {
        let world = AccountsWorld()
        let ada = world.token("ada")
        _ = world.send("GET", "/items", as: ada)
        if method == "GET" {
            world.accounts.fail(.full("disk"))
        } else {
            world.accounts.failWrites(.storage(.full("disk")))
        }

        let response = world.send(
            method, path, as: ada,
            json: path == "/subscriptions" && method == "POST" ? Self.topic() : nil)

        #expect(response.status == 507)
        #expect(world.reports.all == [.full("disk")])
    }
}
