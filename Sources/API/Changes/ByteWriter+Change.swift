import HTTP
import Items

extension ByteWriter {
    /// Appends a change's JSON, the same in pages and events.
    mutating func appendJSON(_ change: borrowing ItemChange) {
        append("{\"revision\":")
        switch copy change {
        case .item(let row):
            append(decimal: row.fields.revision)
            append(",\"item\":")
            appendJSON(row)
        case .deleted(let id, let revision):
            append(decimal: revision)
            append(",\"deleted\":")
            appendJSON(uuid: id.high, low: id.low)
        }
        append("}")
    }

    /// Appends an event (html.spec.whatwg.org, 9.2.5); its JSON has no line breaks.
    mutating func appendEvent(
        _ name: StaticString, id: ChangeToken, data: borrowing ByteWriter
    ) {
        append("id: ")
        id.write(to: &self)
        append("\nevent: ")
        append(name)
        append("\ndata: ")
        append(data)
        append("\n\n")
    }
}
