import HTTP
import Items

/// The arguments of the tools, in which `null` means the same as absence, except in a change.
extension BodyDecoder {
    mutating func call(
        _ tool: Tool, _ value: borrowing JSONValue, _ ids: IDGenerator,
        _ timeZones: any TimeZoneDatabase
    ) -> ToolCall? {
        switch tool {
        case .findItems: finding(value, timeZones)
        case .addItems: additions(value, ids, timeZones)
        case .changeItems: changes(value, timeZones)
        case .completeItems:
            completion(value).map { ToolCall.write(.batch($0), key: nil) }
        case .deleteItems:
            deletion(value).map { ToolCall.write(.batch($0), key: nil) }
        case .undo: undo(value)
        }
    }

    private mutating func finding(
        _ value: borrowing JSONValue, _ timeZones: any TimeZoneDatabase
    ) -> ToolCall? {
        if let deleted = value.member("deleted"), bool(deleted, "deleted") == true {
            return .findDeleted(trashSearch(value))
        }
        return search(value, timeZones).map { .find($0) }
    }

    private mutating func additions(
        _ value: borrowing JSONValue, _ ids: IDGenerator, _ timeZones: any TimeZoneDatabase
    ) -> ToolCall? {
        let zone = zone(ofDays: value, timeZones)
        var items: [NewItem] = []
        var key: String?
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "items":
                items = list(value, "items") { decoder, element in
                    decoder.toolContent(element, zone).map {
                        NewItem(id: ids.next(), hasGeneratedID: true, content: $0)
                    }
                }
            case "timeZone": break
            case "key": key = self.key(value)
            default: refuseUnknown(member)
            }
        }
        require("items", of: value)
        return .write(.add(items, onConflict: .refuse), key: key)
    }

    private mutating func changes(
        _ value: borrowing JSONValue, _ timeZones: any TimeZoneDatabase
    ) -> ToolCall? {
        let zone = zone(ofDays: value, timeZones)
        var steps: [BatchStep] = []
        var seen: Set<ItemID> = []
        var members = value.members
        while let member = members.next() {
            switch member.name {
            case "changes":
                steps = list(member.value, "changes") { decoder, element in
                    decoder.toolChange(element, zone, &seen)
                }
            case "timeZone": break
            default: refuseUnknown(member)
            }
        }
        require("changes", of: value)
        return .write(.batch(steps), key: nil)
    }

    private mutating func completion(_ value: borrowing JSONValue) -> [BatchStep]? {
        var items: [ItemID] = []
        var patch = ItemPatch()
        patch.done = true
        var members = value.members
        while let member = members.next() {
            switch member.name {
            case "ids": items = distinctIDs(member.value)
            case "done": patch.done = bool(member.value, "done") ?? true
            default: refuseUnknown(member)
            }
        }
        require("ids", of: value)
        return items.map { BatchStep(.patch($0, patch)) }
    }

    private mutating func deletion(_ value: borrowing JSONValue) -> [BatchStep]? {
        var items: [ItemID] = []
        var members = value.members
        while let member = members.next() {
            switch member.name {
            case "ids": items = distinctIDs(member.value)
            default: refuseUnknown(member)
            }
        }
        require("ids", of: value)
        return items.map { BatchStep(.delete($0)) }
    }

    private mutating func undo(_ value: borrowing JSONValue) -> ToolCall? {
        var revision: Int?
        var members = value.members
        while let member = members.next() {
            switch member.name {
            case "revision": revision = self.revision(text: member.value, "revision")
            default: refuseUnknown(member)
            }
        }
        require("revision", of: value)
        return revision.map { ToolCall.write(.undo(revision: $0), key: nil) }
    }

    private mutating func toolContent(
        _ value: borrowing JSONValue, _ zone: (any TimeZoneRules)?
    ) -> ItemContent? {
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return nil
        }
        let before = faultCount
        var draft = Draft()
        var members = value.members
        while let member = members.next() {
            switch ItemMember(ofTools: member.name) {
            case .timestamp?: setDue(member.value, zone, in: &draft)
            case let known?: read(known, member.value, as: known.toolName ?? "", into: &draft)
            case nil: refuseUnknown(member)
            }
        }
        let content = finish(&draft)
        return faultCount == before ? content : nil
    }

    /// The change of an item; `seen` has the ids of the preceding items.
    private mutating func toolChange(
        _ value: borrowing JSONValue, _ zone: (any TimeZoneRules)?, _ seen: inout Set<ItemID>
    ) -> BatchStep? {
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return nil
        }
        var id: ItemID?
        var patch = ItemPatch()
        var ifRevision: Int?
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "id":
                id = itemID(value)
                if let id, !seen.insert(id).inserted { report(.repeatedID, at: "id") }
            case "ifRevision": ifRevision = revision(text: value, "ifRevision")
            default:
                switch ItemMember(ofTools: member.name) {
                case .timestamp?: setDue(value, zone, in: &patch)
                case let known?: change(known, value, as: known.toolName ?? "", in: &patch)
                case nil: refuseUnknown(member)
                }
            }
        }
        require("id", of: value)
        return id.map { BatchStep(.patch($0, patch), ifRevision: ifRevision) }
    }

    /// The zone in which a day begins; nil if the arguments name none.
    private mutating func zone(
        ofDays value: borrowing JSONValue, _ timeZones: any TimeZoneDatabase
    ) -> (any TimeZoneRules)? {
        guard let name = value.member("timeZone") else { return nil }
        return zone(name, timeZones)
    }

    private mutating func setDue(
        _ value: borrowing JSONValue, _ zone: (any TimeZoneRules)?, in draft: inout Draft
    ) {
        let due = due(value)
        draft.content.day = due?.day
        draft.content.timestamp = due?.time ?? due?.day.flatMap { zone?.midnight(of: $0) }
        if due == nil, !value.isNull { draft.hasFaultyDueDate = true }
    }

    private mutating func setDue(
        _ value: borrowing JSONValue, _ zone: (any TimeZoneRules)?, in patch: inout ItemPatch
    ) {
        guard !value.isNull else { return patch.timestamp = .clear }
        switch due(value) {
        case .day(let day)?:
            patch.day = .set(day)
            // Without it, a timestamp that is already a beginning of the day stays.
            if let zone { patch.timestamp = .set(zone.midnight(of: day)) }
        // Clears the day also of an item that has this timestamp.
        case .time(let time)?: (patch.timestamp, patch.day) = (.set(time), .clear)
        case nil: break
        }
    }
}

extension TimeZoneRules {
    /// The beginning of a day; in UTC where the zone has skipped it.
    fileprivate func midnight(of day: CivilDate) -> Double {
        let start = Double(self.start(of: day))
        let isOne = day.starts.contains(start) && ItemRules.times.contains(start)
        return isOne ? start : day.midnight
    }
}

/// Values of the arguments.
extension BodyDecoder {
    mutating func require(_ name: String, of value: borrowing JSONValue) {
        if value.member(name)?.isNull ?? true { report(.missing, at: name) }
    }

    /// The elements of a list of 1 to 50; those without a fault if there is one.
    private mutating func list<Element>(
        _ value: borrowing JSONValue, _ name: String,
        _ read: (inout BodyDecoder, borrowing JSONValue) -> Element?
    ) -> [Element] {
        guard !value.isNull else { return [] }
        guard value.kind == .array, 1...Tool.mostItems ~= value.count else {
            report(.wrongType(expected: "a list of 1 to \(Tool.mostItems)"), at: name)
            return []
        }
        path.push(name)
        defer { path.pop() }
        var found: [Element] = []
        var elements = value.elements
        var index = 0
        while let element = elements.next() {
            path.push(index)
            if let read = read(&self, element) { found.append(read) }
            path.pop()
            index += 1
        }
        return found
    }

    private mutating func distinctIDs(_ value: borrowing JSONValue) -> [ItemID] {
        var seen: Set<ItemID> = []
        return list(value, "ids") { decoder, element in
            guard let (high, low) = element.uuid() else {
                decoder.report(.notAnID)
                return nil
            }
            let id = ItemID(high: high, low: low)
            if !seen.insert(id).inserted { decoder.report(.repeatedID) }
            return id
        }
    }

    private mutating func due(_ value: borrowing JSONValue) -> DueText? {
        read(value, "due", expected: DueText.form) { DueText($0) }
    }

    /// A revision, which results have as text.
    private mutating func revision(text value: borrowing JSONValue, _ name: String) -> Int? {
        read(value, name, expected: #"a revision, such as "42""#) { $0.canonicalDecimal }
    }

    private mutating func key(_ value: borrowing JSONValue) -> String? {
        guard !value.isNull else { return nil }
        guard let text = value.string(), 1...255 ~= text.utf8.count,
            text.utf8.allSatisfy({ 0x20...0x7E ~= $0 })
        else {
            report(.wrongType(expected: "a text of 1 to 255 ASCII characters"), at: "key")
            return nil
        }
        return text
    }
}
