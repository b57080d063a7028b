import Foundation
import ToDoClient

extension Owner {
    /// A write as its history shows it.
    struct LoggedWrite: Encodable {
        struct Item: Encodable {
            let id: String
            let title: String
            let kind: String
            let members: [String]?
        }

        let revision: Int
        let at: Double
        let by: String?
        let undoes: Int?
        let created: Int
        let changed: Int
        let deleted: Int
        let items: [Item]
    }

    /// A write as the history of one item shows it.
    struct ItemVersion: Encodable {
        let revision: Int
        let at: Double
        let by: String?
        let undoes: Int?
        let kind: String
        let members: [String]?
        let before: PastItem?
    }

    /// An item as it was, with when it was deleted if it is deleted now.
    struct PastItem: Encodable {
        let stored: StoredItem
        var deletedAt: Double?
        var deletedIn: Int?

        private enum Key: CodingKey { case id, createdAt, doneAt, deletedAt, deletedIn }

        func encode(to encoder: any Encoder) throws {
            try stored.item.encode(to: encoder)
            var members = encoder.container(keyedBy: Key.self)
            try members.encode(stored.item.id.text, forKey: .id)
            try members.encode(stored.createdAt, forKey: .createdAt)
            try members.encodeIfPresent(stored.doneAt, forKey: .doneAt)
            try members.encodeIfPresent(deletedAt, forKey: .deletedAt)
            try members.encodeIfPresent(deletedIn, forKey: .deletedIn)
        }
    }

    /// The writes, newest first.
    func loggedWrites() throws -> [LoggedWrite] {
        try history.sorted { $0.key > $1.key }.map { revision, write in
            func count(_ kind: String) -> Int { write.steps.count { $0.kind == kind } }
            return LoggedWrite(
                revision: revision, at: write.time, by: write.writer, undoes: write.undoes,
                created: count("created"), changed: count("changed"), deleted: count("deleted"),
                items: try write.steps.prefix(10).map {
                    LoggedWrite.Item(
                        id: $0.id.text, title: ($0.after ?? $0.before)?.item.title ?? "",
                        kind: $0.kind, members: try $0.members())
                })
        }
    }

    /// The writes that changed an item, newest first; refuses an unknown item.
    func versions(of id: UUID) throws -> [ItemVersion] {
        let found = try history.sorted { $0.key > $1.key }.compactMap { revision, write in
            try write.steps.first { $0.id == id }.map {
                ItemVersion(
                    revision: revision, at: write.time, by: write.writer, undoes: write.undoes,
                    kind: $0.kind, members: try $0.members(),
                    before: $0.before.map { PastItem(stored: $0) })
            }
        }
        guard items[id] != nil || !found.isEmpty else { throw Refusal.of("item-not-found", 404) }
        return found
    }

    /// The deleted items, the last deleted first.
    var trash: [PastItem] {
        history.sorted { $0.key > $1.key }.flatMap { revision, write in
            write.steps.reversed().compactMap { step in
                guard tombstones[step.id] == revision, let stored = step.before else { return nil }
                return PastItem(stored: stored, deletedAt: write.time, deletedIn: revision)
            }
        }
    }
}

extension Owner.Draft {
    /// Brings an item back, or gives it the content that it had after a revision.
    mutating func restore(
        _ id: UUID, at past: Int?, horizon: Int
    ) throws(Refusal) -> StoredItem {
        let now = items[id]
        let deletion = tombstones[id].flatMap { history[$0] }?.steps.first { $0.id == id }
        guard let base = now ?? deletion?.before else { throw .of("item-not-found", 404) }
        var restored = base
        if let past {
            guard past > 0, past < revision else { throw .of("item-not-found", 404) }
            let later = history.filter { $0.key > past }.sorted { $0.key < $1.key }
            let step = later.lazy.compactMap { $0.value.steps.first { $0.id == id } }.first
            guard past >= horizon || step == nil && now.map({ $0.revision <= past }) ?? false else {
                throw .of("undo-expired", 410)
            }
            guard let content = step == nil ? now : step?.before else {
                throw .of("item-not-found", 404)
            }
            restored.item = content.item
            // The series goes on in the next item.
            if base.item.done, !restored.item.done { restored.item.repetition = nil }
            if restored.item.done != base.item.done {
                restored.doneAt = restored.item.done ? time : nil
            }
        }
        if let now, now.item == restored.item { return now }
        restored.updatedAt = time
        restored.revision = revision
        return store(restored)
    }
}

extension Owner.Step {
    var kind: String {
        before == nil ? "created" : after == nil ? "deleted" : "changed"
    }

    /// The members that differ; nil unless the item was changed.
    func members() throws -> [String]? {
        guard let before, let after else { return nil }
        let (old, new) = (try before.item.members(), try after.item.members())
        return ToDoItem.WireMember.allCases.map(\.rawValue).filter {
            old[$0] != new[$0] || $0 == "done" && before.doneAt != after.doneAt
        }
    }
}

extension ToDoItem {
    fileprivate func members() throws -> [String: JSONValue] {
        try JSONDecoder().decode([String: JSONValue].self, from: JSONEncoder().encode(self))
    }
}
