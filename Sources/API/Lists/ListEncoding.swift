import HTTP
import Items

/// A JSON text over all items of a list, which is written while they come by.
protocol ListEncoding: SendableMetatype {
    /// Writes one more item; open ones come before done ones.
    mutating func add(_ row: borrowing ItemRow, to body: inout ByteWriter)

    /// Writes what follows the last item.
    func finish(_ body: inout ByteWriter)
}

/// The items as a bare array.
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
