import APITestSupport
import TestSupport

/// The contract as a plain model of the server. It has one owner and keeps the whole history.
struct Model {
    /// An item as it is returned, and its sequence.
    struct Item: Equatable {
        var members: [String: Node]
        var sequence: Int

        var id: String { members["id"]?.text ?? "" }
        var createdAt: Double { members["createdAt"]?.number ?? 0 }
        var isDone: Bool { members["done"] == .bool(true) }
        var revision: Int { members["revision"]?.number.map { Int($0) } ?? 0 }
        /// The members that a client sets.
        var content: [String: Node] { Node.map(members).content.members }
    }

    /// The change of one item by one revision.
    struct Change {
        let before: Item?
        var after: Item?
    }

    /// The expected response, as far as the contract defines it.
    struct Answer: Equatable {
        var status: Int
        var body: Node?
        /// The predictable parts of a problem: its name, and its own members.
        var problem: String?
        var etag: String?
        /// The value of `ToDo-Revision`; nil without the field.
        var revision: Int?
        /// The revision in the `Link` to its undo.
        var undo: Int?

        static func refused(
            _ status: Int, _ name: String, _ members: [String: Node] = [:]
        ) -> Answer {
            Answer(status: status, body: .map(members), problem: name)
        }
    }

    let epoch: String
    var now = 1_000.0
    /// The time of the current write, and the latest time that a write may have given to an item.
    private(set) var (start, last) = (0.0, 0.0)
    var items: [String: Item] = [:]
    /// The revisions of deletions, by id.
    var tombstones: [String: Int] = [:]
    /// The changes of each revision.
    var log: [[String: Change]] = [[:]]
    var lastSequence = 0
    /// The number of items that the current write has created.
    var made = 0
    /// Stored responses by idempotency key and target, with the request bodies.
    var kept: [String: (body: String, answer: Answer)] = [:]

    init(epoch: String) {
        self.epoch = epoch
    }

    /// The owner's revision.
    var currentRevision: Int { log.count - 1 }

    func tag(_ revision: Int) -> String { "\(epoch).\(revision)" }

    /// All items: open before done, each group in order of creation.
    var inOrder: [Item] {
        items.values.sorted { ($0.isDone ? 1 : 0, $0.sequence) < ($1.isDone ? 1 : 0, $1.sequence) }
    }

    /// Executes one write, which takes a revision if anything changes. A refused one changes
    /// nothing.
    mutating func write(_ body: (inout Model) -> Answer) -> Answer {
        var next = self
        next.start = last > now ? Self.time(last, plus: 1) : now
        next.log.append([:])
        next.made = 0
        var answer = body(&next)
        guard answer.status < 300 else { return answer }
        if next.made > 0 { next.last = Self.time(next.start, plus: next.made - 1) }
        let changed = !(next.log.last ?? [:]).isEmpty
        if changed { self = next }
        answer.revision = currentRevision
        answer.undo = changed ? currentRevision : nil
        return answer
    }

    private static func time(_ start: Double, plus microseconds: Int) -> Double {
        ((start * 1_000_000).rounded() + Double(microseconds)) / 1_000_000
    }

    /// Sets or removes an item within a write.
    mutating func set(_ id: String, _ item: Item?) {
        let before = items[id]
        var item = item
        if let createdAt = item?.createdAt {
            item?.members["revision"] = .number(Double(currentRevision))
            item?.members["updatedAt"] = .number(max(start, createdAt))
        }
        items[id] = item
        tombstones[id] = item == nil ? currentRevision : nil
        if log[currentRevision][id] == nil {
            log[currentRevision][id] = Change(before: before, after: item)
        } else {
            log[currentRevision][id]?.after = item
        }
    }

    /// Sets the content of an item, creates it if necessary, and returns the stored item. If that
    /// completes it, the next one is created too.
    mutating func store(
        _ id: String, _ content: [String: Node], completes: Bool = true
    ) -> Item {
        var content = normal(content)
        var following: (id: String, content: [String: Node])?
        if let known = items[id], content["done"] == .bool(true) {
            if completes, !known.isDone { following = next(after: known, content) }
            content["repeat"] = nil
        }
        defer {
            if let following, items[following.id] == nil {
                _ = store(following.id, following.content)
            }
        }
        var item: Item
        if let known = items[id] {
            guard known.content != content else { return known }
            item = known
            for name in known.content.keys { item.members[name] = nil }
            item.members.merge(content) { $1 }
        } else {
            lastSequence += 1
            item = Item(members: content, sequence: lastSequence)
            item.members["id"] = .text(id)
            item.members["createdAt"] = .number(Self.time(start, plus: made))
            made += 1
        }
        if !item.isDone { item.members["doneAt"] = nil }
        if item.isDone, item.members["doneAt"] == nil {
            item.members["doneAt"] = .number(max(start, item.createdAt))
        }
        set(id, item)
        return items[id] ?? item
    }

    /// Content as it is stored.
    func normal(_ content: [String: Node]) -> [String: Node] {
        var content = content.compactMapValues { $0 == .null ? nil : $0 }
        if let title = content["title"]?.text { content["title"] = .text(trimmed(title)) }
        if content["done"] == nil { content["done"] = .bool(false) }
        if case .map(let location)? = content["location"] {
            content["location"] = .map(location.filter { $0.value != .null })
        }
        return dated(content)
    }

    private func trimmed(_ text: String) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
