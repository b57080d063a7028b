import SQLite
import SQLiteStorage
import StorageTestSupport
import TestSupport

/// What was answered to all writes to one database, and which of them nobody was told of.
struct WriteHistory: Sendable {
    /// By the revision that the answer named.
    private(set) var answered: [Int: RecordedWrite] = [:]
    /// The clocks at which a write that deletes everything was answered.
    private(set) var cleared: Set<Int> = []
    /// What was neither done nor refused by rule.
    private(set) var surprises: [String] = []
    /// What was sent and never answered.
    private var open: [RecordedWrite] = []

    mutating func note(_ write: RecordedWrite, _ answer: TestResponse) {
        let lastRevision = answer["ToDo-Revision"].flatMap {
            Int($0.split(separator: ".").last ?? "")
        }
        switch (answer.status, lastRevision) {
        case (404, _), (410, _): break
        case (200..<300, let revision?):
            guard write.effect != .nothingIsLeft else { return _ = cleared.insert(revision) }
            if answered.updateValue(write, forKey: revision) != nil {
                surprises.append("revision \(revision) was given out twice")
            }
        default: surprises.append("\(write.method) \(write.target): \(answer)")
        }
    }

    mutating func noteUnanswered(_ write: RecordedWrite) {
        open.append(write)
    }

    /// What the database says that contradicts the answers.
    ///
    /// A write that was not answered may be there, but then all of it is; which they were is
    /// remembered, and the others are forgotten.
    mutating func contradictions(_ database: Connection) throws -> [String] {
        let titles = try database.titlesByRevision()
        let lastRevision = try database.integer("SELECT revision FROM owners WHERE owner = 1") ?? -1
        var wrong = surprises + database.violations()
        for (revision, write) in answered where !write.leaves(titles[revision] ?? [:]) {
            wrong.append("\(revision) was \(write) and left \(titles[revision] ?? [:])")
        }
        for revision in cleared where !titles.isEmpty(at: revision) || revision > lastRevision {
            wrong.append("\(revision) left something")
        }
        for (revision, left) in titles where answered[revision] == nil {
            if cleared.contains(revision) { continue }
            // What deletes one item and what deletes all can look the same; the first says more.
            let index =
                open.firstIndex { $0.effect == .titles(left) }
                ?? open.firstIndex { $0.leaves(left) && titles.isEmpty(at: revision) }
            guard let index else {
                wrong.append("nobody asked for \(revision), which left \(left)")
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
    /// Whether no item was there after that revision.
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

extension Connection {
    /// For each revision the items that it touched, with the titles that it
    /// left them; nil for those that it deleted.
    ///
    /// The log has what was before; so the walk goes from what is there now back to the first entry.
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
            // Of several entries of one write, the last one is what it left.
            if titles[revision]?[id] == nil {
                titles[revision, default: [:]][id] = .some(left[sequence])
            }
            // No item, or the title: see 0001_schema.sql.
            if members & 32 != 0 {
                left[sequence] = nil
            } else if members & 1 != 0 {
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
