import Items

/// An item that is being read, and what of its entry no member takes.
///
/// Dates, rules and links among that are *kept*: they become lines at the end of the description.
///
///     notes
///
///     DATE: next full moon
///     DEADLINE: 2026-12-24
struct ItemDraft {
    /// A value that no member takes.
    struct Remark {
        /// Its place in the entry: the number of its column or line.
        let place: Int
        let field: String
        let value: String
        let isKept: Bool
    }

    let line: Int
    var title = ""
    /// The field of the title, for one that is too long.
    var titleField = ""
    var notes = ""
    var notesField = ""
    var done = false
    var due: DueMoment?
    var location: Location?
    /// The first ones, of which one file tells no more.
    private(set) var remarks: [Remark] = []
    private(set) var remarkCount = 0
    private var rule: Repetition?
    private var remind: Int?
    private var tags = Tags.Builder()
    private var tagCount = 0
    private var keptLines: [(place: Int, text: String)] = []
    private var keptBytes = 0

    /// The most tags of an item that are compared with those it has.
    private static let judgedTags = 1_000

    init(line: Int) {
        self.line = line
    }

    /// Tells that a value is lost, if it is not empty.
    mutating func lose(_ field: String, _ value: String, at place: Int) {
        remark(field, value, at: place, isKept: false)
    }

    /// Keeps a value as a line of the description, if it is not empty.
    mutating func keep(_ field: String, _ value: String, at place: Int) {
        guard !value.isEmpty else { return }
        let text = "\(field): \(value)".onOneLine
        // One more for the line feed before it.
        let bytes = keptBytes + text.utf8.count + 1
        guard bytes <= ItemRules.descriptionBytes else {
            return remark(field, value, at: place, isKept: false)
        }
        keptBytes = bytes
        keptLines.append((place, text))
        remark(field, value, at: place, isKept: true)
    }

    private mutating func remark(_ field: String, _ value: String, at place: Int, isKept: Bool) {
        guard !value.isEmpty else { return }
        remarkCount += 1
        guard remarks.count < ImportedFile.maximumRemarks else { return }
        remarks.append(
            Remark(
                place: place, field: field.prefix(characters: LostValue.valueCharacters),
                value: value.prefix(characters: LostValue.valueCharacters), isKept: isKept))
    }
}

// Members with rules of their own.
extension ItemDraft {
    /// Adds a tag: white space in it becomes `-`, and what no tag may have goes.
    mutating func addTag(_ text: String, _ field: String, at place: Int) {
        let text = ItemRules.trimmed(text)
        guard !text.isEmpty else { return }
        tagCount += 1
        guard tagCount <= Self.judgedTags else { return lose(field, text, at: place) }
        var builder = tags
        do throws(TagFault) {
            try builder.add(text.asTag)
            guard builder.count <= Tags.most else { return lose(field, text, at: place) }
            tags = builder
        } catch {
            if error != .isRepeated { lose(field, text, at: place) }
        }
    }

    /// Takes a rule for the due date. One that says something else about the ends of months is told.
    mutating func takeRule(
        _ rule: ImportedRule?, from value: String, _ field: String, at place: Int
    ) {
        guard let rule, let due, !done, self.rule == nil else {
            return keep(field, value, at: place)
        }
        self.rule = rule.rule
        if !rule.isExact(from: due.date) { lose(field, value, at: place) }
    }

    /// Takes the first reminder that is a whole number of minutes from the due date.
    mutating func takeReminder(
        secondsBefore seconds: Int?, from value: String, _ field: String, at place: Int
    ) {
        guard due != nil, let seconds, seconds % 60 == 0,
            ItemRules.reminders.contains(seconds / 60), remind == nil || remind == seconds / 60
        else { return lose(field, value, at: place) }
        remind = seconds / 60
    }
}

// The item of it.
extension ItemDraft {
    /// The item; the title has to be visible.
    consuming func item(id: ItemID) -> (item: ImportedItem, remarks: [Remark], count: Int) {
        let title = shortTitle()
        let description = description()
        let content = ItemContent(
            title: title, itemDescription: description.isEmpty ? nil : description,
            timestamp: due?.timestamp, day: due?.day, repetition: rule.map(RepetitionText.init),
            location: location, tags: tags.tags, remind: remind, done: done)
        // Sorted by their places, as some are judged at the entry's end; equal ones stay in order.
        let remarks = remarks.enumerated().sorted {
            ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
        }.map(\.element)
        return (
            ImportedItem(id: id, line: line, content: content), remarks, remarkCount
        )
    }

    /// The title; one that is too long is cut and kept as the last line.
    private mutating func shortTitle() -> String {
        let whole = title
        let short = whole.prefix(characters: ItemRules.titleCharacters)
        guard short.utf8.count < whole.utf8.count else { return whole }
        keep(titleField, whole, at: .max)
        let trimmed = ItemRules.trimmed(short)
        // What can be seen may stand behind 500 characters that cannot.
        return trimmed.hasVisibleCharacter
            ? trimmed : whole.visible.prefix(characters: ItemRules.titleCharacters)
    }

    /// The notes and the kept lines; notes that leave no room for these are cut.
    private mutating func description() -> String {
        let room = ItemRules.descriptionBytes - (keptBytes == 0 ? 0 : keptBytes + 1)
        var description = notes
        if notes.utf8.count > room {
            description = notes.prefix(bytes: max(0, room))
            lose(notesField, notes, at: .max)
        }
        guard !keptLines.isEmpty else { return description }
        let lines = keptLines.enumerated().sorted {
            ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
        }.map(\.element.text).joined(separator: "\n")
        return description.isEmpty ? lines : description + "\n\n" + lines
    }
}
