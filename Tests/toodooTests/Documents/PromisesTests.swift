import Foundation
import Testing

@Suite struct `The promises` {
    @Test func `are proven by existing tests`() throws {
        let promises = try Promise.all()
        let proven = try provenIDs()
        let budgets = try namesOfBudgets()

        try #require((40...80).contains(promises.count))
        for promise in promises {
            let isProven = proven.contains(promise.id) || !promise.budgets.isEmpty

            #expect(isProven, "\(promise.id)")
            #expect(budgets.isSuperset(of: promise.budgets), "\(promise.id)")
        }
        #expect(proven.subtracting(promises.map(\.id)) == [], "tests prove what is not promised")
    }

    @Test func `have unique ids`() throws {
        let promises = try Promise.all()

        #expect(Set(promises.map(\.id)).count == promises.count)
        #expect(Set(promises.map(\.sentence)).count == promises.count)
    }
}

/// A row of the table in the documentation.
private struct Promise {
    let id: String
    let sentence: String
    /// The rows of `Benchmarks/results.txt` that prove it.
    let budgets: [String]

    static func all() throws -> [Promise] {
        try String(contentsOfFile: repositoryFile("docs/promises.md"), encoding: .utf8)
            .matches(of: /(?m)^\| ([a-z-]+-\d+) \| (.+) \|$/)
            .map { row in
                let parts = row.output.2.split(separator: "`scripts/bench`: ")
                let budgets = parts.dropFirst().joined().matches(of: /`([^`]+)`/)
                return Promise(
                    id: String(row.output.1), sentence: String(parts.first ?? ""),
                    budgets: budgets.map { String($0.output.1) })
            }
    }
}

/// The ids in the comments above tests; a comment without a following test does not count.
private func provenIDs() throws -> Set<String> {
    let folder = repositoryFile("Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return try files.filter { $0.hasSuffix(".swift") }.reduce(into: []) { ids, file in
        let source = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
        for comment in source.matches(of: /((?: *\/\/ proves: .+\n)+) *@Test/) {
            ids.formUnion(
                comment.output.1.matches(of: /[a-z-]+-\d+/).map { String($0.output) })
        }
    }
}

private func namesOfBudgets() throws -> Set<String> {
    let rows = try String(contentsOfFile: repositoryFile("Benchmarks/results.txt"), encoding: .utf8)
    return Set(rows.matches(of: /(?m)^(\S.*?) {2,}[\d,]+/).map { String($0.output.1) })
}
