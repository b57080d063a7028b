public import Foundation

/// A version of an item that another one has replaced, an entry of the list «Changed elsewhere».
///
/// Only the device whose change reaches the server last has the entry.
public struct Conflict: Codable, Hashable, Identifiable, Sendable {
    /// The kind of a conflict.
    public enum Kind: Codable, Hashable, Sendable {
        /// Both sides changed these members, and the local change won. Or the local rule of
        /// repetition was replaced: another client has completed the item meanwhile.
        case overwrote(Set<ToDoItem.Member>)
        /// Another client deleted the item, and the local change restored it.
        case revived
        /// The item was deleted locally, and a change by another client kept it.
        case kept
        /// The item was only marked as done locally, and another client deleted it.
        case gone
        /// The server refused the local change.
        case refused(Problem)
    }

    /// Identifies the conflict.
    public let id: UUID
    /// The kind of the conflict.
    public let kind: Kind
    /// The losing item: the other client's if it was overwritten, the local one if it was refused or
    /// is gone, the next item with the local rule if that was replaced, otherwise the item before its
    /// deletion.
    public let lost: ToDoItem
    /// The item that replaced it at that time; nil if the item no longer existed.
    public let replacement: ToDoItem?
    /// The time at which this device found the conflict.
    public let date: Date

    /// A conflict, for tests and previews.
    public init(
        id: UUID = .ascending(), kind: Kind, lost: ToDoItem, replacement: ToDoItem? = nil,
        date: Date = Date()
    ) {
        self.id = id
        self.kind = kind
        self.lost = lost
        self.replacement = replacement
        self.date = date
    }

    /// Whether no badge should count the entry: only the tick of a deleted item was lost.
    public var isQuiet: Bool { kind == .gone }
}

/// The conflicts of one event; their ids follow from one of the event's, so that each replay of the
/// log gives the same ids to the same conflicts.
struct Conflicts {
    /// A version of an item, and the one that has replaced it.
    typealias Loss = (kind: Conflict.Kind, lost: ToDoItem, replacement: ToDoItem?)

    /// The conflicts that the event itself contains.
    struct Seed: Codable, Sendable {
        let id: UUID
        let time: Double

        /// The seed of an event that happens now.
        static func now(_ environment: ToDoEnvironment) -> Seed {
            Seed(id: .ascending(), time: environment.now().timeIntervalSince1970)
        }
    }

    private(set) var all: [Conflict] = []
    /// Items with a rule that has no place; what has taken their rules is known after the event.
    private(set) var withLostRules: [ToDoItem] = []
    private let seed: Seed

    init(seed: Seed) {
        self.seed = seed
    }

    mutating func add(_ loss: Loss) {
        add(loss.kind, loss.lost, replacedBy: loss.replacement)
    }

    mutating func add(_ kind: Conflict.Kind, _ lost: ToDoItem, replacedBy replacement: ToDoItem?) {
        let key = seed.id.key
        let id = UUID(upper: key.upper, lower: key.lower &+ UInt64(all.count))
        all.append(
            Conflict(
                id: id, kind: kind, lost: lost, replacement: replacement,
                date: Date(timeIntervalSince1970: seed.time)))
    }

    mutating func add(_ rebased: Rebased) {
        if let item = rebased.withLostRule { withLostRules.append(item) }
        if let loss = rebased.conflict { add(loss) }
    }
}

extension Replica {
    /// Adds conflicts at the end and removes the oldest ones.
    mutating func add(_ newConflicts: Conflicts) {
        var newConflicts = newConflicts
        for item in newConflicts.withLostRules {
            if let loss = conflict(ofLostRule: item) { newConflicts.add(loss) }
        }
        conflicts.append(contentsOf: newConflicts.all)
        dropOldConflicts()
    }

    /// Puts an entry back at its place.
    mutating func insert(_ conflict: Conflict) {
        let index = conflicts.firstIndex { $0.id.key > conflict.id.key } ?? conflicts.endIndex
        conflicts.insert(conflict, at: index)
        dropOldConflicts()
    }

    private mutating func dropOldConflicts() {
        if conflicts.count > Self.conflictsKept {
            conflicts.removeFirst(conflicts.count - Self.conflictsKept)
        }
    }

    /// Removes the entries that tell of what a refused edit was to replace: it is still there.
    mutating func removeConflicts(ofRefused id: UUID) {
        let stored = copy[id]?.item
        conflicts.removeAll { conflict in
            guard conflict.lost.id == id else { return false }
            return switch conflict.kind {
            case .overwrote(let members):
                members.allSatisfy { stored?.matches(conflict.lost, in: $0) ?? false }
            case .revived: stored == nil
            case .kept, .gone, .refused: false
            }
        }
    }

    /// Removes an entry; returns it if it was there.
    @discardableResult
    mutating func removeConflict(_ id: UUID?) -> Conflict? {
        guard let index = conflicts.firstIndex(where: { $0.id == id }) else { return nil }
        return conflicts.remove(at: index)
    }
}
