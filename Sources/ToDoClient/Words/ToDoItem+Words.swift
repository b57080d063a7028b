import Foundation

extension Sentence {
    /// A member as the subject of a sentence.
    func name(_ member: ToDoItem.Member) -> String {
        switch member {
        case .title: self("the title", "Titel")
        case .itemDescription: self("the note", "Notizen")
        case .timestamp: self("the due date", "Datum")
        case .location: self("the place", "Ort")
        case .done: self("the tick", "Haken")
        }
    }
}

extension ToDoItem {
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
            return (due ?? say("none", "nichts")) + rule
        case .location: return say.quoted(location?.name ?? "")
        case .done: return done ? say("done", "erledigt") : say("open", "offen")
        }
    }
}
