import APITestSupport
import TestSupport

extension Model {
    /// `GET /items/{id}`.
    func read(_ id: String) -> Answer {
        guard let item = items[id] else { return .refused(404, "item-not-found") }
        return Answer(status: 200, body: .map(item.members), etag: tag(item.revision))
    }

    /// All pages of `GET /items`, concatenated.
    func list(_ selects: (Item) -> Bool, sort: String?) -> Answer {
        let selected = inOrder.filter(selects)
        let sorted = sort.map { self.sorted(selected, by: $0) } ?? selected
        return Answer(
            status: 200, body: .list(sorted.map { .map($0.members) }), etag: tag(currentRevision))
    }

    /// All pages of `GET /items/changes`, concatenated. Without a revision they are in the order of
    /// the list, otherwise by revision and then by id, because the server may choose the order
    /// within a revision.
    func changes(since revision: Int?) -> [Node] {
        let from = revision ?? 0
        let found = inOrder.filter { $0.revision > from }.map { item in
            Self.change(item.revision, ["item": .map(item.members)])
        }
        guard revision != nil else { return found }
        return Self.byRevision(
            found
                + tombstones.filter { $0.value > from }.map { id, grave in
                    Self.change(grave, ["deleted": .text(id)])
                })
    }

    /// Changes sorted by revision and then by id.
    static func byRevision(_ changes: [Node]) -> [Node] {
        func key(_ change: Node) -> (Double, String) {
            let id = change["deleted"] ?? change["item"]?["id"]
            return (change["revision"]?.number ?? 0, id?.text ?? "")
        }
        return changes.sorted { key($0) < key($1) }
    }

    private static func change(_ revision: Int, _ members: [String: Node]) -> Node {
        .map(members.merging(["revision": .number(Double(revision))]) { $1 })
    }

    private func sorted(_ items: [Item], by sort: String) -> [Item] {
        let descends = sort.hasPrefix("-")
        let name = descends ? String(sort.dropFirst()) : sort
        // Updates are sorted by revision, and revisions are unique.
        let key = ["created": "createdAt", "updated": "revision"][name] ?? name
        let having = items.filter { $0.members[key] != nil }
        let lacking = items.filter { $0.members[key] == nil }
        func comesFirst(_ a: Item, _ b: Item) -> Bool {
            if name != "created" {
                if let a = a.members[key]?.number, let b = b.members[key]?.number, a != b {
                    return a < b
                }
                if let a = a.members[key]?.text, let b = b.members[key]?.text, a != b {
                    return a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
                }
            }
            return a.sequence < b.sequence
        }
        let ascending = having.sorted(by: comesFirst)
        return (descends ? ascending.reversed() : ascending)
            + lacking.sorted { descends ? $0.sequence > $1.sequence : $0.sequence < $1.sequence }
    }
}
