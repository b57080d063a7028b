import Foundation
import ToDoClient

/// An item in a request, or a merge patch (RFC 7396) of one.
struct ItemBody: Decodable, Sendable {
    private let members: [String: JSONValue]

    init(from decoder: any Decoder) throws {
        members = try [String: JSONValue](from: decoder)
    }

    private init(_ members: [String: JSONValue]) {
        self.members = members
    }

    /// The id; nil if it is absent, or is none.
    var id: UUID? { members["id"]?.text.flatMap(UUID.init) }

    /// The item of a request that has all of it.
    ///
    /// Only one that replaces another may be done and repeat: that completes the other one.
    func item(
        id fallback: UUID?, at path: String, _ rules: ServerRules, replaces: Bool = false
    ) throws(Refusal) -> ToDoItem {
        var (item, faults, missing) = read(at: path, rules)
        if members["title"] ?? .null == .null {
            missing.append(ServerFault(path + "/title", "is required"))
        }
        faults += missing
        let names = faults.map { $0.member(below: path) }
        if !ToDoItem.WireMember.dueDate.map(\.rawValue).contains(where: names.contains) {
            let isCompletion = replaces && item.done
            faults += (isCompletion ? item.reopened : item).faultsTogether(at: path)
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        item.id = id ?? fallback ?? .ascending()
        return item.withTrimmedTitle
    }

    /// What the patch makes of an item. Faults of the result are sought only if the patch has none.
    func patched(
        _ old: ToDoItem, at path: String, _ rules: ServerRules
    ) throws(Refusal) -> ToDoItem {
        var faults = patchFaults(at: path, id: old.id, rules)
        guard faults.isEmpty else { throw .invalid(faults) }
        var (item, _, missing) = merged(into: old).read(at: path, rules)
        item.id = old.id
        faults = missing + item.reopened.faultsTogether(at: path)
        if faults.isEmpty, item.done, old.done {
            faults = item.faultsTogether(at: path)
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        return item.withTrimmedTitle
    }

    /// The faults of the patch by itself.
    func patchFaults(at path: String, id: UUID?, _ rules: ServerRules) -> [ServerFault] {
        var faults = read(at: path, rules).faults
        for name in ["title", "done"] where members[name] == .null {
            faults.append(
                ServerFault("\(path)/\(name)", "is required and cannot be cleared with null"))
        }
        if let id, let other = self.id, other != id {
            faults.append(ServerFault(path + "/id", "must be the item's own id, or be left out"))
        }
        return faults
    }

    /// The members, their faults by themselves, and required ones that are missing.
    private func read(
        at path: String, _ rules: ServerRules
    ) -> (item: ToDoItem, faults: [ServerFault], missing: [ServerFault]) {
        var reader = MemberReader(at: path)
        var item = ToDoItem(title: "-")
        _ = members["id"].flatMap { reader.id($0) }
        for member in ToDoItem.WireMember.allCases {
            if let value = members[member.rawValue] { reader.read(member, value, into: &item) }
        }
        for (name, value) in members where ToDoItem.isUnknown(name) {
            if rules.acceptsUnknownMembers {
                item.others[name] = value == .null ? nil : value
            } else {
                reader.refuseUnknown(name)
            }
        }
        item = item.withTimestampOfDay
        var faults = reader.faults
        for member in ToDoItem.WireMember.allCases where !member.dependsOnDueDate {
            faults += item.serverFaults(of: member, at: path)
        }
        if rules.refusedTitles.contains(item.title) {
            faults.append(ServerFault(path + "/title", "is refused"))
        }
        return (item, faults, reader.missing)
    }

    /// The whole item to which a patch leads, with the members of before that the patch has not.
    private func merged(into item: ToDoItem) -> ItemBody {
        let before = item.jsonMembers
        var result = before
        // A new day drops the time of before.
        if sets("day"), case .object(var rule)? = result["repeat"] {
            rule["time"] = nil
            result["repeat"] = .object(rule)
        }
        for (name, value) in members { result[name] = value.merged(into: result[name]) }
        if members["day"] == nil, result["timestamp"] != before["timestamp"] {
            result["day"] = nil
        }
        if members["timestamp"] == nil, let day = members["day"]?.text.flatMap({ DayDate($0) }),
            !(item.timestamp.map(day.starts.contains) ?? false)
        {
            result["timestamp"] = nil
        }
        if !sets("day"), result["timestamp"] ?? .null == .null {
            for name in ["repeat", "remind"] where members[name] == nil { result[name] = nil }
        }
        return ItemBody(result)
    }

    private func sets(_ name: String) -> Bool { members[name] ?? .null != .null }
}

extension MemberReader {
    fileprivate mutating func read(
        _ member: ToDoItem.WireMember, _ value: JSONValue, into item: inout ToDoItem
    ) {
        let name = member.rawValue
        switch member {
        case .title: item.title = string(value, name) ?? item.title
        case .itemDescription: item.itemDescription = string(value, name)
        case .timestamp:
            item.timestamp = number(value, name, expected: ServerFault.secondsSince1970)
        case .day: item.day = day(value, name)
        case .repetition: item.repetition = repetition(value)
        case .location: item.location = location(value)
        case .tags: item.tags = tags(value, name)
        case .position: item.position = string(value, name)
        case .remind: item.remind = whole(value, name, ToDoItem.reminders)
        case .done: item.done = bool(value, name) ?? false
        }
    }
}

extension ToDoItem.WireMember {
    fileprivate static let dueDate: [ToDoItem.WireMember] = [
        .timestamp, .day, .repetition, .remind,
    ]

    /// Whether its rules are about other members too.
    fileprivate var dependsOnDueDate: Bool { Self.dueDate.dropFirst().contains(self) }
}

extension ToDoItem {
    /// The item, open.
    var reopened: ToDoItem {
        var item = self
        item.done = false
        return item
    }

    /// The item with midnight UTC as the timestamp of a day without one.
    var withTimestampOfDay: ToDoItem {
        guard let day, timestamp == nil else { return self }
        var item = self
        item.setDay(day, in: .gmt)
        return item
    }

    fileprivate var withTrimmedTitle: ToDoItem {
        var item = self
        item.title = title.withoutOuterWhiteSpace
        return item
    }

    /// The item in JSON; the bytes differ where texts do, although `==` may find them equal.
    var json: Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try? encoder.encode(self)
    }

    fileprivate var jsonMembers: [String: JSONValue] {
        // An item's encoding cannot fail, and is an object.
        var members = json.flatMap { try? JSONDecoder().decode([String: JSONValue].self, from: $0) }
        members?["id"] = nil
        return members ?? [:]
    }

    /// The faults of members that depend on others.
    fileprivate func faultsTogether(at path: String) -> [ServerFault] {
        var faults = WireMember.allCases.filter(\.dependsOnDueDate)
            .flatMap { serverFaults(of: $0, at: path) }
        if let repetition, repetition.frequency.rawValue.isEmpty {
            faults.append(ServerFault(path + "/repeat/frequency", "is required"))
        }
        // The zone's existence is checked only if nothing else is wrong.
        if faults.isEmpty, let zone = repetition?.timeZone, TimeZone(identifier: zone) == nil {
            faults.append(
                ServerFault(
                    path + "/repeat/timeZone",
                    "is \"\(zone)\", a time zone that this server does not know; "
                        + "names are like Europe/Berlin"))
        }
        return faults
    }

    /// The faults of a member in the words of the server.
    fileprivate func serverFaults(of member: WireMember, at path: String) -> [ServerFault] {
        faults(of: member).map { fault in
            let (place, detail) = serverWords(fault)
            let isInName = fault == .containsNUL && member == .location
            return ServerFault(
                "\(path)/\(member.rawValue)\(isInName ? "/name" : place)", detail)
        }
    }

    /// Where in its member a fault is, and what the server says about it.
    private func serverWords(_ fault: ItemFault) -> (place: String, detail: String) {
        let frequency = repetition?.frequency ?? .daily
        let length = { (text: String?) in
            "has \(text?.unicodeScalars.count ?? 0) characters; at most 500 are taken"
        }
        return switch fault {
        case .titleIsEmpty: ("", "must have a character that can be seen")
        case .titleIsTooLong: ("", length(title))
        case .descriptionIsTooLong:
            ("", "has \(itemDescription?.utf8.count ?? 0) bytes; at most 65536 are taken")
        case .placeNameIsTooLong: ("/name", length(location?.name))
        case .timestampIsOutOfRange:
            ("", "must be \(ServerFault.secondsSince1970), between the years 0001 and 9999")
        case .latitudeIsOutOfRange: ("/coordinate/latitude", "must lie between -90 and 90")
        case .longitudeIsOutOfRange: ("/coordinate/longitude", "must lie between -180 and 180")
        case .containsNUL: ("", "must not contain U+0000")
        case .dayIsOfAnotherTime:
            (
                "",
                "must be the day that begins at `timestamp` somewhere: midnight UTC, up to 14 hours "
                    + "before it or 12 after it"
            )
        case .repetitionNeedsDueDate: ("", "needs a due date: `day` or `timestamp`")
        case .doneItemRepeats: ("", "is of open items alone: what is done does not come back")
        case .intervalIsOutOfRange: ("/interval", "must be a whole number from 1 to 999")
        case .weekdaysDoNotFit where frequency == .weekly:
            ("/byDay", "has an ordinal, which only `monthly` takes: write `mo`, not `1mo`")
        case .weekdaysDoNotFit where frequency == .monthly:
            (
                "/byDay",
                "must be one day with an ordinal with `monthly`, such as [\"1mo\"] or [\"-1fr\"], "
                    + "the last"
            )
        case .weekdaysDoNotFit:
            ("/byDay", Self.misfit(frequency, "`weekly` and `monthly`"))
        case .monthDayDoesNotFit where repetition?.byDay != nil:
            ("/byMonthDay", "does not go with `byDay`; null removes either")
        case .monthDayDoesNotFit:
            ("/byMonthDay", Self.misfit(frequency, "`monthly` and `yearly`"))
        case .repetitionTimeDoesNotFit: ("/time", "does not go with `day`, which has no time")
        case .repetitionOriginDoesNotFit:
            (
                "/from",
                "must be `due` with `byDay` or `byMonthDay`: from the day of completion only units "
                    + "are counted"
            )
        case .timeZoneIsUnknown:
            ("/timeZone", "must be the name of a time zone, such as Europe/Berlin")
        case .tagsAreTooMany: ("", "must be \(ServerFault.tags)")
        case .tag(let index, .isEmpty): ("/\(index)", "must have a character that can be seen")
        case .tag(let index, .isTooLong):
            (
                "/\(index)",
                "has \(tags[index].unicodeScalars.count) characters; at most 40 are taken"
            )
        case .tag(let index, .containsSeparator):
            ("/\(index)", "must not contain white space, control characters, `#` or `,`")
        case .tag(let index, .isRepeated):
            ("/\(index)", "is equal to an earlier tag, apart from case")
        case .positionIsNoKey:
            (
                "",
                "must be a key of a fractional index in base 62 of at most 64 characters, such as "
                    + "a0 or a0V"
            )
        case .remindIsOutOfRange: ("", "must be a whole number from -10080 to 40320")
        case .remindNeedsDueDate: ("", "needs a due date: `day` or `timestamp`")
        }
    }

    private static func misfit(_ frequency: Repetition.Frequency, _ others: String) -> String {
        "does not go with `\(frequency.rawValue)`, only with \(others); null removes it"
    }
}

extension JSONValue {
    /// The value with a merge patch (RFC 7396) applied; `null` stays, and counts as absent.
    fileprivate func merged(into old: JSONValue?) -> JSONValue {
        guard case .object(let patch) = self, case .object(let members)? = old else { return self }
        return .object(
            members.merging(patch.map { ($0, $1.merged(into: members[$0])) }) { _, new in new })
    }
}
