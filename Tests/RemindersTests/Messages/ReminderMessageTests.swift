import Accounts
import Foundation
import Items
import TestSupport
import Testing

@testable import Reminders

@Suite struct `What a subscription is told` {
    // Fri 4 Dec 2026, 13:30 UTC
    private static let due = 1_796_391_000.0

    @Test func `of one item in Web Push is a declarative message`() throws {
        let message = Self.message(Self.reminder("Dentist", at: Self.due - 600))

        let json = try Self.json(message.webPushContent(origin: "https://todo.example"))

        #expect(
            json
                == """
                {"web_push":8030,"mutable":true,"notification":{"title":"Dentist",\
                "body":"Fri 4 Dec, 14:30",\
                "navigate":"https://todo.example/#/items/00000000-0000-0000-0000-00000000002a",\
                "tag":"\(message.topic)","data":{"id":"00000000-0000-0000-0000-00000000002a",\
                "revision":"\\"epoch.7\\"","timestamp":1796391000}}}
                """)
        #expect(message.topic.utf8.count == 32)
    }

    @Test func `of one item in ntfy is published as JSON`() throws {
        let message = Self.message(Self.reminder("a\nb", at: Self.due))

        let json = try Self.json(message.ntfyContent(topic: "my-topic", origin: nil))

        #expect(
            json
                == """
                {"topic":"my-topic","title":"a\\nb","message":"Fri 4 Dec, 14:30",\
                "tags":["alarm_clock"],"sequence_id":"\(message.topic)"}
                """)
    }

    @Test func `leads to the page that subscribed, else to a path, and in ntfy nowhere`() throws {
        let message = Self.message(Self.reminder("a", at: Self.due))
        let path = "/#/items/00000000-0000-0000-0000-00000000002a"

        let web = try Self.json(message.webPushContent(origin: nil))
        let click = try Self.json(message.ntfyContent(topic: "t", origin: "http://[::1]:8080"))

        #expect(web.contains("\"navigate\":\"\(path)\""))
        #expect(click.contains("\"click\":\"http://[::1]:8080\(path)\""))
    }

    @Test func `of several has the first titles and leads to today`() throws {
        let long = String(repeating: "ä", count: 200)
        let reminders = ["one", "a\nb", long, "four"].enumerated().map { number, title in
            Self.reminder(title, at: Self.due + Double(number), id: UInt64(number))
        }

        let message = Self.message(reminders)
        let json = try Self.json(message.webPushContent(origin: "https://todo.example"))

        #expect(message.title == "4 to-dos were due")
        #expect(message.body == "one\na b\n" + String(repeating: "ä", count: 80))
        #expect(json.contains("\"navigate\":\"https://todo.example/#/today\""))
        #expect(!json.contains("\"data\""))
        #expect(message.topic == Self.message(reminders[0]).topic)
    }

    @Test(
        arguments: [
            ("Europe/Berlin", nil, "Fri 4 Dec, 14:30"), ("UTC", nil, "Fri 4 Dec, 13:30"),
            ("Europe/Berlin", 20_791, "Fri 4 Dec"), (nil, nil, "Reminder"),
            (nil, 20_791, "Reminder"), ("Mars/Olympus", nil, "Reminder"),
        ] as [(String?, Int?, String)])
    func `says the time in the zone of the subscription`(
        zone: String?, day: Int?, words: String
    ) {
        let message = Self.message(
            [Self.reminder("a", at: Self.due, day: day)], timeZone: zone)

        #expect(message.body == words)
    }

    @Test(
        arguments: [
            String(repeating: "a", count: 500), String(repeating: "😀", count: 500),
            String(repeating: "\u{1}", count: 500),
            String(repeating: "👨‍👩‍👧‍👦", count: 71), "e" + String(repeating: "\u{301}", count: 499),
        ])
    func `has at most 2,800 bytes, and its title is cut at a character`(title: String) throws {
        let message = Self.message(Self.reminder(title, at: Self.due))
        let origin = "https://" + String(repeating: "o", count: 240) + ".example"

        for content in [
            message.webPushContent(origin: origin),
            message.ntfyContent(topic: String(repeating: "t", count: 64), origin: origin),
        ] {
            #expect(content.count <= 2_800)
            let json = try #require(
                try JSONSerialization.jsonObject(with: Data(content)) as? [String: Any])
            let shown = try #require(
                (json["notification"] as? [String: Any])?["title"] as? String
                    ?? json["title"] as? String)
            #expect(shown == title || shown.hasSuffix("…") && title.hasPrefix(shown.dropLast()))
        }
    }

    @Test func `of several with long characters has at most 2,800 bytes`() {
        let title = String(repeating: "e" + String(repeating: "\u{301}", count: 99), count: 5)
        let message = Self.message(
            (1...4).map { Self.reminder(title, at: Self.due, id: UInt64($0)) })

        #expect(message.webPushContent(origin: nil).count <= 2_800)
    }

    @Test func `has the same topic for the same item and time only`() {
        let topics = [
            Self.reminder("a", at: Self.due), Self.reminder("b", at: Self.due),
            Self.reminder("a", at: Self.due + 1), Self.reminder("a", at: Self.due, id: 43),
        ].map { Self.message($0).topic }

        #expect(topics[0] == topics[1])
        #expect(Set(topics).count == 3)
        // base64url of the first 24 bytes of SHA-256 over 42 and the time, by Python's hashlib.
        #expect(topics[0] == "i-eiqch_P_nUf6bW27LvcQiZ-jyp0SVd")
    }

    @Test(arguments: [(0.0, 86_400), (600, 85_800), (86_399.5, 0), (90_000, 0), (-60, 86_400)])
    func `lives for what is left of a day`(age: Double, seconds: Int) {
        let message = Self.message(Self.reminder("a", at: Self.due))

        #expect(message.secondsToLive(at: Self.due + age) == seconds)
    }

    private static func reminder(
        _ title: String, at time: Double, id: UInt64 = 42, day: Int? = nil
    ) -> DueReminder {
        DueReminder(
            id: ItemID(high: 0, low: id), at: time, title: title, timestamp: due, day: day,
            revision: 7)
    }

    private static func message(_ reminder: DueReminder) -> ReminderMessage {
        message([reminder])
    }

    private static func message(
        _ reminders: [DueReminder], timeZone: String? = "Europe/Berlin"
    ) -> ReminderMessage {
        let subscription = Subscription(
            handle: SubscriptionHandle(1), owner: Owner(key: 2, epoch: "epoch"),
            service: .ntfy(url: "https://ntfy.example/t", token: nil), timeZone: timeZone,
            createdAt: 0)
        return ReminderMessage(
            ReminderTurn(subscription: subscription, failures: 0, reminders: reminders),
            zones: FixedTimeZones())
    }

    private static func json(_ content: [UInt8]) throws -> String {
        let text = String(decoding: content, as: UTF8.self)
        _ = try JSONSerialization.jsonObject(with: Data(content))
        return text
    }
}
