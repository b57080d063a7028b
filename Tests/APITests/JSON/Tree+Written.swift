import HTTP

@testable import API

extension Tree {
    /// Writes the document as the server writes its answers.
    func write(to writer: inout ByteWriter) {
        switch self {
        case .null: writer.append("null")
        case .bool(let value): writer.appendJSON(value)
        case .number(let value): writer.appendJSON(value)
        case .string(let value): writer.appendJSON(value)
        case .array(let elements):
            writer.append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.append(",") }
                element.write(to: &writer)
            }
            writer.append("]")
        case .object(let members):
            writer.append("{")
            for (index, member) in members.enumerated() {
                if index > 0 { writer.append(",") }
                writer.appendJSON(member.name)
                writer.append(":")
                member.value.write(to: &writer)
            }
            writer.append("}")
        }
    }
}
