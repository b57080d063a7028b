import HTTP
import Items

// The members of an item in the arguments and results of the tools.

extension ItemMember {
    /// Its name there; nil if assistants do not have it.
    var toolName: String? {
        switch self {
        case .title: "title"
        case .itemDescription: "description"
        // Or a day: models get seconds since 1970 wrong.
        case .timestamp: "due"
        case .day: nil
        case .repetition: "repeat"
        case .location: "location"
        case .tags: "tags"
        // Clients compute it from the items around.
        case .position: nil
        case .remind: "remindMinutesBefore"
        case .done: "done"
        }
    }

    /// Whether a call that adds or changes items sets it. `complete_items` sets `done`, which makes
    /// the next item.
    private var isArgument: Bool { self != .done && toolName != nil }

    /// The members that a call sets.
    static let arguments = allCases.filter(\.isArgument)

    /// The member with this name in the arguments.
    init?(ofTools name: borrowing JSONText) {
        for member in Self.arguments {
            if let known = member.toolName, name == known {
                self = member
                return
            }
        }
        return nil
    }

    /// An upper bound of the JSON of this member in a result, without the description, which can be
    /// cut.
    func toolBytes(of content: ItemContent) -> Int {
        switch self {
        case .title: 16 + content.title.lengthInJSON
        case .itemDescription: 32
        case .timestamp: 64
        case .day: 0
        case .repetition: 16 + (content.repetition?.text.utf8.count ?? 0)
        case .location: 128 + (content.location?.name.lengthInJSON ?? 0)
        case .tags: content.tags.map { 16 + 3 * Tags.most + $0.text.lengthInJSON } ?? 0
        case .position: 0
        case .remind: content.remind == nil ? 0 : 32
        case .done: 16
        }
    }
}

extension ByteWriter {
    /// Appends a member of an item as assistants get it, if the item has it; adds the hidden
    /// characters of what is shown.
    mutating func append(
        _ member: ItemMember, of excerpt: ItemExcerpt, _ limit: SizeLimit,
        _ hidden: inout HiddenCharacters
    ) {
        let content = excerpt.item.content
        switch member {
        case .title: append(member, shown: content.title.shown(limit), &hidden)
        case .itemDescription:
            guard let text = content.itemDescription else { return }
            guard let start = text.cut(to: limit.description) else {
                return append(member, shown: text, &hidden)
            }
            append(nameOf: member)
            appendJSON("\(start)… [cut here: \(excerpt.descriptionBytes) bytes in all]")
            hidden.add(start)
        case .timestamp:
            guard let due = DueText(content) else { return }
            append(nameOf: member)
            append("\"")
            due.write(to: &self)
            append("\"")
        case .day: break
        case .repetition:
            guard let repetition = content.repetition else { return }
            append(nameOf: member)
            append(text: repetition.text)
        case .location:
            guard let location = content.location else { return }
            append(nameOf: member)
            append("{\"name\":")
            let name = location.name.shown(limit)
            appendJSON(name)
            append(location.coordinate)
            append("}")
            hidden.add(name)
        case .tags:
            guard let tags = content.tags else { return }
            append(tags: tags.text.utf8Span.span)
            hidden.add(tags.text)
        case .position: break
        case .remind:
            guard let minutes = content.remind else { return }
            append(nameOf: member)
            append(decimal: minutes)
        case .done:
            append(nameOf: member)
            appendJSON(content.done)
        }
    }

    private mutating func append(
        _ member: ItemMember, shown text: String, _ hidden: inout HiddenCharacters
    ) {
        append(nameOf: member)
        appendJSON(text)
        hidden.add(text)
    }

    private mutating func append(nameOf member: ItemMember) {
        append(",\"")
        append(text: member.toolName ?? "")
        append("\":")
    }
}
