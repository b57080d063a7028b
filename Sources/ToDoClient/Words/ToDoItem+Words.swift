import Foundation

extension Sentence {
    /// A member as the subject of a sentence.
    func name(_ member: ToDoItem.Member) -> String {
        switch member {
        case .title: self("the title", "Titel")
        case .itemDescription: self("the note", "Notizen")
        case .timestamp: self("the due date", "Datum")
        case .location: self("the place", "Ort")
        case .tags: self("the tags", "Tags")
        case .position: self("the position", "Position")
        case .done: self("the tick", "Haken")
        }
    }
}

extension ToDoItem {
    /// The tags as they are typed: `#errands #home`.
    package var tagWords: String { tags.map { "#\($0)" }.joined(separator: " ") }

    /// The value of a member.
    func words(
        of member: Member, _ say: Sentence, _ now: Date, _ timeZone: TimeZone
    ) -> String {
        switch member {
        case .title: return say.quoted(title)
        case .itemDescription: return say.quoted(itemDescription ?? "")
        case .timestamp:
            let due = Due(self, in: timeZone)?.words(say.language, now: now, in: timeZone)
            let rule = repetition.map { ", \($0.words(say.language))" } ?? ""
            let reminder =
                reminderWords(say.language)
                .map { say(", reminder \($0)", ", Erinnerung \($0)") } ?? ""
            return (due ?? say("none", "nichts")) + rule + reminder
        case .location: return say.quoted(location?.name ?? "")
        case .tags:
            return tags.isEmpty ? say("none", "nichts") : tagWords
        case .position: return position ?? say("none", "nichts")
        case .done: return done ? say("done", "erledigt") : say("open", "offen")
        }
    }
}
