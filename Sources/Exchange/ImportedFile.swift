package import Items

/// The items of a file, and what of it they do not have.
package struct ImportedFile: Equatable, Sendable {
    package let format: ImportFormat
    package internal(set) var items: [ImportedItem] = []
    /// The first ones, by line.
    package internal(set) var lost: [LostValue] = []
    package internal(set) var lostCount = 0
    /// The first ones, by line.
    package internal(set) var skipped: [SkippedEntry] = []
    package internal(set) var skippedCount = 0

    /// The most remarks of each kind that are told.
    package static let maximumRemarks = 1_000

    init(format: ImportFormat) {
        self.format = format
    }
}

/// An item of another program's file.
package struct ImportedItem: Equatable, Sendable {
    /// The same for the same entry of the same format, so that a file can be imported again.
    package let id: ItemID
    /// Where the row or the component begins, from 1; in JSON the number of the task.
    package let line: Int
    package let content: ItemContent
}

/// A value of the file for which an item has no member.
package struct LostValue: Equatable, Sendable {
    package let line: Int
    /// The title of the item.
    package let title: String
    /// The column, property or member, as the file spells it.
    package let field: String
    /// The beginning of the value.
    package let value: String
    /// Whether it stands at the end of the item's description.
    package let isKept: Bool

    /// The characters of a value that are told.
    static let valueCharacters = 200
}

/// A row or component that became no item.
package struct SkippedEntry: Equatable, Sendable {
    package let line: Int
    package let reason: SkipReason
}

package enum SkipReason: Equatable, Sendable {
    case hasNoTitle
    /// An entry before it has the same id.
    case repeatsID
    case isDeleted
    /// A note of TickTick, which is no task.
    case isNote
    /// A comment of Todoist above the first task, or below one that was skipped.
    case isNoteOfNoTask
    /// A row of Todoist of this type.
    case isOfType(String)
    case hasMoreFields
    case hasTextBehindQuote
    /// A component of iCalendar other than VTODO.
    case isComponent(String)
    case hasNoEnd

    /// The end of a sentence that begins with the entry.
    package var sentence: String {
        switch self {
        case .hasNoTitle: "has no title"
        case .repeatsID: "has the id of an earlier one"
        case .isDeleted: "is deleted"
        case .isNote: "is a note"
        case .isNoteOfNoTask: "is a note of no task"
        case .isOfType(let type): "is of type \"\(type)\""
        case .hasMoreFields: "has more fields than the first row"
        case .hasTextBehindQuote: "has text behind a closing quote"
        case .isComponent(let name): "is a \(name)"
        case .hasNoEnd: "has no end"
        }
    }
}
