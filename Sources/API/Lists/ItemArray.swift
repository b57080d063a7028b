import HTTP
import Items

/// The items of a list as a JSON array, written row by row.
struct ItemArray {
    private var isEmpty = true

    mutating func add(_ row: borrowing ItemRow, to body: inout ByteWriter) {
        body.append(isEmpty ? "[" : ",")
        isEmpty = false
        body.appendJSON(row)
    }

    /// Appends the end of the array.
    func finish(_ body: inout ByteWriter) {
        body.append(isEmpty ? "[]" : "]")
    }
}
