/// A language whose words of dates and rules are understood and written.
public enum WordLanguage: String, CaseIterable, Sendable {
    /// `tomorrow at 9`, `every friday`.
    case english = "en"
    /// `morgen um 9`, `jeden Freitag`.
    case german = "de"

    /// The language of a locale such as `de_DE.UTF-8` or `de-AT`; English if it has no words here.
    public init(locale identifier: String) {
        let code = identifier.prefix { $0.isLetter }.lowercased()
        self = WordLanguage(rawValue: code) ?? .english
    }

    var grammar: Grammar {
        switch self {
        case .english: .english
        case .german: .german
        }
    }
}
