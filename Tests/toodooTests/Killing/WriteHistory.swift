import SQLiteTestSupport
import SQLite
import SQLiteStorage
import StorageTestSupport
import TestSupport

/// The writes to one database, with and without a response.
struct WriteHistory: Sendable {
    /// The acknowledged writes, by the revision of the response.
    private(set) var answered: [Int: RecordedWrite] = [:]
    /// The revisions of the responses to writes that delete all items.
    private(set) var cleared: Set<Int> = []
    /// The responses that are neither a success nor a regular refusal.
    private(set) var unexpectedResponses: [String] = []
    /// The writes without a response.
    private var open: [RecordedWrite] = []

    mutating func record(_ write: RecordedWrite, _ answer: TestResponse) {
        let lastRevision = answer["ToDo-Revision"].flatMap {
            Int($0.split(separator: ".").last ?? "")
        }
        switch (answer.status, lastRevision) {
        case (404, _), (410, _): break
        case (200..<300, let revision?):
            guard write.effect != .nothingIsLeft else { return _ = cleared.insert(revision) }
            if answered.updateValue(write, forKey: revision) != nil {
                unexpectedResponses.append("revision \(revision) was given out twice")
            }
        default: unexpectedResponses.append("\(write.method) \(write.target): \(answer)")
        }
    }

    mutating func recordUnanswered(_ write: RecordedWrite) {
        open.append(write)
    }

    /// The contradictions between the database and the responses.
    ///
    /// A write without a response may be stored, but only as a whole. Stored ones are recorded as
    /// acknowledged, the others are dropped.
    mutating func contradictions(_ database: SQLiteConnection) throws -> [String] {
        let titles = try database.titlesByRevision()
        let lastRevision = try database.integer("SELECT revision FROM owners WHERE owner = 1") ?? -1
        var wrong = unexpectedResponses + database.violations()
        for (revision, write) in answered where !write.matches(titles[revision] ?? [:]) {
            wrong.append("\(revision) was \(write) and left \(titles[revision] ?? [:])")
        }
        for revision in cleared where !titles.isEmpty(at: revision) || revision > lastRevision {
            wrong.append("\(revision) left something")
        }
        for (revision, left) in titles where answered[revision] == nil {
            if cleared.contains(revision) { continue }
            // A deletion of one item and a deletion of all can look the same. The first is more
            // specific.
            let index =
                open.firstIndex { $0.effect == .titles(left) }
                ?? open.firstIndex { $0.matches(left) && titles.isEmpty(at: revision) }
            guard let index else {
                wrong.append("revision \(revision) belongs to no write; its titles: \(left)")
                continue
            }
            let write = open.remove(at: index)
            if write.effect == .nothingIsLeft {
                cleared.insert(revision)
            } else {
                answered[revision] = write
            }
        }
        open = []
        return wrong
    }
}

extension [Int: [String: String?]] {
    /// Whether there was no item after this revision.
    fileprivate func isEmpty(at lastRevision: Int) -> Bool {
        var last: [String: (revision: Int, title: String?)] = [:]
        for (revision, titles) in self where revision <= lastRevision {
            for (id, title) in titles where revision > last[id]?.revision ?? 0 {
                last[id] = (revision, title)
            }
        }
        return last.values.allSatisfy { $0.title == nil }
    }
}

extension SQLiteConnection {
    /// For each revision the changed items with their titles after it; nil for deleted ones.
    ///
    /// The log has the earlier values, so the walk goes from the current state back to the first entry.
    fileprivate func titlesByRevision() throws -> [Int: [String: String?]] {
        let ids = try texts(
            """
            SELECT sequence, lower(hex(id)) FROM ids UNION ALL
            SELECT sequence, lower(hex(id)) FROM log WHERE id IS NOT NULL
            """)
        var left = try texts("SELECT slot & 2147483647, title FROM items")
        var titles: [Int: [String: String?]] = [:]
        let entries = try rows(
            "SELECT revision, sequence, members, title FROM log ORDER BY entry DESC", columns: 4)
        for entry in entries {
            let parts = entry.split(separator: "|", maxSplits: 3)
            let (revision, sequence) = (Int(parts[0]) ?? -1, String(parts[1]))
            let members = Int(parts[2]) ?? 0
            let id = ids[sequence] ?? "sequence \(sequence)"
            // If a write has several entries for an item, the last one has the result.
            if titles[revision]?[id] == nil {
                titles[revision, default: [:]][id] = .some(left[sequence])
            }
            // These bits mean no item, or the title; see 0001_schema.sql.
            if members & 1 != 0 {
                left[sequence] = nil
            } else if members & 256 != 0 {
                left[sequence] = String(parts[3])
            }
        }
        return titles
    }

    private func texts(_ sql: String) throws -> [String: String] {
        var texts: [String: String] = [:]
        for row in try rows(sql, columns: 2) {
            let parts = row.split(separator: "|", maxSplits: 1)
            texts[String(parts[0])] = String(parts[1])
        }
        return texts
    }
}
