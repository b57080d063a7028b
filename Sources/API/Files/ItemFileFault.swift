/// Why a file of items is refused: the first faulty item, with all its faults.
package enum ItemFileFault: Error, Equatable, Sendable {
    /// The item is not JSON; offsets count from the item's beginning.
    case notJSON(ItemFilePosition, JSONFault)
    case invalid(ItemFilePosition, [ItemFileIssue], count: Int)
    /// An item is larger than 1 MiB.
    case tooLong(ItemFilePosition)
    /// The array has no end.
    case unfinished
    /// Something follows after the array.
    case afterEnd
}

/// The position of an item in a file, counted from 1.
package enum ItemFilePosition: Equatable, Sendable {
    /// A line of NDJSON.
    case line(Int)
    /// An element of an array.
    case element(Int)
}

/// One fault of an item, with its place.
package struct ItemFileIssue: Equatable, Sendable {
    /// A JSON Pointer (RFC 6901).
    package let pointer: String
    /// The end of a sentence that begins with the pointer.
    package let detail: String

    package init(pointer: String, detail: String) {
        self.pointer = pointer
        self.detail = detail
    }
}
