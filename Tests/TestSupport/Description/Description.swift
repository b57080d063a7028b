import HTTP

/// The content of openapi.yaml, for validating requests and answers.
package struct Description: Sendable {
    /// Fields of HTTP itself, which OpenAPI does not describe.
    private static let fieldsOfHTTP: Set = [
        "connection", "content-length", "content-type", "transfer-encoding",
    ]
    /// Reading larger content would take more time than the rest of the tests.
    private static let bytesRead = 65_536

    package let document: Node
    private let schema: Schema
    private let templates: [(segments: [String], path: Node)]

    /// Reads a document.
    package init(_ text: String) throws(YAMLReader.Fault) {
        document = try YAMLReader.read(text)
        schema = Schema(document: document)
        // Literal segments come before parameters.
        templates = (document["paths"] ?? .null).members
            .map { (segments($0.key[...]), $0.value) }
            .sorted {
                $0.segments.count { $0.hasPrefix("{") } < $1.segments.count { $0.hasPrefix("{") }
            }
    }

    /// The differences between an answer and the document.
    package func faults(_ method: String, _ target: String, _ answer: TestResponse) -> [String] {
        guard let promised = promise(method, target, answer) else {
            return ["\(answer.status) is not described"]
        }
        let fields = (promised["headers"]?.members ?? [:]).merging(
            document["x-headers-of-every-answer"]?.members ?? [:]
        ) { own, _ in own }
        return fieldFaults(answer, fields)
            + contentFaults(method, answer, promised["content"]?.members ?? [:])
    }

    /// The differences between a request that was accepted and the document: what it does not
    /// describe, the server must not accept.
    package func faults(
        _ method: String, _ target: String, _ fields: [String: String], _ body: [UInt8]
    ) -> [String] {
        let path = segments(pathOf(target))
        let template = templates.first { fits(path, $0.segments) }?.path
        guard let operation = template?[method.lowercased()], method != "OPTIONS" else { return [] }
        let parameters = [template, operation].flatMap { $0?["parameters"]?.elements ?? [] }
            .map(schema.resolve)
        return queryFaults(target, parameters) + fieldFaults(fields, parameters)
            + bodyFaults(fields, body, operation["requestBody"].map(schema.resolve))
    }

    private func queryFaults(_ target: String, _ parameters: [Node]) -> [String] {
        // They ignore it.
        guard !["/", "/healthz", "/readyz"].contains(String(pathOf(target))) else { return [] }
        let query = target.drop { $0 != "?" }.dropFirst()
        return query.split(separator: "&").flatMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { decoded($0.replacing("+", with: " ")) }
            let rule = parameters.first {
                $0["in"] == .text("query") && $0["name"] == .text(parts[0])
            }
            guard let rule else { return ["the parameter \(parts[0]) is not described"] }
            return valueFaults(parts.count > 1 ? parts[1] : "", rule, at: parts[0])
        }
    }

    private func fieldFaults(_ fields: [String: String], _ parameters: [Node]) -> [String] {
        fields.flatMap { name, value in
            let rule = parameters.first { rule in
                rule["in"] == .text("header")
                    && rule["name"]?.text?.lowercased() == name.lowercased()
            }
            return rule.map { valueFaults(value, $0, at: name) } ?? []
        }
    }

    /// The faults of the text of a parameter.
    private func valueFaults(_ text: String, _ rule: Node, at name: String) -> [String] {
        var value = Node.text(text)
        switch rule["schema"]?["type"]?.text {
        case "integer", "number": value = Double(text).map { .number($0) } ?? value
        case "boolean": value = Bool(text).map { .bool($0) } ?? value
        default: break
        }
        return requests.faults(value, rule["schema"] ?? .bool(true), at: name)
    }

    private func bodyFaults(
        _ fields: [String: String], _ body: [UInt8], _ promised: Node?
    ) -> [String] {
        guard let promised, !body.isEmpty else {
            return promised?["required"] == .bool(true) ? ["the body is missing"] : []
        }
        let type = fields.first { $0.key.lowercased() == "content-type" }?.value.lowercased()
            .prefix { $0 != ";" }.filter { $0 != " " }
        guard let content = promised["content"]?[type ?? "no type"] else {
            return ["a body of \(type ?? "no type") is not described"]
        }
        // A text of another type has no schema but that it is text.
        guard type?.hasSuffix("json") == true, type?.contains("ndjson") != true,
            body.count <= Self.bytesRead
        else { return [] }
        // Other readers refuse a byte order mark.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = body.starts(with: mark) ? Array(body.dropFirst(mark.count)) : body
        guard let value = try? Node(json: text) else { return ["the body is not JSON"] }
        return requests.faults(value, content["schema"] ?? .bool(true), at: "body")
    }

    private var requests: Schema { Schema(document: document, isOfRequests: true) }

    /// The description of the response.
    private func promise(_ method: String, _ target: String, _ answer: TestResponse) -> Node? {
        let status = answer.status
        if ["*", "http://localhost"].contains(target), method == "OPTIONS", status == 204 {
            return document["components"]?["responses"]?["OptionsWithPatch"].map(schema.resolve)
        }
        let path = segments(pathOf(target))
        let operation = templates.first { fits(path, $0.segments) }?.path[method.lowercased()]
        // A CORS preflight has the same answer on any path.
        if operation == nil, status == 204, answer["Access-Control-Max-Age"] != nil {
            return document["components"]?["responses"]?["OptionsWithPatch"].map(schema.resolve)
        }
        if let own = operation?["responses"]?["\(status)"] { return schema.resolve(own) }
        // An unlisted status must be a refusal, with or without an operation.
        guard status >= 400 else { return nil }
        return operation?["responses"]?["default"].map(schema.resolve)
            ?? document["components"]?["responses"]?["Problem"]
    }

    private func fits(_ path: [String], _ template: [String]) -> Bool {
        path.count == template.count
            && zip(path, template).allSatisfy { $1.hasPrefix("{") || $0 == $1 }
    }

    private func fieldFaults(_ answer: TestResponse, _ promised: [String: Node]) -> [String] {
        let rules = Dictionary(
            uniqueKeysWithValues: promised.map { ($0.key.lowercased(), $0.value) })
        var faults: [String] = []
        for (name, value) in answer.fields where !Self.fieldsOfHTTP.contains(name.lowercased()) {
            guard let rule = rules[name.lowercased()].map(schema.resolve) else {
                faults.append("the field \(name) is not described")
                continue
            }
            let isNumber = rule["schema"]?["type"] == .text("integer")
            let node = isNumber ? Double(value).map { Node.number($0) } : nil
            faults += schema.faults(
                node ?? .text(value), rule["schema"] ?? .bool(true), at: name)
        }
        let given = Set(answer.fields.map { $0.name.lowercased() })
        for (name, rule) in promised where schema.resolve(rule)["required"] == .bool(true) {
            if !given.contains(name.lowercased()) { faults.append("the field \(name) is missing") }
        }
        return faults
    }

    private func contentFaults(
        _ method: String, _ answer: TestResponse, _ promised: [String: Node]
    ) -> [String] {
        guard method != "HEAD", !answer.body.isEmpty else { return [] }
        let type = answer["Content-Type"] ?? "no type"
        guard let content = promised[type] else { return ["content of \(type) is not described"] }
        guard type.hasSuffix("json"), answer.body.count <= Self.bytesRead else { return [] }
        guard let value = try? Node(json: answer.body) else { return ["the content is not JSON"] }
        return schema.faults(value, content["schema"] ?? .bool(true))
    }
}

/// The path of a target of either form (RFC 9112 §3.2).
private func pathOf(_ target: String) -> Substring {
    let whole = target.prefix { $0 != "?" }
    guard let authority = whole.firstRange(of: "://")?.upperBound else { return whole }
    return whole[authority...].drop { $0 != "/" }
}

private func segments(_ path: Substring) -> [String] {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    return segments.map { decoded($0) }
}

private func decoded(_ text: some StringProtocol) -> String {
    PercentDecoding.decode(Array(text.utf8).span).map { String(decoding: $0, as: UTF8.self) }
        ?? String(text)
}
