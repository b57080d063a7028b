extension UndoReport {
    /// The items that are named; others are counted.
    private static let named = 5

    /// What could not be undone, or redone, by name, and the effect of the next call; empty if
    /// everything was.
    ///
    ///     Not undone: “Call Ada” was deleted elsewhere. Undo again takes back: Added Buy milk.
    public func words(_ language: WordLanguage, isRedo: Bool = false) -> String {
        guard !notReverted.isEmpty else { return "" }
        let say = Sentence(language: language)
        let opening =
            isRedo
            ? say("Not redone", "Nicht wiederhergestellt")
            : say("Not undone", "Nicht rückgängig gemacht")
        var sentences = notReverted.prefix(Self.named).map { "\(opening): \($0.words(say))." }
        let others = notReverted.count - Self.named
        if others > 0 { sentences.append(say("Nor \(others) others.", "Und \(others) weitere.")) }
        if !next.isEmpty {
            let again =
                isRedo
                ? say("Redo again repeats", "Als Nächstes wird wiederhergestellt")
                : say("Undo again takes back", "Als Nächstes wird zurückgenommen")
            sentences.append("\(again): \(next.words(language)).")
        }
        return sentences.joined(separator: " ")
    }
}

extension UndoReport.NotReverted {
    fileprivate func words(_ say: Sentence) -> String {
        let name = say.quoted(item.title)
        switch reason {
        case .deleted:
            return say("\(name) was deleted elsewhere", "\(name) wurde anderswo gelöscht")
        case .exists: return say("\(name) exists again", "\(name) gibt es wieder")
        case .refused:
            return say(
                "the server had refused the change of \(name)",
                "der Server hatte die Änderung von \(name) abgelehnt")
        case .ruleMoved:
            return say(
                "the repetition of \(name), which stays with the next one",
                "die Wiederholung von \(name), die bei der nächsten Aufgabe bleibt")
        case .alreadyReverted:
            return say("\(name) is as it was before already", "\(name) ist schon wie vorher")
        case .changed([]):
            // A member that this version does not know.
            return say("\(name) was changed elsewhere", "\(name) wurde anderswo geändert")
        case .changed(let members):
            let parts = members.map(say.name).joined(separator: ", ")
            let isOne = members.count == 1 && members != [.tags]
            return say(
                "\(parts) of \(name) \(isOne ? "was" : "were") changed elsewhere",
                "\(parts) von \(name) \(isOne ? "wurde" : "wurden") anderswo geändert")
        }
    }
}

extension UndoReport.Change {
    /// In words: `Added Buy milk`.
    public func words(_ language: WordLanguage) -> String {
        let say = Sentence(language: language)
        let title = item.title
        return switch kind {
        case .added: say("Added \(title)", "Hinzugefügt: \(title)")
        case .changed: say("Changed \(title)", "Geändert: \(title)")
        case .moved: say("Moved \(title)", "Verschoben: \(title)")
        case .checked: say("Done \(title)", "Erledigt: \(title)")
        case .unchecked: say("Open \(title)", "Nicht erledigt: \(title)")
        case .deleted: say("Deleted \(title)", "Gelöscht: \(title)")
        }
    }
}

extension [UndoReport.Change] {
    /// The first change in words, and the number of others: `Added Buy milk and 2 more`. Empty if
    /// there are none.
    public func words(_ language: WordLanguage) -> String {
        guard let first else { return "" }
        let text = first.words(language)
        // A move also changes the places of items that stay.
        guard count > 1, first.kind != .moved else { return text }
        return text
            + Sentence(language: language)(
                " and \(count - 1) more", " und \(count - 1) weitere")
    }
}
