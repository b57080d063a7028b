import FoundationEssentials
import HTTP
import Testing

@testable import API

@Suite struct `The README's table of requests` {
    @Test func `has every route with its methods, and no other`() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../../README.md").standardized
        let readme = String(decoding: try Data(contentsOf: file), as: UTF8.self)

        let shown = try requests(inTableOf: readme)

        let served = Route.all.flatMap { route in
            route.operations.map { "\($0.method.name) \(route.path)" }
        }
        #expect(shown.sorted() == served.sorted())
    }

    /// The requests of the table's first column, such as "GET /items".
    private func requests(inTableOf readme: String) throws -> [String] {
        let section = try #require(readme.firstMatch(of: /(?s)\n## The API\n(.+?)\n##/))
        return section.output.1.matches(of: /(?m)^\| ([^|]+) \|/).flatMap { row in
            // `GET`, `PUT /a`, `/b`: /a has both methods, and /b has the method before it.
            var methods: [Substring] = []
            var isComplete = true
            return row.output.1.matches(of: /`([A-Z]*) ?([^`?]*)[^`]*`/).flatMap { request in
                let (_, method, path) = request.output
                if !method.isEmpty { methods = (isComplete ? [] : methods) + [method] }
                isComplete = !path.isEmpty
                return isComplete ? methods.map { "\($0) \(path)" } : []
            }
        }
    }
}
