import Foundation
import Testing
import ToDoClient

/// A case of `Tests/Conflicts/cases.json`, which the tests of the page read, too.
struct ConflictCase: Decodable, CustomTestStringConvertible, Sendable {
    struct Result: Decodable, Sendable {
        let items: [ToDoItem]
        let conflicts: [Entry]
    }

    struct Entry: Decodable, Sendable {
        let kind: String
        let title: String
        let members: [String]?
        let lost: Members
    }

    struct Afterwards: Decodable, Sendable {
        let steps: [ConflictStep]
        let items: [ToDoItem]
        let conflicts: [Entry]
    }

    let name: String
    let before: ToDoItem?
    let first: [ConflictStep]
    let second: [ConflictStep]
    let expected: Result
    let form: Bool?
    let then: Afterwards?

    var testDescription: String { name }

    static let all: [ConflictCase] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Conflicts/cases.json")
        do {
            return try JSONDecoder().decode([ConflictCase].self, from: Data(contentsOf: file))
        } catch {
            Issue.record("cases.json cannot be read: \(error)")
            return []
        }
    }()
}

/// Some members of an item.
struct Members: Decodable, Sendable {
    private enum Key: String, CodingKey, CaseIterable {
        case title, itemDescription, timestamp, location, done
    }

    private var changes: [@Sendable (inout ToDoItem) -> Void] = []

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        for key in members.allKeys {
            switch key {
            case .title:
                let title = try members.decode(String.self, forKey: key)
                changes.append { $0.title = title }
            case .itemDescription:
                let text = try members.decode(String?.self, forKey: key)
                changes.append { $0.itemDescription = text }
            case .timestamp:
                let timestamp = try members.decode(Double?.self, forKey: key)
                changes.append { $0.timestamp = timestamp }
            case .location:
                let location = try members.decode(Location?.self, forKey: key)
                changes.append { $0.location = location }
            case .done:
                let done = try members.decode(Bool.self, forKey: key)
                changes.append { $0.done = done }
            }
        }
    }

    func apply(to item: inout ToDoItem) {
        for change in changes { change(&item) }
    }

    /// Whether an item has these members.
    func match(_ item: ToDoItem) -> Bool {
        var changed = item
        apply(to: &changed)
        return changed == item
    }
}

/// One step of a device.
enum ConflictStep: Decodable, Sendable {
    case add(ToDoItem)
    case importItems([ToDoItem])
    case edit(Members)
    case tick, untick, delete, clearDone, sync, undo, redo, putBack, dismiss

    private enum Key: String, CodingKey {
        case add, `import`, edit, tick, untick, delete, clearDone, sync, undo, redo, putBack
        case dismiss
    }

    init(from decoder: any Decoder) throws {
        let step = try decoder.container(keyedBy: Key.self)
        switch step.allKeys.first {
        case .add: self = .add(try step.decode(ToDoItem.self, forKey: .add))
        case .import: self = .importItems(try step.decode([ToDoItem].self, forKey: .import))
        case .edit: self = .edit(try step.decode(Members.self, forKey: .edit))
        case .tick: self = .tick
        case .untick: self = .untick
        case .delete: self = .delete
        case .clearDone: self = .clearDone
        case .sync: self = .sync
        case .undo: self = .undo
        case .redo: self = .redo
        case .putBack: self = .putBack
        case .dismiss: self = .dismiss
        case nil:
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: step.codingPath, debugDescription: "no step"))
        }
    }

    /// Performs the step on the one item of a store.
    func perform(_ store: ToDoItemStore) async throws {
        switch self {
        case .add(let item): try store.add(item)
        case .importItems(let items): try store.importItems(try JSONEncoder().encode(items))
        case .edit(let members): try store.edit(try store.onlyItem.id, members.apply)
        case .tick: try store.check(try store.onlyItem)
        case .untick: try store.uncheck(try store.onlyItem)
        case .delete: try store.delete(try store.onlyItem.id)
        case .clearDone: try store.deleteDone()
        case .sync: try await store.sync()
        case .undo: try store.undo()
        case .redo: try store.redo()
        case .putBack: try store.restore(try #require(store.snapshot.conflicts.last))
        case .dismiss: try store.dismiss(try #require(store.snapshot.conflicts.last))
        }
    }
}

extension ToDoItemStore {
    fileprivate var onlyItem: ToDoItem {
        get throws { try #require(snapshot.items.first) }
    }
}
