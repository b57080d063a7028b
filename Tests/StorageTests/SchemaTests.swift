import Foundation
import Items
import Storage
import TestSupport
import Testing

/// The compiler does not see whether the SQL of a storage, and what describes it, have each member.
@Suite struct `The SQL of a storage` {
    /// A table or a view that has a column for each value of an item.
    struct Place: Sendable, CustomTestStringConvertible {
        let folder: String
        let kind: String
        let name: String
        /// A table that has the columns which most rows lack.
        var rest: String?

        var testDescription: String { "\(kind) \(name) of \(folder)" }

        /// The last file that makes it, and what this and later files say of its columns.
        func definition() throws -> (file: String, text: String) {
            var found: (file: String, text: String)?
            for step in try SQLStep.all(in: folder) {
                if let text = step.text(after: "CREATE \(kind) \(name) ", until: ";\n") {
                    found = (step.file, text)
                }
                if let text = step.text(after: "ALTER TABLE \(name) ", until: ";\n") {
                    found?.text += "\n" + text
                }
            }
            var definition = try #require(found)
            if let rest {
                definition.text += try Place(folder: folder, kind: kind, name: rest).definition()
                    .text
            }
            return definition
        }
    }

    static let tables = [
        Place(folder: "migrations", kind: "TABLE", name: "items", rest: "details"),
        Place(folder: "migrations", kind: "TABLE", name: "log"),
        Place(folder: "migrations/postgres", kind: "TABLE", name: "items"),
        Place(folder: "migrations/postgres", kind: "TABLE", name: "changes"),
    ]
    static let views = [
        Place(folder: "migrations", kind: "VIEW", name: "item_view"),
        Place(folder: "migrations", kind: "VIEW", name: "log_view"),
    ]

    @Test(arguments: tables + views, ItemMember.allCases)
    func `has the columns of every member`(place: Place, member: ItemMember) throws {
        let (file, text) = try place.definition()

        for (column, _) in member.columns where !text.hasWord(column) {
            Issue.record("\(file): \(place.kind) \(place.name) lacks the column \(column)")
        }
    }

    @Test(arguments: tables.filter { $0.name == "items" }, ItemMember.allCases)
    func `repeats the rules of every member as a CHECK`(place: Place, member: ItemMember) throws {
        let (file, text) = try place.definition()
        let checks = text.split(separator: "\n").filter { $0.contains("CHECK") }

        for (column, _) in member.columns where !checks.contains(where: { $0.hasWord(column) }) {
            Issue.record("\(file): table \(place.name) has no CHECK of \(column)")
        }
    }

    @Test(arguments: ItemMember.allCases)
    func `shows the bit of every member in words`(member: ItemMember) throws {
        let place = Place(folder: "migrations", kind: "VIEW", name: "log_view")
        let (file, _) = try place.definition()
        let text = try #require(
            SQLStep.all(in: "migrations").last { $0.file == file }?
                .text(after: "CREATE VIEW log_view ", until: ";\n"))
        let bit = ChangeMembers([.init(member)]).rawValue

        #expect(
            text.contains("iif(members & \(bit), ', \(member.rawValue)', '')"),
            "\(file): log_view lacks the word \(member.rawValue) for the bit \(bit)")
    }

    @Test(arguments: ["migrations", "migrations/postgres"], ItemMember.allCases)
    func `documents the bit of every member`(folder: String, member: ItemMember) throws {
        let steps = try SQLStep.all(in: folder)
        let bit = ChangeMembers([.init(member)]).rawValue
        let line = try Regex("--\\s+\(bit)\\s+\(member.rawValue)\\b")

        #expect(
            steps.contains { $0.text.contains(line) },
            "\(folder): no comment says that \(bit) means \(member.rawValue)")
    }

    @Test(arguments: ItemMember.allCases)
    func `has its bits in the documents`(member: ItemMember) throws {
        let file = "docs/internals/schema.md"
        let bit = ChangeMembers([.init(member)]).rawValue

        #expect(
            try read(file).contains("| \(bit) | `\(member.rawValue)` |"),
            "\(file): no row says that \(bit) means \(member.rawValue)")
    }
}

/// A file of `migrations`.
private struct SQLStep {
    let file: String
    let text: String

    /// The steps in order.
    static func all(in folder: String) throws -> [SQLStep] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
            .filter { $0.hasSuffix(".sql") }.sorted()
            .map { SQLStep(file: "\(folder)/\($0)", text: try read("\(folder)/\($0)")) }
    }

    /// The text between two others.
    func text(after start: String, until end: String) -> String? {
        guard let start = text.range(of: start) else { return nil }
        let rest = text[start.upperBound...]
        return String(rest[..<(rest.range(of: end)?.lowerBound ?? rest.endIndex)])
    }
}

extension StringProtocol {
    /// Whether SQL has an identifier, outside of texts.
    fileprivate func hasWord(_ word: String) -> Bool {
        let parts = split(separator: "'", omittingEmptySubsequences: false).enumerated()
        return parts.contains { index, part in
            index % 2 == 0 && part.split { !$0.isLetter && $0 != "_" }.contains { $0 == word }
        }
    }
}

private let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
}

private func read(_ file: String) throws -> String {
    try String(contentsOf: root.appending(path: file), encoding: .utf8)
}
