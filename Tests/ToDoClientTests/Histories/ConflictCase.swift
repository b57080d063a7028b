import Foundation
import Testing
import ToDoClient
import ToDoClientHistories
import ToDoClientTestSupport

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
        let lost: ItemMembers
        let replacement: ToDoItem?
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
    let next: UUID?

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

/// One step of a device, or of the server.
struct ConflictStep: Decodable, Sendable {
    /// What the step does.
    enum Action: Sendable {
        case add(ToDoItem)
        case importItems([ToDoItem])
        case edit(ItemMembers)
        case tick, untick, delete, clearDone, sync, undo, redo, putBack, dismiss
        /// The server accepts from now on what it has refused.
        case accept
    }

    private enum Key: String, CodingKey {
        case add, `import`, edit, tick, untick, delete, clearDone, sync, undo, redo, putBack
        case dismiss, accept, of, there
    }

    let action: Action
    /// Whether it is a step of the item that the completion of the other one has made.
    let isOfNext: Bool
    /// Whether the other device takes it.
    let isThere: Bool

    init(from decoder: any Decoder) throws {
        let step = try decoder.container(keyedBy: Key.self)
        isOfNext = step.contains(.of)
        isThere = step.contains(.there)
        switch step.allKeys.first(where: { ![.of, .there].contains($0) }) {
        case .add: action = .add(try step.decode(ToDoItem.self, forKey: .add))
        case .import: action = .importItems(try step.decode([ToDoItem].self, forKey: .import))
        case .edit: action = .edit(try step.decode(ItemMembers.self, forKey: .edit))
        case .tick: action = .tick
        case .untick: action = .untick
        case .delete: action = .delete
        case .clearDone: action = .clearDone
        case .sync: action = .sync
        case .undo: action = .undo
        case .redo: action = .redo
        case .putBack: action = .putBack
        case .dismiss: action = .dismiss
        case .accept: action = .accept
        case .of, .there, nil:
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: step.codingPath, debugDescription: "no step"))
        }
    }

    /// Performs the step on the one item of a store, or on the one that has come after it.
    func perform(_ store: ToDoItemStore, _ row: ConflictCase, _ world: World) async throws {
        var item: ToDoItem {
            get throws {
                try #require(store.snapshot.items.first { ($0.id == row.next) == isOfNext })
            }
        }
        switch action {
        case .add(let item): try store.add(item)
        case .importItems(let items): try store.importItems(try JSONEncoder().encode(items))
        case .edit(let members): try store.edit(try item.id, members.apply)
        case .tick: try store.check(try item)
        case .untick: try store.uncheck(try item)
        case .delete: try store.delete(try item.id)
        case .clearDone: try store.deleteDone()
        case .sync: try await store.sync()
        case .undo: try store.undo()
        case .redo: try store.redo()
        case .putBack: try store.restore(try #require(store.snapshot.conflicts.last))
        case .dismiss: try store.dismiss(try #require(store.snapshot.conflicts.last))
        case .accept: world.server.refusedTitles = []
        }
    }
}
