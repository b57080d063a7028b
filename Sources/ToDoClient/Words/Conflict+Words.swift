public import Foundation

extension Conflict {
    /// What was replaced and by what: `Buy tea: the title “Buy milk” was replaced by “Buy tea”`.
    ///
    /// `current` is the item as it is now, whose title is the name of the conflict.
    public func words(
        _ language: WordLanguage, current: ToDoItem? = nil, now: Date = Date(),
        in timeZone: TimeZone = .current
    ) -> String {
        let say = Sentence(language: language)
        let name: String
        let text: String
        switch kind {
        case .overwrote(let members):
            name = (current ?? replacement ?? lost).title
            let parts = ToDoItem.Member.allCases.filter(members.contains).map { member in
                let old = lost.words(of: member, say, now, timeZone)
                let new = replacement?.words(of: member, say, now, timeZone) ?? ""
                let verb = member == .tags ? "were" : "was"
                return say.name(member)
                    + say(" \(old) \(verb) replaced by \(new)", ": \(old) – ersetzt durch \(new)")
            }
            text = parts.joined(separator: "; ")
        case .revived:
            name = lost.title
            text = say(
                "it was deleted elsewhere; your change kept it",
                "anderswo gelöscht, hier geändert; die Aufgabe ist wieder da")
        case .kept:
            name = lost.title
            text = say(
                "you deleted it; a change made elsewhere kept it",
                "hier gelöscht, anderswo geändert; die Aufgabe bleibt")
        case .gone:
            name = lost.title
            text = say(
                "it was deleted elsewhere; you had only ticked it",
                "hier abgehakt, anderswo gelöscht; die Aufgabe ist weg")
        case .refused(let problem):
            name = lost.title
            let reason = problem.sentence
            text = say(
                "the server refused your change: \(reason)",
                "vom Server abgelehnt: \(reason)")
        }
        return "\(name): \(text)"
    }
}
