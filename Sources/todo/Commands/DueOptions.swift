import CommandLine
import Foundation
import ToDoClient

/// The options of a due date and its rule.
extension Invocation {
    private var zone: TimeZone { world.calendar.timeZone }

    private var phraseDates: PhraseDates? {
        PhraseDates(now: world.clock.now(), zone: zone)
    }

    /// A new item with a title that may end with a date or a rule in words: `every friday`.
    ///
    /// The title keeps these words if an option gives the same fact, and after `--`.
    func titled(_ title: String) -> ToDoItem {
        let isLiteral =
            arguments.hasDashes || arguments.has("--repeat") || arguments.has("--no-repeat")
        guard !isLiteral, let dates = phraseDates, let phrase = DuePhrase(title, dates),
            phrase.rule != nil || !arguments.has("--due")
        else { return ToDoItem(title: title) }
        var item = ToDoItem(title: phrase.title)
        set(phrase.due, of: &item)
        item.repetition = phrase.rule.map(inThisZone)
        return item
    }

    /// Changes due date and rule as the options say.
    func changeDueDate(of item: inout ToDoItem) throws(Failure) {
        if arguments.has("--no-due") { item.setDay(nil) }
        if arguments.has("--no-repeat") { item.repetition = nil }
        if let text = arguments.value("--due") {
            let words = phraseDates.map(DateWords.init)
            guard let due = words?.due(text) else { throw .notADate(text) }
            set(due, of: &item)
        }
        guard let text = arguments.value("--repeat") else { return }
        guard let phrase = Self.phrase(text, phraseDates), let rule = phrase.rule else {
            throw .notARule(text)
        }
        let hasDue = item.timestamp != nil && !phrase.namesDue
        if !hasDue, !arguments.has("--due") { set(phrase.due, of: &item) }
        item.repetition = inThisZone(rule)
    }

    private func set(_ due: DuePhrase.Due, of item: inout ToDoItem) {
        switch due {
        case .day(let day): item.setDay(day, in: zone)
        case .time(let time):
            item.timestamp = time
            item.day = nil
        }
    }

    /// The rule, counted in the time zone of this machine; in UTC if that has no name.
    private func inThisZone(_ rule: Repetition) -> Repetition {
        var rule = rule
        let name = zone.identifier
        let isNamed = name.contains("/") && TimeZone.knownTimeZoneIdentifiers.contains(name)
        rule.timeZone = isNamed ? name : "UTC"
        return rule
    }

    /// The rule of `--repeat`: `every 2 weeks on mon,thu`, `friday`, `monthly from done`.
    private static func phrase(_ text: String, _ dates: PhraseDates?) -> DuePhrase? {
        guard let dates else { return nil }
        let adverbs = ["daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"]
        var words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
        var opener = "every"
        if let first = words.first, ["every", "every!"].contains(first) {
            opener = first
            words.removeFirst()
        }
        if [["from", "done"], ["after", "completion"]].contains(Array(words.suffix(2))) {
            opener = "every!"
            words.removeLast(2)
        }
        if let first = words.first, let unit = adverbs[first] { words[0] = unit }
        let phrase = DuePhrase((["x", opener] + words).joined(separator: " "), dates)
        return phrase?.title == "x" ? phrase : nil
    }
}
