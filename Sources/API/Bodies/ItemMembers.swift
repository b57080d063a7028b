import HTTP
import Items

// The members of an item in JSON: as they are written, and as they are read.

extension ByteWriter {
    /// Appends an item in the form that all responses use, directly from the storage's memory.
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
        if let day = fields.day {
            append(",\"day\":\"")
            let text = day.text
            append(text.span)
            append("\"")
        }
        if let repetition = item.repetition {
            append(",\"repeat\":")
            append(repetition)
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
        // Most items have not changed since they were created, and copying digits is cheaper than
        // computing them.
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

    mutating func appendJSON(_ item: ToDoItem) {
        item.withRow { appendJSON($0) }
    }
}

extension BodyDecoder {
    /// The members of an item in an object; nil where they have a fault.
    typealias Parts = (id: ItemID?, content: ItemContent?)

    /// The content of a whole item, in which `null` means the same as absence.
    mutating func content(_ value: borrowing JSONValue) -> Parts {
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return (nil, nil)
        }
        var id: ItemID?
        var title: String?
        var hasTitle = false
        var content = ItemContent(title: "")
        var dueDate = DueDateMembers()
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "id": id = itemID(value)
            case "title":
                hasTitle = !value.isNull
                title = string(value, "title", ItemRules.title)
            case "itemDescription":
                content.itemDescription = string(value, "itemDescription", ItemRules.description)
            case "timestamp":
                content.timestamp = timestamp(value)
                dueDate.isFaulty = dueDate.isFaulty || !value.isNull && content.timestamp == nil
            case "day":
                content.day = day(value)
                dueDate.isFaulty = dueDate.isFaulty || !value.isNull && content.day == nil
            case "repeat": repetition(value, &dueDate)
            case "location": content.location = location(value)
            case "done": content.done = bool(value, "done") ?? false
            default: ignoreReadOnly(member)
            }
        }
        if !hasTitle { report(.missing, at: "title") }
        settle(dueDate, in: &content)
        guard let title else { return (id, nil) }
        content.title = title
        return (id, content)
    }

    /// A patch, in which `null` clears; nil when there is a fault.
    mutating func patch(
        _ value: borrowing JSONValue, _ takeID: (inout BodyDecoder, borrowing JSONValue) -> Void
    ) -> ItemPatch? {
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return nil
        }
        var patch = ItemPatch()
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "id":
                takeID(&self, value)
            case "title":
                if !refuseNull(value, "title") {
                    patch.title = string(value, "title", ItemRules.title)
                }
            case "itemDescription":
                patch.itemDescription = change(
                    value, string(value, "itemDescription", ItemRules.description))
            case "timestamp":
                patch.timestamp = change(value, timestamp(value))
            case "day": patch.day = change(value, day(value))
            case "repeat": patch.repetition = change(value, repetitionPatch(value))
            case "location":
                patch.location = change(value, locationPatch(value))
            case "done":
                if !refuseNull(value, "done") { patch.done = bool(value, "done") }
            default: ignoreReadOnly(member)
            }
        }
        return faults.isEmpty ? patch : nil
    }
}
