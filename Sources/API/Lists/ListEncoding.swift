import HTTP
import Items

/// A JSON text of a list's items, written row by row.
protocol ListEncoding: SendableMetatype {
    /// Appends an item; in the default order open items come before done ones.
    mutating func add(_ row: borrowing ItemRow, to body: inout ByteWriter)

    /// Appends the end of the text.
    func finish(_ body: inout ByteWriter)
}

/// The items as a JSON array.
struct ItemArray: ListEncoding {
    private var isEmpty = true

    mutating func add(_ row: borrowing ItemRow, to body: inout ByteWriter) {
        body.append(isEmpty ? "[" : ",")
        isEmpty = false
        body.appendJSON(row)
    }

    func finish(_ body: inout ByteWriter) {
        body.append(isEmpty ? "[]" : "]")
    }
}
