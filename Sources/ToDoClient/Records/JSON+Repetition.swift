import Foundation

extension JSONWriter {
    mutating func repetition(_ repetition: Repetition) {
        object { json in
            for (name, value) in repetition.members {
                json.member(name)
                json.value(value)
            }
        }
    }

    /// A merge patch that leaves nothing of the previous rule.
    mutating func repetition(_ repetition: Repetition, replacing before: Repetition?) {
        let members = repetition.members
        object { json in
            for (name, _) in before?.members ?? []
            where !members.contains(where: { $0.name == name }) {
                json.member(name)
                json.null()
            }
            for (name, value) in members {
                json.member(name)
                json.value(value)
            }
        }
    }

    mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let bool): self.bool(bool)
        case .number(let number):
            if let whole = Int(exactly: number) { int(whole) } else { double(number) }
        case .string(let text): string(text)
        case .array(let elements): array(elements) { $0.value($1) }
        case .object(let members):
            object { json in
                for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                    json.member(name)
                    json.value(value)
                }
            }
        }
    }
}
