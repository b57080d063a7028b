import HTTP
import Items

extension ByteWriter {
    /// Appends an item's JSON directly from storage's memory.
    mutating func appendJSON(_ item: borrowing ItemRow) {
        let fields = item.fields
        append("{\"id\":")
        appendJSON(uuid: fields.id.high, low: fields.id.low)
        append(",\"title\":")
        appendJSON(string: item.title)
        if let description = item.itemDescription {
            append(",\"itemDescription\":")
            appendJSON(string: description)
        }
        if let timestamp = fields.timestamp {
            append(",\"timestamp\":")
            appendJSON(timestamp)
        }
        if let name = item.locationName {
            append(",\"location\":{\"name\":")
            appendJSON(string: name)
            if let coordinate = fields.coordinate {
                append(",\"coordinate\":{\"latitude\":")
                appendJSON(coordinate.latitude)
                append(",\"longitude\":")
                appendJSON(coordinate.longitude)
                append("}")
            }
            append("}")
        }
        append(fields.done ? ",\"done\":true,\"createdAt\":" : ",\"done\":false,\"createdAt\":")
        let start = count
        appendJSON(fields.createdAt)
        let end = count
        append(",\"updatedAt\":")
        // Most items are unchanged since their creation, and copying digits is cheaper than
        // formatting them.
        if fields.updatedAt == fields.createdAt {
            append(again: start..<end)
        } else {
            appendJSON(fields.updatedAt)
        }
        if let doneAt = fields.doneAt {
            append(",\"doneAt\":")
            appendJSON(doneAt)
        }
        append(",\"revision\":")
        append(decimal: fields.revision)
        append("}")
    }

    /// Appends a stored item.
    mutating func appendJSON(_ item: ToDoItem) {
        item.withRow { appendJSON($0) }
    }
}
