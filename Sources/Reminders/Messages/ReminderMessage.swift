import API
package import Accounts
import HTTP
package import Items

/// What a subscription is told, in the form of its service.
package struct ReminderMessage: Sendable {
    /// The most bytes of a content before it is encrypted: Mozilla's bridge to Android takes 3,070.
    static let contentBytes = 2_800
    /// An older reminder is not sent.
    static let lifetime = 86_400.0
    /// The time for which a service keeps a test.
    private static let testSeconds = 60
    private static let titlesOfSeveral = 3
    private static let charactersOfSeveral = 80

    let title: String
    let body: String
    /// The place in the page.
    private let path: String
    /// A later message with the same topic and tag replaces this one.
    let topic: String
    /// The item, with its entity tag; nil if the message is about several or none.
    private let item: (reminder: DueReminder, tag: String)?
    /// When it loses its worth; nil of a test.
    private let endsAt: Double?

    /// The message of a turn.
    package init(_ turn: ReminderTurn, zones: any TimeZoneDatabase) {
        precondition(!turn.reminders.isEmpty, "a turn without reminders")
        let first = turn.reminders[0]
        topic = Self.topic(of: first)
        endsAt = first.at + Self.lifetime
        if turn.reminders.count == 1 {
            title = first.title
            let zone = turn.subscription.timeZone.flatMap { zones.zone($0) }
            body = zone.map { Self.words(of: first, in: $0) } ?? "Reminder"
            path = "/#/items/\(Self.text(of: first.id))"
            item = (first, "\"\(turn.subscription.owner.epoch).\(first.revision)\"")
        } else {
            title = "\(turn.reminders.count) to-dos were due"
            body = turn.reminders.prefix(Self.titlesOfSeveral)
                .map { Self.line(of: $0.title) }.joined(separator: "\n")
            path = "/#/today"
            item = nil
        }
    }

    private init(test: Void) {
        (title, body, path, topic) = ("Reminders work.", "Reminder", "/#/today", "test")
        (item, endsAt) = (nil, nil)
    }

    /// What is sent to try a subscription.
    package static let test = ReminderMessage(test: ())

    /// Seconds for which a service keeps the message for a device that it cannot reach.
    func secondsToLive(at now: Double) -> Int {
        guard let endsAt else { return Self.testSeconds }
        return Int(min(max(endsAt - now, 0), Self.lifetime))
    }
}

/// The contents, in JSON.
extension ReminderMessage {
    /// A declarative message of Web Push, which iOS shows without a worker.
    func webPushContent(origin: String?) -> [UInt8] {
        Self.content(title: title) { title, json in
            json.append(#"{"web_push":8030,"mutable":true,"notification":{"title":"#)
            json.appendJSON(title)
            json.append(",\"body\":")
            json.appendJSON(body)
            json.append(",\"navigate\":")
            json.appendJSON((origin ?? "") + path)
            json.append(",\"tag\":")
            json.appendJSON(topic)
            if let item {
                json.append(",\"data\":{\"id\":")
                json.appendJSON(uuid: item.reminder.id.high, low: item.reminder.id.low)
                json.append(",\"revision\":")
                json.appendJSON(item.tag)
                json.append(",\"timestamp\":")
                json.appendJSON(item.reminder.timestamp)
                json.append("}")
            }
            json.append("}}")
        }
    }

    /// A message that is published to a topic of ntfy as JSON, since titles may hold line feeds,
    /// which no field of a head may.
    func ntfyContent(topic name: String, origin: String?) -> [UInt8] {
        Self.content(title: title) { title, json in
            json.append("{\"topic\":")
            json.appendJSON(name)
            json.append(",\"title\":")
            json.appendJSON(title)
            json.append(",\"message\":")
            json.appendJSON(body)
            json.append(",\"tags\":[\"alarm_clock\"]")
            if let origin {
                json.append(",\"click\":")
                json.appendJSON(origin + path)
            }
            json.append(",\"sequence_id\":")
            json.appendJSON(topic)
            json.append("}")
        }
    }

    /// The content with as much of the title as there is room for.
    private static func content(
        title: String, _ write: (String, inout ByteWriter) -> Void
    ) -> [UInt8] {
        var json = ByteWriter(capacity: 1_024)
        write(title, &json)
        if json.count <= contentBytes { return [UInt8](copying: json) }
        let excess = json.count - contentBytes
        json.removeAll()
        write(cut(title, by: excess), &json)
        return [UInt8](copying: json)
    }

    /// The title without characters at its end, which leave at least `excess` bytes of JSON.
    private static func cut(_ title: String, by excess: Int) -> String {
        let mark = "…"
        var (cut, saved) = (title[...], -mark.utf8.count)
        while saved < excess, let last = cut.popLast() {
            saved += jsonBytes(of: String(last))
        }
        return cut + mark
    }

    private static func jsonBytes(of text: String) -> Int {
        var json = ByteWriter(capacity: 64)
        json.appendJSON(text)
        return json.count - 2
    }
}

/// Words and names.
extension ReminderMessage {
    /// `Fri 4 Dec, 14:30`; without the time for a whole day.
    private static func words(of reminder: DueReminder, in zone: any TimeZoneRules) -> String {
        if let day = reminder.day { return words(of: CivilDate(days: day)) }
        let (date, seconds) = zone.local(Int(reminder.timestamp.rounded(.down)))
        let (hour, minute) = (seconds / 3_600, seconds / 60 % 60)
        return "\(words(of: date)), \(twoDigits(hour)):\(twoDigits(minute))"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func words(of date: CivilDate) -> String {
        // 1 January 1970 was a Thursday.
        let weekday = ((Int(date.days) + 3) % 7 + 7) % 7
        let (_, month, day) = date.parts
        let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return "\(weekdays[weekday]) \(day) \(months[month - 1])"
    }

    /// A title as one line of several; a character may have many bytes.
    private static func line(of title: String) -> String {
        var (line, bytes) = ("", 0)
        for character in title.prefix(charactersOfSeveral) {
            let shown: Character = character.isNewline ? " " : character
            bytes += jsonBytes(of: String(shown))
            guard bytes <= 600 else { break }
            line.append(shown)
        }
        return line
    }

    /// 32 characters of base64url: the same for the same item and time, and no secret.
    private static func topic(of reminder: DueReminder) -> String {
        let words = [reminder.id.high, reminder.id.low, reminder.at.bitPattern]
        let bytes = words.flatMap { word in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        return Base64URL.text(Array(SHA256.digest(bytes.span).bytes[..<24]))
    }

    private static func text(of id: ItemID) -> String {
        var writer = ByteWriter(capacity: 48)
        writer.append(uuid: id.high, low: id.low)
        return String(copying: writer)
    }
}
