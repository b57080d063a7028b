/// Why a file of items is refused; it names the first item that cannot be
/// taken, and all that is wrong with it.
package enum ItemFileFault: Error, Equatable, Sendable {
    /// The text in that place is not JSON; offsets count from its own beginning.
    case notJSON(ItemFilePosition, JSONFault)
    case invalid(ItemFilePosition, [ItemFileIssue], count: Int)
    /// One item takes more than 1 MiB.
    case tooLong(ItemFilePosition)
    /// The array has no end.
    case unfinished
    /// Something follows after the array.
    case afterEnd
}

/// Which item of a file is meant, counted from 1.
package enum ItemFilePosition: Equatable, Sendable {
    /// Of NDJSON.
    case line(Int)
    /// Of an array.
    case element(Int)
}

/// One thing that is wrong with an item, and where in it.
package struct ItemFileIssue: Equatable, Sendable {
    /// A JSON Pointer (RFC 6901).
    package let pointer: String
    /// How the sentence goes on that begins with what is pointed at.
    package let detail: String

    /// A complaint about what the pointer names.
    package init(pointer: String, detail: String) {
        self.pointer = pointer
        self.detail = detail
    }
}
