import APITestSupport
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `The description for machines` {
    private let outline = Outline(served())

    // proves: http-5
    @Test func `has every route with every method, and nothing else`() {
        let paths = outline.keys.filter { $0.count == 3 && $0[0] == "paths" }

        let described = Set(paths.filter { $0[2] != "parameters" }.map { "\($0[2]) \($0[1])" })

        let routed = Route.all.flatMap { route in
            route.methods.map { "\("\($0.name)".lowercased()) \(route.path)" }
        }
        #expect(described == Set(routed))
    }

    // proves: http-5
    @Test func `has every type of problem with its title and status, and nothing else`() {
        let line = /- \{type: \/problems\/(.+), status: (\d+), title: (.+)\}/

        let described = outline.lines.compactMap { $0.firstMatch(of: line)?.output }
            .map { "\($0.1), \($0.3), \($0.2)" }

        let known = ProblemKind.allCases.map { kind in
            "\(kind.entry.name), \(kind.entry.title), \(kind.entry.status.rawValue)"
        }
        #expect(described.sorted() == known.sorted())
    }

    // proves: http-5
    @Test func `has every query parameter, and nothing else`() {
        let lines = outline.lines

        let described = zip(lines, lines.dropFirst())
            .filter { $1 == "in: query" }.map { name, _ in name.dropFirst("name: ".count) }

        let known =
            ListQuery.Name.allCases.map(\.rawValue) + ChangesQuery.Name.allCases.map(\.rawValue)
            + ["onConflict", "address"]
        #expect(Set(described) == Set(known.map { $0[...] }))
    }

    @Test(arguments: [
        ("maxItems", ItemRules.itemsPerRequest),
        ("maxLength", ItemRules.titleCharacters),
        ("maxLength", ItemRules.descriptionBytes),
        ("maxLength", ItemRules.locationNameCharacters),
        ("minimum", Int(ItemRules.times.lowerBound)),
        ("exclusiveMaximum", Int(ItemRules.times.upperBound)),
        ("minimum", Int(ItemRules.latitudes.lowerBound)),
        ("maximum", Int(ItemRules.latitudes.upperBound)),
        ("minimum", Int(ItemRules.longitudes.lowerBound)),
        ("maximum", Int(ItemRules.longitudes.upperBound)),
    ])
    func `has the limits of the domain`(name: String, limit: Int) {
        let numbers = outline.numbers(of: name)

        #expect(numbers.contains(limit))
    }

    @Test func `has 507 for each write that can grow items, and for no other`()
        throws
    {
        let paths = try Description.served.get().document["paths"] ?? .null

        let described = paths.members.flatMap { path, methods in
            methods.members.filter { $1["responses"]?["507"]?["$ref"]?.text == Self.noRoom }
                .map { "\($0.key) \(path)" }
        }

        #expect(
            Set(described) == [
                "post /items", "patch /items", "put /items/{id}", "patch /items/{id}",
                "post /items/batch", "post /undo/{revision}",
            ])
    }

    private static let noRoom = "#/components/responses/NoRoom"

    @Test func `resolves each of its references`() {
        // Security schemes are referred to only by name.
        let components = outline.keys.filter {
            $0.count == 3 && $0[0] == "components" && $0[1] != "securitySchemes"
        }

        let used = outline.lines.flatMap { $0.matches(of: /#\/components\/(\w+)\/(\w+)/) }
            .map { "\($0.output.1)/\($0.output.2)" }

        #expect(Set(used) == Set(components.map { "\($0[1])/\($0[2])" }))
    }

    @Test func `gives every operation a name of its own`() {
        let names = outline.lines.filter { $0.hasPrefix("operationId: ") }

        let operations = Route.all.flatMap(\.methods)

        #expect(names.count == operations.count)
        #expect(Set(names).count == names.count)
    }
}

/// The served document.
private func served() -> String {
    let app = App(
        items: InMemoryItems(now: .constant(0)),
        authMode: .anonymous(Owner(key: 1, epoch: "test")),
        ids: IDGenerator { ItemID(high: 0, low: 0) })
    return TestClient(app).send("GET", "/openapi.yaml").text
}

/// The keys and lines of a YAML document with the layout of openapi.yaml: two spaces for each
/// level, and multi-line texts after a `|`.
private struct Outline {
    /// Each key, after its parent keys.
    private(set) var keys: [[String]] = []
    /// The lines without their indentation, except those of long texts.
    private(set) var lines: [Substring] = []

    init(_ text: String) {
        var above: [String] = []
        var textAbove: Int?
        for line in text.split(separator: "\n") {
            let indentation = line.prefix { $0 == " " }.count
            if let depth = textAbove, indentation > depth { continue }
            let content = line.dropFirst(indentation)
            textAbove = content.hasSuffix(": |") ? indentation : nil
            lines.append(content)
            let name = content.firstMatch(of: /^'?([^ '\-#][^ ']*?)'?:(?: |$)/)
            guard let key = name?.output.1 else { continue }
            above = above.prefix(indentation / 2) + [String(key)]
            keys.append(above)
        }
    }

    /// Every number after this name, on separate lines and in braces.
    func numbers(of name: String) -> Set<Int> {
        let found = lines.flatMap { $0.matches(of: /(\w+): (-?\d+)(?:,|\}|$)/) }
        return Set(found.filter { $0.output.1 == name }.compactMap { Int($0.output.2) })
    }
}
