import Foundation
import Testing

@Suite struct `The promises` {
    @Test func `are proven by tests that are there`() throws {
        let promises = try Promise.all()
        let proofs = try namesOfTests().union(namesOfBudgets())

        try #require(promises.count >= 150)
        for promise in promises {
            let missing = promise.proofs.filter { !proofs.contains($0) }

            #expect(!promise.proofs.isEmpty, "\(promise.sentence)")
            #expect(missing.isEmpty, "\(promise.sentence)")
        }
    }

    @Test func `are each given once`() throws {
        let sentences = try Promise.all().map(\.sentence)

        #expect(Set(sentences).count == sentences.count)
    }
}

/// A row of the table in the documentation.
private struct Promise {
    let sentence: String
    /// Suite and test, as they stand there, however little they look like that.
    let proofs: [String]

    static func all() throws -> [Promise] {
        try String(contentsOfFile: repositoryFile("docs/promises.md"), encoding: .utf8)
            .matches(of: /(?m)^\| (.+) \|(.*)\|$/)
            .filter { $0.output.1 != "promise" }
            .map { Promise(sentence: String($0.output.1), proofs: proofs(in: $0.output.2)) }
    }

    private static func proofs(in cell: Substring) -> [String] {
        cell.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

/// Suite and test in backticks, with a slash between them, for every test in the sources.
private func namesOfTests() throws -> Set<String> {
    let folder = repositoryFile("Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return try files.filter { $0.hasSuffix(".swift") }.reduce(into: []) { names, file in
        names.formUnion(
            namesOfTests(in: try String(contentsOfFile: folder + "/" + file, encoding: .utf8)))
    }
}

/// The type or function that an attribute is for is the next one with a sentence for its name.
private func namesOfTests(in source: String) -> [String] {
    var (suite, names, isSuite, isTest) = ("", [String](), false, false)
    for line in source.split(separator: "\n") {
        isSuite = isSuite || line.contains("@Suite")
        isTest = isTest || line.contains("@Test")
        guard let named = line.firstMatch(of: /\b(struct|func) (`[^`]+`)/)?.output else { continue }
        if named.1 == "struct", isSuite { (suite, isSuite) = (String(named.2), false) }
        if named.1 == "func", isTest {
            names.append("\(suite) / \(named.2)")
            isTest = false
        }
    }
    return names
}

/// The script and the row in backticks, for every row that it holds against its budget.
private func namesOfBudgets() throws -> Set<String> {
    let rows = try String(contentsOfFile: repositoryFile("Benchmarks/results.txt"), encoding: .utf8)
    return Set(
        rows.matches(of: /(?m)^(\S.*?) {2,}[\d,]+/).map { "`scripts/bench` / `\($0.output.1)`" })
}
