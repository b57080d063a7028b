import HTTP
import Items

/// The rows and fields of the app's list screen:
///
///     {"todo":[{"id":…,"title":…,"timestamp":…,"locationName":…},…],"done":[…],
///      "counts":{"todo":1,"done":0}}
///
/// The counts come last. They are counted while the rows are written, so they match the rows and
/// need no query.
struct ListScreen: ListEncoding {
    private var todo = 0
    private var done = 0

    mutating func add(_ row: borrowing ItemRow, to body: inout ByteWriter) {
        if row.fields.done {
            if done == 0 { endTodo(&body) } else { body.append(",") }
            done += 1
        } else {
            body.append(todo == 0 ? Self.start : ",")
            todo += 1
        }
        append(row, to: &body)
    }

    func finish(_ body: inout ByteWriter) {
        if done == 0 { endTodo(&body) }
        body.append("],\"counts\":{\"todo\":")
        body.append(decimal: todo)
        body.append(",\"done\":")
        body.append(decimal: done)
        body.append("}}")
    }

    private static let start: StaticString = "{\"todo\":["

    private func endTodo(_ body: inout ByteWriter) {
        if todo == 0 { body.append(Self.start) }
        body.append("],\"done\":[")
    }

    private func append(_ row: borrowing ItemRow, to body: inout ByteWriter) {
        body.append("{\"id\":")
        body.appendJSON(uuid: row.fields.id.high, low: row.fields.id.low)
        body.append(",\"title\":")
        body.appendJSON(string: row.title)
        if let timestamp = row.fields.timestamp {
            body.append(",\"timestamp\":")
            body.appendJSON(timestamp)
        }
        if let name = row.locationName {
            body.append(",\"locationName\":")
            body.appendJSON(string: name)
        }
        body.append("}")
    }
}
