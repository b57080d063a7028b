import Items

/// Tasks of Google, as Takeout exports them or as its API answers them.
///
///     {"kind":"tasks#taskLists","items":[
///       {"kind":"tasks#tasks","title":"My Tasks","items":[
///         {"kind":"tasks#task","id":"…","title":"…","status":"needsAction","due":"2026-12-04T…"}]}]}
struct GoogleTasks {
    private let text: [UInt8]
    private let context: ImportContext
    /// The number of the last task.
    private var number = 0
    private var lists = 0

    init(_ text: [UInt8], _ context: ImportContext) {
        self.text = text
        self.context = context
    }

    /// Whether the text begins with an object whose kind is one of Google's.
    static func isRecognized(in text: [UInt8]) -> Bool {
        var reader = JSONReader(text)
        var isOfGoogle = false
        var hasItems = false
        // What is broken behind the kind is told when the tasks are read.
        try? reader.object { reader, name throws(ImportFault) in
            if name == "kind", try reader.kind() == UInt8(ascii: "\"") {
                isOfGoogle = try reader.string().hasPrefix("tasks#")
                return
            }
            hasItems = hasItems || name == "items"
            try reader.skip()
        }
        return isOfGoogle && hasItems
    }

    mutating func read(into collector: inout ItemCollector) throws(ImportFault) {
        var reader = JSONReader(text)
        try readList(&reader, title: "", &collector, depth: 0)
        try reader.end()
    }

    /// Lists are in the file's object, or the file's object is one.
    private static let listDepth = 2

    /// Reads a list, or the object of all lists.
    private mutating func readList(
        _ reader: inout JSONReader, title: String, _ collector: inout ItemCollector, depth: Int
    ) throws(ImportFault) {
        try reader.object { reader, name throws(ImportFault) in
            guard name == "items" else { return try reader.skip() }
            try reader.array { reader throws(ImportFault) in
                try readEntry(&reader, of: title, &collector, depth: depth + 1)
            }
        }
    }

    private mutating func readEntry(
        _ reader: inout JSONReader, of list: String, _ collector: inout ItemCollector, depth: Int
    ) throws(ImportFault) {
        guard try reader.kind() == UInt8(ascii: "{") else { throw .isNot(.google) }
        // A list may have its title behind its tasks.
        var ahead = reader
        let (kind, title, hasItems) = try Self.traits(&ahead)
        let isList = hasItems || kind.hasPrefix("tasks#") && kind != "tasks#task"
        if isList, depth < Self.listDepth {
            lists += 1
            let tag = lists == 1 ? "" : title
            try readList(&reader, title: tag, &collector, depth: depth)
        } else {
            try readTask(&reader, of: list, &collector)
        }
    }

    private static func traits(
        _ reader: inout JSONReader
    ) throws(ImportFault) -> (kind: String, title: String, hasItems: Bool) {
        var traits = (kind: "", title: "", hasItems: false)
        try reader.object { reader, name throws(ImportFault) in
            switch name {
            case "kind": traits.kind = try reader.textOrNothing()
            case "title": traits.title = try reader.textOrNothing()
            default:
                traits.hasItems = traits.hasItems || name == "items"
                try reader.skip()
            }
        }
        return traits
    }
}

// A task.
extension GoogleTasks {
    private mutating func readTask(
        _ reader: inout JSONReader, of list: String, _ collector: inout ItemCollector
    ) throws(ImportFault) {
        number += 1
        var task = GoogleTask(number: number)
        try reader.object { reader, name throws(ImportFault) in
            try task.take(name, &reader)
        }
        guard !task.isDeleted else { return collector.skip(number, .isDeleted) }
        let id = try collector.id(of: task.key, title: task.draft.title, line: number)
        guard let id else { return }
        task.draft.addTag(list, "title", at: 0)
        collector.add(task.item(in: context.zone), id: id)
    }
}

private struct GoogleTask {
    var draft: ItemDraft
    private(set) var isDeleted = false
    private var id = ""
    private var due = ""
    private var duePlace = 0
    private var seen: Set<String> = []
    private var place = 0

    /// Members that say nothing about a task for a person.
    private static let passedOver: Set = [
        "kind", "etag", "updated", "created", "completed", "selfLink", "webViewLink", "position",
        "hidden", "task_type",
    ]

    init(number: Int) {
        draft = ItemDraft(line: number)
        draft.titleField = "title"
        draft.notesField = "notes"
    }

    var key: ItemCollector.Key {
        id.isEmpty ? .fields([draft.title, draft.notes, due]) : .own(id)
    }

    mutating func take(_ name: String, _ reader: inout JSONReader) throws(ImportFault) {
        place += 1
        if Self.passedOver.contains(name) { return try reader.skip() }
        let isFirst = seen.count < 100 && seen.insert(name).inserted
        guard isFirst, name != "links" else {
            if isFirst, try reader.kind() == UInt8(ascii: "[") { return try takeLinks(&reader) }
            return draft.lose(name, try reader.textOrNothing(), at: place)
        }
        let text = try reader.textOrNothing()
        switch name {
        case "id": id = text
        case "title": draft.title = ItemRules.trimmed(text)
        case "notes": draft.notes = text
        case "due": (due, duePlace) = (text, place)
        case "deleted": isDeleted = text == "true"
        case "status":
            draft.done = text == "completed"
            if !["completed", "needsAction"].contains(text) { draft.lose(name, text, at: place) }
        default: draft.lose(name, text, at: place)
        }
    }

    private mutating func takeLinks(_ reader: inout JSONReader) throws(ImportFault) {
        try reader.array { reader throws(ImportFault) in
            guard try reader.kind() == UInt8(ascii: "{") else {
                return draft.keep("links", try reader.anyText(), at: place)
            }
            var (text, link) = ("", "")
            try reader.object { reader, name throws(ImportFault) in
                switch name {
                case "description": text = try reader.textOrNothing()
                case "link": link = try reader.textOrNothing()
                default: try reader.skip()
                }
            }
            let words = text.isEmpty || link.isEmpty ? text + link : "\(text) \(link)"
            draft.keep("links", words, at: place)
        }
    }

    consuming func item(in zone: NamedZone) -> ItemDraft {
        // The time in it says nothing: it is always midnight of UTC.
        draft.due = CivilDate(due.prefix(characters: 10)).flatMap { DueMoment(day: $0, in: zone) }
        if draft.due == nil { draft.keep("due", due, at: duePlace) }
        return draft
    }
}

extension JSONReader {
    /// Reads any value as text; null is empty.
    fileprivate mutating func textOrNothing() throws(ImportFault) -> String {
        guard try kind() == UInt8(ascii: "n") else { return try anyText() }
        try skip()
        return ""
    }
}
