import Synchronization

/// Validates values with the part of JSON Schema that openapi.yaml uses. An unknown keyword is a
/// fault, because it would be a rule that is never checked.
///
/// Objects are closed: a member that a schema does not name is a fault even if the schema permits
/// it. Clients must expect members of later versions, but this version has no others.
struct Schema {
    /// Keywords without effect on validity.
    private static let remarks: Set = [
        "description", "title", "example", "examples", "default", "deprecated", "readOnly",
        "writeOnly", "contentMediaType", "discriminator",
    ]

    /// The document that references point into.
    let document: Node
    /// Whether the values are of requests, which may write ids in any letter case.
    var isOfRequests = false

    /// The faults of a value, each with its position.
    func faults(_ value: Node, _ schema: Node, at place: String = "") -> [String] {
        if schema == .bool(true) { return [] }
        return schema.members.sorted { $0.key < $1.key }.flatMap { name, rule in
            faults(value, name, rule, schema, place)
        }
    }

    /// Follows `$ref`, if there is one.
    func resolve(_ node: Node) -> Node {
        guard let reference = node["$ref"]?.text else { return node }
        var found: Node? = document
        for step in reference.split(separator: "/").dropFirst() { found = found?[String(step)] }
        return found.map(resolve) ?? .null
    }

    private func faults(
        _ value: Node, _ name: String, _ rule: Node, _ schema: Node, _ place: String
    ) -> [String] {
        func fault(_ holds: Bool) -> [String] {
            holds ? [] : ["\(place): \(value.summary) breaks \(name) \(rule.summary)"]
        }
        switch (name, value) {
        case ("$ref", _): return faults(value, resolve(schema), at: place)
        case ("type", _):
            let types = rule.text.map { [$0] } ?? rule.elements.compactMap(\.text)
            return fault(types.contains { value.isOf(type: $0) })
        case ("const", _): return fault(value == rule)
        case ("enum", _): return fault(rule.elements.contains(value))
        // Clients must expect other types, but this version has only the listed ones.
        case ("x-problem-types", _):
            return fault(rule.elements.contains { $0["type"] == value })
        case ("oneOf", _):
            return fault(rule.elements.count { faults(value, $0, at: place).isEmpty } == 1)
        case ("anyOf", _):
            return fault(rule.elements.contains { faults(value, $0, at: place).isEmpty })
        case ("allOf", _): return rule.elements.flatMap { faults(value, $0, at: place) }
        case ("required", .map(let members)):
            return rule.elements.compactMap(\.text).filter { members[$0] == nil }
                .map { "\(place): lacks \($0)" }
        case ("properties", .map(let members)):
            let isClosed = schema["additionalProperties"] == nil
            return members.flatMap { name, value in
                rule[name].map { faults(value, $0, at: "\(place)/\(name)") }
                    ?? (isClosed ? ["\(place): has \(name)"] : [])
            }
        case ("additionalProperties", .map(let members)):
            let others = members.filter { schema["properties"]?[$0.key] == nil }
            if rule == .bool(false) { return others.keys.map { "\(place): has \($0)" } }
            return others.flatMap { faults($0.value, rule, at: "\(place)/\($0.key)") }
        case ("items", .list(let elements)):
            return elements.enumerated().flatMap { faults($1, rule, at: "\(place)/\($0)") }
        case ("minItems", .list(let elements)): return fault(elements.count >= rule.count)
        case ("maxItems", .list(let elements)): return fault(elements.count <= rule.count)
        case ("minLength", .text(let text)): return fault(text.unicodeScalars.count >= rule.count)
        case ("maxLength", .text(let text)): return fault(text.unicodeScalars.count <= rule.count)
        case ("pattern", .text(let text)): return fault(Patterns.matches(rule.text ?? "", text))
        case ("format", .text(let text)) where rule == .text("uuid"):
            return fault(Patterns.matches(Patterns.uuid, isOfRequests ? text.lowercased() : text))
        case ("minimum", .number(let number)): return fault(number >= rule.number ?? .nan)
        case ("maximum", .number(let number)): return fault(number <= rule.number ?? .nan)
        case ("exclusiveMinimum", .number(let number)): return fault(number > rule.number ?? .nan)
        case ("exclusiveMaximum", .number(let number)): return fault(number < rule.number ?? .nan)
        case ("format", _) where ["uuid", "uri-reference", "uri", "int64"].contains(rule.text):
            return []
        // The rule is for values of another type.
        case ("required", _), ("properties", _), ("additionalProperties", _), ("items", _),
            ("minItems", _), ("maxItems", _), ("minLength", _), ("maxLength", _), ("pattern", _),
            ("minimum", _), ("maximum", _), ("exclusiveMinimum", _), ("exclusiveMaximum", _):
            return []
        default:
            return Self.remarks.contains(name) ? [] : ["\(place): the schema says \(name)"]
        }
    }
}

extension Node {
    fileprivate var count: Int { number.flatMap { Int(exactly: $0) } ?? -1 }

    fileprivate var summary: String {
        let whole = "\(self)"
        return whole.count > 200 ? whole.prefix(200) + "…" : whole
    }

    fileprivate func isOf(type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .number(let number):
            type == "number" || type == "integer" && number.rounded() == number
        case .text: type == "string"
        case .list: type == "array"
        case .map: type == "object"
        }
    }
}

/// Cached regular expressions; parsing one takes longer than matching it.
private enum Patterns {
    static let uuid = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
    private static let known = Mutex<[String: Pattern]>([:])

    private struct Pattern: @unchecked Sendable {
        // Proof: only used under the lock.
        let regex: Regex<AnyRegexOutput>
    }

    static func matches(_ pattern: String, _ text: String) -> Bool {
        known.withLock { known in
            if known[pattern] == nil, let regex = try? Regex(pattern) {
                known[pattern] = Pattern(regex: regex)
            }
            guard let regex = known[pattern]?.regex else { return false }
            return text.firstMatch(of: regex) != nil
        }
    }
}
