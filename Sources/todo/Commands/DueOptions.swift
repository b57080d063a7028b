import CommandLine
import Foundation
import ToDoClient

/// The options of a due date and its rule.
extension Invocation {
    private var zone: TimeZone { world.calendar.timeZone }
    private var now: Date { world.clock.now() }

    /// The language of dates and rules: that of the locale's times.
    private var language: WordLanguage {
        let names = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { world.environment[$0] }
        return WordLanguage(locale: names.first { !$0.isEmpty } ?? "")
    }

    /// A new item with a title that may have tags, and a date or a rule in words: `every friday`.
    ///
    /// The title keeps these words if an option gives the same fact, and all after `--`.
    func titled(_ title: String) -> ToDoItem {
        guard !arguments.hasDashes else { return ToDoItem(title: title) }
        let read = QuickAdd(title, words: language, now: now, in: zone)
        let takesDate =
            !["--repeat", "--no-repeat"].contains(where: arguments.has)
            && (read.repetition != nil || !arguments.has("--due"))
        return (takesDate ? read : QuickAdd(tagsOf: title)).item(in: zone)
    }

    /// Changes due date and rule as the options say.
    func changeDueDate(of item: inout ToDoItem) throws(Failure) {
        if arguments.has("--no-due") { item.setDay(nil) }
        if arguments.has("--no-repeat") { item.repetition = nil }
        if let text = arguments.value("--due") {
            guard let due = dueDate(text) else { throw .notADate(text) }
            item.setDue(due, in: zone)
        }
        guard let text = arguments.value("--repeat") else { return }
        guard let read = QuickAdd(rule: text, words: language, now: now, in: zone) else {
            throw .notARule(text)
        }
        let hasDue = item.timestamp != nil && !read.namesDue
        if let due = read.due, !hasDue, !arguments.has("--due") { item.setDue(due, in: zone) }
        item.repetition = read.repetition
    }

    /// The date that words say; nil if they say none.
    func dueDate(_ text: String) -> Due? {
        Due(text, words: language, now: now, in: zone)
    }
}
