public import Foundation

/// A title as it was typed, without its tags and the words of its due date, rule and reminder.
///
///     let typed = QuickAdd("Call Ada #work every friday at 5pm", words: .english)
///     typed.title       // Call Ada
///     typed.tags        // work
///     typed.due         // the next Friday, 17:00
///     typed.repetition  // weekly on Friday
///
/// Behind a date `remind 30 min` is a reminder, and so is `!`: at the time, or at 9:00 of the day.
/// A tag is a word that begins with `#`; `#5` and `\#work` stay title, this one without its `\`. The
/// words of a date are at the end of the other text, or at its beginning. They are understood as a
/// whole or not at all: a text with half a rule, or with `3pm to 5pm`, stays title as it is.
public struct QuickAdd: Sendable {
    /// The text without the words that were understood.
    public let title: String
    /// The tags.
    public let tags: [String]
    /// The due date; nil if there is none.
    public let due: Due?
    /// The rule, counted in the time zone; nil if there is none.
    public let repetition: Repetition?
    /// The minutes of the reminder before the due date; nil if there is none.
    public let remind: Int?
    /// The tags and the words of date and reminder, in the order of the text.
    public let understood: [Range<String.Index>]
    /// Whether words name the due date; if not, it is the first day of the rule.
    public let namesDue: Bool

    /// Reads a text.
    public init(
        _ text: String, words language: WordLanguage, now: Date = Date(),
        in timeZone: TimeZone = .current
    ) {
        let typed = TypedWords(text)
        let reminder = TypedReminder(typed, language)
        let read = Moment(now, timeZone).flatMap { moment in
            reminder.flatMap { Self.read(typed, language.grammar, moment, $0) }
                ?? Self.read(typed, language.grammar, moment)
        }
        self = read ?? QuickAdd(typed)
    }

    /// Reads the tags of a text, and no date.
    package init(tagsOf text: String) {
        self.init(TypedWords(text))
    }

    private init(_ typed: TypedWords) {
        self.init(title: typed.text(typed.words.indices), typed, nil, [])
    }

    private init(
        title: String, _ typed: TypedWords, _ phrase: PhraseReader.Phrase?,
        _ others: [Range<String.Index>], rule: Repetition? = nil, remind: Int? = nil
    ) {
        self.title = title
        tags = typed.tags
        due = phrase?.due
        repetition = rule
        self.remind = remind
        understood = (typed.tagRanges + others).sorted { $0.lowerBound < $1.lowerBound }
        namesDue = phrase?.namesDue ?? false
    }

    /// Nil if no words, or all, are a date or a rule, or if the reminder does not belong to it.
    private static func read(
        _ typed: TypedWords, _ grammar: Grammar, _ moment: Moment, _ reminder: TypedReminder? = nil
    ) -> QuickAdd? {
        let count = reminder?.start ?? typed.words.count
        let lines = grammar.fold(
            typed.words[..<count].map {
                String($0.text).precomposedStringWithCanonicalMapping.lowercased()
            })
        guard let phrase = PhraseReader(grammar, moment).phrase(lines.flatMap(\.self)) else {
            return nil
        }
        let sources = lines.enumerated().flatMap { index, words in words.map { _ in index } }
        let (start, end) = (sources[phrase.start], sources[phrase.end - 1] + 1)
        let remind = reminder?.minutes(before: phrase.due, isBehind: end == count)
        guard reminder == nil || remind != nil else { return nil }
        var title = typed.text(phrase.start > 0 ? 0..<start : end..<count)
        if phrase.start > 0, title.last == "," { title = String(title.dropLast().trimmed) }
        guard !title.isEmpty else { return nil }
        return QuickAdd(
            title: title, typed, phrase,
            typed.ranges(start..<end) + typed.ranges(count..<typed.words.count),
            rule: phrase.rule.map { $0.counted(in: moment.zone) }, remind: remind)
    }

    /// Reads a rule without a title: `every 2 weeks on mon,thu`, `friday`, `monthly from done`.
    ///
    /// English words are understood in every language. Nil if the text is not a rule.
    public init?(
        rule text: String, words language: WordLanguage, now: Date = Date(),
        in timeZone: TimeZone = .current
    ) {
        let title = "x"
        for language in language == .english ? [language] : [language, .english] {
            let rules = RuleText.forms(of: text, language).lazy.map {
                QuickAdd("\(title) \($0)", words: language, now: now, in: timeZone)
            }
            let rule = rules.first {
                $0.repetition != nil && $0.title == title && $0.remind == nil
            }
            if let rule {
                self = rule
                return
            }
        }
        return nil
    }

    /// A new item with this title, these tags, due date, rule and reminder.
    public func item(in timeZone: TimeZone = .current) -> ToDoItem {
        var item = ToDoItem(title: title, tags: tags)
        if let due { item.setDue(due, in: timeZone) }
        item.repetition = repetition
        item.remind = remind
        return item
    }
}

/// The rule of a text without a title.
private enum RuleText {
    /// The text in the forms that a title can have: with a word such as `every`, and for `from
    /// done` with its `!`.
    static func forms(of text: String, _ language: WordLanguage) -> [String] {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let isFromDone = endings(language).contains { ending in
            words.count > 2 && words.suffix(2).map { $0.lowercased() } == ending
        }
        if isFromDone { words.removeLast(2) }
        let openers = language.grammar.openers
        if isFromDone {
            words = language.grammar.fold(words.map { $0.lowercased() }).flatMap(\.self)
        }
        if let first = words.first, openers.contains(first.lowercased()) {
            if isFromDone, !first.hasSuffix("!") { words[0] += "!" }
            return [words.joined(separator: " ")]
        }
        let all = language == .english ? ["every"] : ["alle", "jeden", "jede", "jedes"]
        return (isFromDone ? [] : [words.joined(separator: " ")])
            + all.map { ([isFromDone ? $0 + "!" : $0] + words).joined(separator: " ") }
    }

    private static func endings(_ language: WordLanguage) -> [[String]] {
        switch language {
        case .english: [["from", "done"], ["after", "completion"]]
        case .german: [["ab", "erledigung"], ["nach", "erledigung"]]
        }
    }
}

extension Repetition {
    /// The rule, counted in a time zone.
    fileprivate func counted(in timeZone: TimeZone) -> Repetition {
        var rule = self
        rule.timeZone = Self.name(of: timeZone)
        return rule
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
