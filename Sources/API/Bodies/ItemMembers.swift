import HTTP
import Items

// The members of an item in JSON: as they are written, and as they are read.

extension ByteWriter {
    /// Appends an item in the form that all responses use, directly from the storage's memory.
    mutating func appendJSON(_ item: borrowing ItemRow) {
        let fields = item.fields
        appendIdentity(of: item)
        append(",\"createdAt\":")
        let start = count
        appendJSON(fields.createdAt)
        let end = count
        append(",\"updatedAt\":")
        // Most items have not changed since they were created, and copying digits is cheaper than
        // computing them.
        if fields.updatedAt == fields.createdAt {
            append(again: start..<end)
        } else {
            appendJSON(fields.updatedAt)
        }
        if let doneAt = fields.doneAt {
            append(",\"doneAt\":")
            appendJSON(doneAt)
        }
        append(",\"revision\":")
        append(decimal: fields.revision)
        append("}")
    }

    /// Appends an item as it once was, without its end: the log does not have `updatedAt` and
    /// `revision`.
    mutating func appendPast(_ item: borrowing ItemRow) {
        appendIdentity(of: item)
        append(",\"createdAt\":")
        appendJSON(item.fields.createdAt)
        if let doneAt = item.fields.doneAt {
            append(",\"doneAt\":")
            appendJSON(doneAt)
        }
    }

    @inline(__always)
    private mutating func appendIdentity(of item: borrowing ItemRow) {
        append("{\"id\":")
        appendJSON(uuid: item.fields.id.high, low: item.fields.id.low)
        append(from: .title, of: item)
    }

    /// Appends those members from this one on that a client sets and the item has.
    ///
    /// Each case falls through to the next one. A loop costs 4 % of an item.
    @inline(__always)
    private mutating func append(from first: ItemMember, of item: borrowing ItemRow) {
        switch first {
        case .title:
            append(",\"title\":")
            appendJSON(string: item.title)
            fallthrough
        case .itemDescription:
            if let description = item.itemDescription {
                append(",\"itemDescription\":")
                appendJSON(string: description)
            }
            fallthrough
        case .timestamp:
            if let timestamp = item.fields.timestamp {
                append(",\"timestamp\":")
                appendJSON(timestamp)
            }
            fallthrough
        case .day:
            if let day = item.fields.day {
                append(",\"day\":\"")
                let text = day.text
                append(text.span)
                append("\"")
            }
            fallthrough
        case .repetition:
            if let repetition = item.repetition {
                append(",\"repeat\":")
                append(repetition)
            }
            fallthrough
        case .location:
            if let name = item.locationName {
                append(",\"location\":{\"name\":")
                appendJSON(string: name)
                append(item.fields.coordinate)
                append("}")
            }
            fallthrough
        case .tags:
            if let tags = item.tags { append(tags: tags) }
            fallthrough
        case .position:
            if let position = item.position {
                append(",\"position\":")
                appendJSON(string: position)
            }
            fallthrough
        case .remind:
            if let minutes = item.fields.remind {
                append(",\"remind\":")
                append(decimal: minutes)
            }
            fallthrough
        case .done: append(item.fields.done ? ",\"done\":true" : ",\"done\":false")
        }
    }

    /// Appends the coordinate of a location after its name, if there is one.
    @inline(__always)
    mutating func append(_ coordinate: Coordinate?) {
        guard let coordinate else { return }
        append(",\"coordinate\":{\"latitude\":")
        appendJSON(coordinate.latitude)
        append(",\"longitude\":")
        appendJSON(coordinate.longitude)
        append("}")
    }

    /// Appends tags, which have a space between two, as a member of an item.
    mutating func append(tags: Span<UInt8>) {
        append(",\"tags\":[")
        var start = 0
        for end in 0...tags.count where end == tags.count || tags[end] == UInt8(ascii: " ") {
            if start > 0 { append(",") }
            appendJSON(string: tags.extracting(start..<end))
            start = end + 1
        }
        append("]")
    }

    /// Appends an item that is not stored: its id, and what a client sets.
    mutating func appendJSON(_ item: NewItem) {
        append("{\"id\":")
        appendJSON(uuid: item.id.high, low: item.id.low)
        let members = ToDoItem(
            id: item.id, sequence: 0, content: item.content, now: 0, revision: 0)
        members.withRow { append(from: .title, of: $0) }
        append("}")
    }

    mutating func appendJSON(_ item: ToDoItem) {
        item.withRow { appendJSON($0) }
    }
}

extension ItemMember {
    /// The member with this name on the wire.
    @inline(__always)
    init?(named name: borrowing JSONText) {
        guard let member = Self.named(name, from: .title) else { return nil }
        self = member
    }

    /// This member or a later one, if it has the name.
    ///
    /// Each case falls through to the next one. A loop over raw values costs 5 % of a POST.
    @inline(__always)
    private static func named(_ name: borrowing JSONText, from first: Self) -> Self? {
        switch first {
        case .title:
            if name == "title" { return .title }
            fallthrough
        case .itemDescription:
            if name == "itemDescription" { return .itemDescription }
            fallthrough
        case .timestamp:
            if name == "timestamp" { return .timestamp }
            fallthrough
        case .day:
            if name == "day" { return .day }
            fallthrough
        case .repetition:
            if name == "repeat" { return .repetition }
            fallthrough
        case .location:
            if name == "location" { return .location }
            fallthrough
        case .tags:
            if name == "tags" { return .tags }
            fallthrough
        case .position:
            if name == "position" { return .position }
            fallthrough
        case .remind:
            if name == "remind" { return .remind }
            fallthrough
        case .done: return name == "done" ? .done : nil
        }
    }
}

extension BodyDecoder {
    /// The members of an item in an object; nil where they have a fault.
    typealias Parts = (id: ItemID?, content: ItemContent?)

    /// A whole item while its members are read.
    struct Draft {
        /// Without the rule.
        var content = ItemContent(title: "")
        /// The members of `repeat`; nil when it is absent, or has a fault.
        var rule: RepetitionDraft?
        /// Whether the rule has a fault of its own.
        var hasFaultyRule = false
        /// Whether `timestamp` or `day` has a fault of its own, so that the members that depend on
        /// them cannot be judged.
        var hasFaultyDueDate = false
        fileprivate var hasTitle = false
        fileprivate var isTitleFaulty = false
    }

    /// The content of a whole item, in which `null` means the same as absence.
    mutating func content(_ value: borrowing JSONValue) -> Parts {
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return (nil, nil)
        }
        var id: ItemID?
        var draft = Draft()
        var members = value.members
        while let member = members.next() {
            if let known = ItemMember(named: member.name) {
                read(known, member.value, as: known.rawValue, into: &draft)
            } else if member.name == "id" {
                id = itemID(member.value)
            } else {
                ignoreReadOnly(member)
            }
        }
        return (id, finish(&draft))
    }

    /// The content of a draft whose members have been read; nil if it has no title.
    ///
    /// Reports what only all members together show.
    mutating func finish(_ draft: inout Draft) -> ItemContent? {
        if !draft.hasTitle { report(.missing, at: "title") }
        settle(&draft)
        return draft.hasTitle && !draft.isTitleFaulty ? draft.content : nil
    }

    /// Reads a member of a whole item, whose faults have this name.
    @inline(__always)
    mutating func read(
        _ member: ItemMember, _ value: borrowing JSONValue, as name: String,
        into draft: inout Draft
    ) {
        switch member {
        case .title:
            guard !value.isNull else { return }
            draft.hasTitle = true
            let title = string(value, name, ItemRules.title)
            draft.isTitleFaulty = title == nil
            draft.content.title = title ?? ""
        case .itemDescription:
            draft.content.itemDescription = string(value, name, ItemRules.description)
        case .timestamp:
            draft.content.timestamp = timestamp(value)
            if draft.content.timestamp == nil, !value.isNull { draft.hasFaultyDueDate = true }
        case .day:
            draft.content.day = day(value)
            if draft.content.day == nil, !value.isNull { draft.hasFaultyDueDate = true }
        case .repetition: repetition(value, &draft)
        case .location: draft.content.location = location(value)
        case .tags: draft.content.tags = tags(value, name)
        case .position: draft.content.position = position(value, name)
        case .remind: draft.content.remind = whole(value, name, ItemRules.reminders)
        case .done: draft.content.done = bool(value, name) ?? false
        }
    }

    /// A patch, in which `null` clears; nil when there is a fault.
    mutating func patch(
        _ value: borrowing JSONValue, _ takeID: (inout BodyDecoder, borrowing JSONValue) -> Void
    ) -> ItemPatch? {
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return nil
        }
        var patch = ItemPatch()
        var members = value.members
        while let member = members.next() {
            if let known = ItemMember(named: member.name) {
                change(known, member.value, as: known.rawValue, in: &patch)
            } else if member.name == "id" {
                takeID(&self, member.value)
            } else {
                ignoreReadOnly(member)
            }
        }
        return faults.isEmpty ? patch : nil
    }

    /// Reads a member of a patch, whose faults have this name.
    @inline(__always)
    mutating func change(
        _ member: ItemMember, _ value: borrowing JSONValue, as name: String,
        in patch: inout ItemPatch
    ) {
        switch member {
        case .title:
            guard !refuseNull(value, name) else { return }
            patch.title = string(value, name, ItemRules.title)
        case .itemDescription:
            patch.itemDescription = change(value, string(value, name, ItemRules.description))
        case .timestamp: patch.timestamp = change(value, timestamp(value))
        case .day: patch.day = change(value, day(value))
        case .repetition: patch.repetition = change(value, repetitionPatch(value))
        case .location: patch.location = change(value, locationPatch(value))
        case .tags: patch.tags = tagsChange(value, name)
        case .position: patch.position = change(value, position(value, name))
        case .remind: patch.remind = change(value, whole(value, name, ItemRules.reminders))
        case .done:
            guard !refuseNull(value, name) else { return }
            patch.done = bool(value, name)
        }
    }
}
