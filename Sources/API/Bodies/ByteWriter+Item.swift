import HTTP
import Items

extension ByteWriter {
    /// Appends an item as it stands in every answer, straight from where storage keeps it.
    mutating func appendJSON(_ item: borrowing ItemRow) {
        let facts = item.facts
        append("{\"id\":")
        appendJSON(uuid: facts.id.high, low: facts.id.low)
        append(",\"title\":")
        appendJSON(string: item.title)
        if let description = item.itemDescription {
            append(",\"itemDescription\":")
            appendJSON(string: description)
        }
        if let timestamp = facts.timestamp {
            append(",\"timestamp\":")
            appendJSON(timestamp)
        }
        if let name = item.placeName {
            append(",\"location\":{\"name\":")
            appendJSON(string: name)
            if let coordinate = facts.coordinate {
                append(",\"coordinate\":{\"latitude\":")
                appendJSON(coordinate.latitude)
                append(",\"longitude\":")
                appendJSON(coordinate.longitude)
                append("}")
            }
            append("}")
        }
        append(facts.done ? ",\"done\":true,\"createdAt\":" : ",\"done\":false,\"createdAt\":")
        let start = count
        appendJSON(facts.createdAt)
        let end = count
        append(",\"updatedAt\":")
        // Most items are what they were when they were made, and digits cost
        // more than a copy of them.
        if facts.updatedAt == facts.createdAt {
            append(again: start..<end)
        } else {
            appendJSON(facts.updatedAt)
        }
        if let doneAt = facts.doneAt {
            append(",\"doneAt\":")
            appendJSON(doneAt)
        }
        append(",\"revision\":")
        append(decimal: facts.revision)
        append("}")
    }

    /// Appends a stored item.
    mutating func appendJSON(_ item: ToDoItem) {
        item.withRow { appendJSON($0) }
    }
}
