import Exchange

extension ItemFileFault {
    /// What is wrong with a file that was sent, as a sentence.
    var sentence: String {
        switch self {
        case .notJSON(let position, let fault):
            "\(position.text): \(fault.detail) at byte \(fault.offset)."
        case .invalid(let position, _, count: 1):
            "One thing in \(position.text.lowercased()) is wrong."
        case .invalid(let position, let issues, let count) where issues.count < count:
            "\(count) things in \(position.text.lowercased()) are wrong; errors has the first \(issues.count)."
        case .invalid(let position, _, let count):
            "\(count) things in \(position.text.lowercased()) are wrong."
        case .tooLong(let position): "\(position.text) is longer than 1 MiB."
        case .unfinished: "The array does not end."
        case .afterEnd: "More follows after the array."
        }
    }
}

extension ItemFilePosition {
    /// The position as the beginning of a sentence.
    fileprivate var text: String {
        switch self {
        case .line(let number): "Line \(number)"
        case .element(let number): "Item \(number)"
        }
    }

    /// The number that the remarks of other formats call a line.
    var number: Int {
        switch self {
        case .line(let number), .element(let number): number
        }
    }
}

extension ProblemKind {
    init(_ fault: ItemFileFault) {
        self =
            switch fault {
            case .notJSON, .unfinished, .afterEnd: .badJSON
            case .invalid, .tooLong: .invalid
            }
    }

    init(_ fault: ImportFault) {
        self =
            switch fault {
            case .tooLarge: .contentTooLarge
            case .notUnicode, .containsNUL: .badRequest
            case .notJSON: .badJSON
            case .isNot, .isOfNoFormat, .openQuote, .tooManyColumns, .tooManyItems: .invalid
            }
    }
}
