import CommandLine
import ToDoClient

extension Invocation {
    /// The tags of an option, each once; nil without it.
    func tags(_ option: String) throws(Failure) -> [String]? {
        guard let text = arguments.value(option) else { return nil }
        let tags = text.split(separator: ",", omittingEmptySubsequences: false).map {
            String($0.hasPrefix("#") ? $0.dropFirst() : $0)
        }
        for tag in tags where Tag.fault(of: tag) != nil { throw .notATag(tag) }
        return Tag.unique(tags)
    }

    /// Changes the reminder as the options say.
    func changeReminder(of item: inout ToDoItem) throws(Failure) {
        if arguments.has("--no-remind") { item.remind = nil }
        guard let text = arguments.value("--remind") else { return }
        guard let minutes = Self.minutes(text) else { throw .notAReminder(text) }
        item.remind = minutes
    }

    /// A number of minutes with a unit, such as `30m`; nil if the text is malformed.
    static func minutes(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: #/(-?[0-9]{1,6})([mhdw]?)/#),
            let number = Int(match.output.1)
        else { return nil }
        let units: [Substring: Int] = ["h": 60, "d": 1_440, "w": 10_080]
        let minutes = number * (units[match.output.2] ?? 1)
        return ToDoItem.reminders.contains(minutes) ? minutes : nil
    }
}
