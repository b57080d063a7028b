/// What an import did, or, as a preview, would do.
package struct ImportResult: Equatable, Sendable {
    /// One of the first items of the file.
    package enum Entry: Equatable, Sendable {
        case stored(ToDoItem)
        /// An item of a preview that would be added, or replaced with this.
        case planned(NewItem)
    }

    /// The most items that it has.
    package static let maximumEntries = 100

    package internal(set) var new = 0
    package internal(set) var changed = 0
    package internal(set) var unchanged = 0
    package internal(set) var entries: [Entry] = []
}
