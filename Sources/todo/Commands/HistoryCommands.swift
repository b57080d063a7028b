import CommandLine
import Foundation
import ToDoClient

/// A deleted item as the program prints it in JSON.
private struct DeletedOutput: Encodable {
    let item: PastOutput
    /// The number for `todo recover`; nil if it could not be kept.
    let number: Int?
    let deletedAt: TimeInterval
    let deletedIn: Int

    private enum Key: CodingKey { case number, deletedAt, deletedIn }

    func encode(to encoder: any Encoder) throws {
        try item.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encodeIfPresent(number, forKey: .number)
        try members.encode(deletedAt, forKey: .deletedAt)
        try members.encode(deletedIn, forKey: .deletedIn)
    }
}

/// A write as the program prints it in JSON.
private struct WriteOutput: Encodable {
    struct Item: Encodable {
        let id: String
        let title: String
        let kind: WriteKind
        let members: [String]?
    }

    let revision: Int
    let at: TimeInterval
    let by: String?
    let undoes: Int?
    let created: Int
    let changed: Int
    let deleted: Int
    let items: [Item]

    init(_ write: LoggedWrite) {
        (revision, at, by, undoes) = (write.revision, write.at, write.by, write.undoes)
        (created, changed, deleted) = (write.created, write.changed, write.deleted)
        items = write.items.map {
            Item(
                id: $0.id.uuidString.lowercased(), title: $0.title, kind: $0.kind,
                members: $0.members)
        }
    }
}

/// A write to one item as the program prints it in JSON.
private struct VersionOutput: Encodable {
    let revision: Int
    let at: TimeInterval
    let by: String?
    let undoes: Int?
    let kind: WriteKind
    let members: [String]?
    let before: PastOutput?

    init(_ version: ItemVersion) {
        (revision, at, by, undoes) = (version.revision, version.at, version.by, version.undoes)
        (kind, members) = (version.kind, version.members)
        before = version.before.map { PastOutput(item: $0) }
    }
}

/// An item as it was.
private struct PastOutput: Encodable {
    let item: ToDoItem

    private enum Key: CodingKey { case id }

    func encode(to encoder: any Encoder) throws {
        try item.encode(to: encoder)
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(item.id.uuidString.lowercased(), forKey: .id)
    }
}

/// The history is the server's: these commands need it.
extension Invocation {
    static let historyOptions = [
        OptionSpec("--limit", "COUNT", help: "prints this many at most; 50 without it")
    ]

    /// Prints the last writes, or those of one item.
    func history() async throws {
        let limit = try limit()
        try await withItems { items in
            let client = try serverClient(of: items)
            _ = await syncShortly(items)
            guard let word = arguments.operands.first else {
                let writes = try await first(limit, of: client.history(limit: min(limit, 100)))
                if wantsJSON { return try printJSON(writes.map { WriteOutput($0) }) }
                if writes.isEmpty { try printForTerminal("Nothing was written in 30 days.") }
                return try printRows(writes.map { ($0.revision, $0.at, $0.by, words($0)) })
            }
            let id = try items.numbers().ids([word])[0]
            let versions = try await first(
                limit, of: client.history(of: id, limit: min(limit, 100)), orNo: word)
            if wantsJSON { return try printJSON(versions.map { VersionOutput($0) }) }
            if versions.isEmpty { try printForTerminal("Nothing changed it in 30 days.") }
            try printRows(versions.map { ($0.revision, $0.at, $0.by, words($0)) })
        }
    }

    /// Prints what is deleted and can come back.
    func trash() async throws {
        let limit = try limit()
        let words = arguments.operands.joined(separator: " ")
        try await withItems { items in
            let client = try serverClient(of: items)
            _ = await syncShortly(items)
            let pages = client.trash(
                matching: words.isEmpty ? nil : words, limit: min(limit, 100))
            let deleted = try await first(limit, of: pages)
            let numbers = numbered(deleted.map(\.id), items)
            if wantsJSON {
                return try printJSON(
                    deleted.map {
                        DeletedOutput(
                            item: PastOutput(item: $0.item), number: numbers.number(of: $0.id),
                            deletedAt: $0.deletedAt, deletedIn: $0.deletedIn)
                    })
            }
            if deleted.isEmpty { try printForTerminal("Nothing is in the trash.") }
            for one in deleted {
                let number = numbers.number(of: one.id).map(String.init) ?? "-"
                try printRow([number, time(one.deletedAt), one.item.title.sanitized])
            }
        }
    }

    /// Brings items back.
    func recover() async throws {
        var revision: Int?
        if let word = arguments.value("--at") {
            guard let number = Int(word), number > 0 else { throw Failure.notANumber(word) }
            revision = number
        }
        try await withItems { items in
            let client = try serverClient(of: items)
            // A deletion that is not sent yet is not in the trash yet.
            _ = await syncShortly(items)
            let ids = try items.numbers().ids(arguments.operands)
            var recovered: [ToDoItem] = []
            for id in ids {
                do throws(APIError) {
                    recovered.append(try await client.restore(id, at: revision))
                } catch {
                    throw failure(of: error, id.uuidString.lowercased())
                }
                if !wantsJSON, let item = recovered.last {
                    try print("Recovered: \(item.title.sanitized)")
                }
            }
            printError(of: await syncShortly(items))
            if wantsJSON { try printJSON(recovered.map { PastOutput(item: $0) }) }
        }
    }

    private func limit() throws -> Int {
        guard let word = arguments.value("--limit") else { return 50 }
        guard let limit = Int(word), 1...100_000 ~= limit else { throw Failure.notANumber(word) }
        return limit
    }

    private func serverClient(of items: OpenItems) throws -> APIClient {
        if arguments.has("--offline") { throw Failure.needsServer }
        guard let client = try items.storeLocation.signedInClient() else { throw Failure.noServer }
        return client
    }

    /// The first elements of a history; `word` names the item that it is of.
    private func first<Element>(
        _ limit: Int, of pages: HistoryPages<Element>, orNo word: String = ""
    ) async throws(Failure) -> [Element] {
        var found: [Element] = []
        var iterator = pages.makeAsyncIterator()
        do throws(APIError) {
            while found.count < limit, let page = try await iterator.next() { found += page }
        } catch {
            throw failure(of: error, word)
        }
        return Array(found.prefix(limit))
    }

    private func failure(of error: APIError, _ word: String) -> Failure {
        guard case .refused(let problem) = error, [404, 410].contains(problem.status),
            !word.isEmpty, problem.isOfServer
        else { return .sync(SyncError(error)) }
        return .notInHistory(word, isKnown: problem.status == 410, reason: problem.detail)
    }

    private func printForTerminal(_ sentence: String) throws {
        if world.terminal.showsOutput { try print(sentence) }
    }

    private func printRows(
        _ rows: [(revision: Int, at: TimeInterval, by: String?, words: String)]
    ) throws {
        let width = rows.map { String($0.revision).count }.max() ?? 0
        for row in rows {
            let number = String(row.revision)
            let isTerminal = world.terminal.showsOutput
            let by = row.by?.sanitized
            try printRow(
                [
                    isTerminal ? number.padded(toColumns: width) : number, time(row.at),
                    isTerminal ? by.map { "\($0): \(row.words)" } ?? row.words : by ?? "",
                ] + (isTerminal ? [] : [row.words]))
        }
    }

    /// Prints the columns of a row, with tabs in a pipe.
    private func printRow(_ columns: [String]) throws {
        try print(columns.joined(separator: world.terminal.showsOutput ? "  " : "\t"))
    }

    private func time(_ time: TimeInterval) -> String {
        guard let date = DueDate(time, world) else { return "-" }
        return world.terminal.showsOutput ? date.words : date.iso
    }

    /// What a write did: `2 changed, 1 deleted: Milk, Bread, Eggs`.
    private func words(_ write: LoggedWrite) -> String {
        let counts = [
            (write.created, "added"), (write.changed, "changed"), (write.deleted, "deleted"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let shown = write.items.prefix(3).map(\.title.sanitized)
        let rest = write.created + write.changed + write.deleted - shown.count
        let titles = shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        let undone = write.undoes.map { "undid \($0); " } ?? ""
        return undone
            + (counts.isEmpty
                ? "nothing in the end" : counts.joined(separator: ", ") + ": " + titles)
    }

    /// What a write did to the item: `changed title, tags; it was: Milk`.
    private func words(_ version: ItemVersion) -> String {
        let undone = version.undoes.map { "undid \($0); " } ?? ""
        let members = version.members.map { " " + $0.joined(separator: ", ").sanitized } ?? ""
        let before = version.before.map { "; it was: \($0.title.sanitized)" } ?? ""
        return undone + version.kind.rawValue.sanitized + members + before
    }
}
