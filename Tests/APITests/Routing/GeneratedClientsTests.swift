import APITestSupport
import TestSupport
import Testing

/// Rules by which generators make working clients. scripts/generate-clients tries some generators.
@Suite struct `The description for generators of clients` {
    private let document: Node

    init() throws {
        document = try Description.served.get().document
    }

    // proves: http-5
    @Test func `describes no content of answers to HEAD, which have none`() {
        let heads = operations.filter { $0.name.hasPrefix("head ") }

        let described = heads.flatMap { name, operation in
            (operation["responses"]?.members ?? [:])
                .filter { resolve($0.value)["content"] != nil }
                .map { "\(name) \($0.key)" }
        }

        #expect(heads.count >= 10)
        #expect(described == [])
    }

    // A generated client sends each default. It would send `Prefer`, and fail at the empty content.
    @Test func `has no parameter with a default, and none that removes the content`() {
        let parameters = document["components"]?["parameters"]?.members ?? [:]

        let defaults = parameters.filter { $0.value["schema"]?["default"] != nil }.keys
        let names = parameters.values.compactMap { $0["name"]?.text }

        #expect(names.count >= 20)
        #expect(defaults.sorted() == [])
        #expect(!names.contains("Prefer"))
    }

    // Otherwise each generator invents a name, such as InlineObject3.
    // proves: http-5
    @Test func `names every object that it describes`() {
        var nameless: [String] = []
        walk(document["paths"] ?? .null, "paths", &nameless)
        for (kind, components) in document["components"]?.members ?? [:] {
            for (name, component) in components.members {
                guard kind == "schemas" else {
                    walk(component, "\(kind)/\(name)", &nameless)
                    continue
                }
                // A schema that is an object has the schema's name, but its parts need other names.
                for (keyword, part) in component.members where keyword != "example" {
                    for (member, schema) in part.members {
                        walk(schema, "\(name)/\(keyword)/\(member)", &nameless)
                    }
                    for schema in part.elements { walk(schema, "\(name)/\(keyword)", &nameless) }
                }
            }
        }

        #expect(nameless.sorted() == [])
    }

    @Test func `has a required discriminator in each operation of a batch`()
        throws
    {
        let operation = try #require(schemas["Operation"])
        let mapping = operation["discriminator"]?["mapping"]?.members ?? [:]

        #expect(operation["discriminator"]?["propertyName"] == .text("op"))
        #expect(Set(mapping.keys) == ["put", "patch", "delete"])
        for (name, reference) in mapping {
            let schema = resolve(.map(["$ref": reference]))
            #expect(schema["properties"]?["op"]?["const"] == .text(name))
            #expect(schema["required"]?.elements.contains(.text("op")) == true, "\(name)")
            #expect(operation["oneOf"]?.elements.contains(.map(["$ref": reference])) == true)
        }
    }

    @Test func `has the members of a new item in the item of a put, whose id is required`() throws {
        let new = try #require(schemas["NewToDoItem"])
        let identified = try #require(schemas["IdentifiedToDoItem"])

        let others = { (schema: Node) in
            schema["properties"]?.members.filter { $0.key != "id" }
        }

        #expect(others(identified) == others(new))
        #expect(identified["required"]?.elements == [.text("id"), .text("title")])
    }

    // A client with a closed list of types fails at the first new one.
    @Test func `allows future types of problems`() throws {
        let type = try #require(schemas["ProblemType"])

        #expect(type["type"] == .text("string"))
        for keyword in ["enum", "const", "oneOf", "anyOf", "allOf"] {
            #expect(type[keyword] == nil, "\(keyword)")
        }
    }

    @Test func `has a short introduction of one paragraph`() throws {
        let description = try #require(document["info"]?["description"]?.text)

        #expect(description.count <= 500)
        #expect(!description.contains("\n\n"))
    }

    private var schemas: Node { document["components"]?["schemas"] ?? .null }

    private var operations: [(name: String, node: Node)] {
        (document["paths"]?.members ?? [:]).flatMap { path, operations in
            operations.members.filter { $0.key != "parameters" }
                .map { ("\($0.key) \(path)", $0.value) }
        }
    }

    private func resolve(_ node: Node) -> Node {
        guard let reference = node["$ref"]?.text else { return node }
        return reference.split(separator: "/").dropFirst().reduce(document) { found, step in
            found[String(step)] ?? .null
        }
    }

    /// Finds each schema below a node that has members of its own. Examples are skipped.
    private func walk(_ node: Node, _ place: String, _ found: inout [String]) {
        if node["properties"] != nil || node["type"] == .text("object") { found.append(place) }
        for (name, part) in node.members where !["example", "examples"].contains(name) {
            walk(part, "\(place)/\(name)", &found)
        }
        for part in node.elements { walk(part, place, &found) }
    }
}
