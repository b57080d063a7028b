import APITestSupport
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `The description for machines` {
    private let document: Node

    init() throws {
        document = try Description.served.get().document
    }

    // proves: http-5
    @Test func `has every route with every method, and nothing else`() {
        let paths = document["paths"]?.members ?? [:]

        let described = paths.flatMap { path, methods in
            methods.members.keys.filter { $0 != "parameters" }.map { "\($0) \(path)" }
        }

        let routed = Route.all.flatMap { route in
            route.methods.map { "\("\($0.name)".lowercased()) \(route.path)" }
        }
        #expect(Set(described) == Set(routed))
    }

    // proves: http-5
    @Test func `has every type of problem with its title and status, and nothing else`() {
        let described = document.maps.flatMap { $0["x-problem-types"]?.elements ?? [] }.map {
            "\($0["type"]?.text ?? ""), \($0["title"]?.text ?? ""), \($0["status"]?.number ?? 0)"
        }

        let known = ProblemKind.allCases.map { kind in
            "/problems/\(kind.entry.name), \(kind.entry.title), "
                + "\(Double(kind.entry.status.rawValue))"
        }
        #expect(described.sorted() == known.sorted())
    }

    // proves: http-5
    @Test func `has every query parameter, and nothing else`() {
        let described = document.maps.filter { $0["in"] == .text("query") }
            .compactMap { $0["name"]?.text }

        let known =
            ListQuery.Name.allCases.map(\.rawValue) + ChangesQuery.Name.allCases.map(\.rawValue)
            + ImportParameters.Name.allCases.map(\.rawValue)
            + HistoryListQuery.Name.allCases.map(\.rawValue) + ["address", "revision"]
        #expect(Set(described) == Set(known))
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
        let numbers = document.maps.compactMap { $0[name]?.number }

        #expect(numbers.contains(Double(limit)))
    }

    @Test func `has 507 for each write that can grow items, and for no other`() {
        let described = (document["paths"]?.members ?? [:]).flatMap { path, methods in
            methods.members.filter { $1["responses"]?["507"]?["$ref"]?.text == Self.noRoom }
                .map { "\($0.key) \(path)" }
        }

        #expect(
            Set(described) == [
                "post /items", "patch /items", "put /items/{id}", "patch /items/{id}",
                "post /items/batch", "post /undo/{revision}", "post /imports",
                "post /items/{id}/restore",
            ])
    }

    private static let noRoom = "#/components/responses/NoRoom"

    @Test func `resolves each of its references`() {
        // Security schemes are referred to only by name.
        let components = (document["components"]?.members ?? [:])
            .filter { $0.key != "securitySchemes" }
            .flatMap { kind, named in named.members.keys.map { "#/components/\(kind)/\($0)" } }

        let used = document.maps.flatMap(\.values).compactMap(\.text)
            .filter { $0.hasPrefix("#/components/") }

        #expect(Set(used) == Set(components))
    }

    @Test func `gives every operation a name of its own`() {
        let names = document.maps.compactMap { $0["operationId"]?.text }

        let operations = Route.all.flatMap(\.methods)

        #expect(names.count == operations.count)
        #expect(Set(names).count == names.count)
    }
}

extension Node {
    /// All maps in the value, at any depth.
    fileprivate var maps: [[String: Node]] {
        switch self {
        case .map(let members): [members] + members.values.flatMap(\.maps)
        case .list(let elements): elements.flatMap(\.maps)
        case .null, .bool, .number, .text: []
        }
    }
}
