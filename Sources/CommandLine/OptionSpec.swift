/// What a shell completes for a value.
package enum Completion: Equatable, Sendable {
    case nothing, files, folders
    case words([String])
    /// The lines that a command of the program prints: a word, a tab, its explanation.
    case lines(of: String)
}

package struct OptionSpec: Equatable, Sendable {
    /// With its dashes.
    package let name: String
    /// The placeholder of its value; nil for a switch, which has none.
    package let placeholder: String?
    /// Its explanation, which help wraps.
    package let help: String
    let completion: Completion
    let isRequired: Bool
    let allowsEmpty: Bool
    /// Whether it may be repeated; its values are joined by commas.
    let isList: Bool

    /// An option; without a placeholder a switch.
    package init(
        _ name: String, _ placeholder: String? = nil, help: String,
        completes completion: Completion = .nothing, isRequired: Bool = false,
        allowsEmpty: Bool = false, isList: Bool = false
    ) {
        (self.name, self.placeholder, self.help) = (name, placeholder, help)
        (self.completion, self.isRequired, self.allowsEmpty) = (completion, isRequired, allowsEmpty)
        self.isList = isList
    }

    /// As it is written on a command line: `--due DATE`.
    package var form: String { placeholder.map { "\(name) \($0)" } ?? name }
}
