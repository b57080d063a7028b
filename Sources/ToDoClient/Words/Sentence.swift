/// The words of sentences in a language.
struct Sentence {
    let language: WordLanguage

    /// One of two texts.
    func callAsFunction(_ english: String, _ german: String) -> String {
        switch language {
        case .english: english
        case .german: german
        }
    }

    /// A text in the quotation marks of the language.
    func quoted(_ text: String) -> String { self("“\(text)”", "„\(text)“") }

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
