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
}
