public import Foundation

/// The items of a store at one moment.
///
/// A snapshot is a value: later writes do not change it. Holding one costs little, however many
/// items there are.
public struct ToDoItemSnapshot: Sendable {
    /// The open items, in order.
    public let todo: Items
    /// The items that are done, in order.
    public let done: Items
    /// The newest 100 conflicts, the oldest first.
    public let conflicts: [Conflict]
    /// The state of the sync.
    public let status: SyncStatus
    /// The state of the store's file.
    public let file: FileState

    /// What the next undo reverts; empty if there is nothing to undo.
    ///
    /// Changes that other devices have made meanwhile are not looked at: `UndoReport` says what could
    /// not be reverted.
    public var nextUndo: [UndoReport.Change] { undoStep?.changes ?? [] }
    /// What the next redo makes again; empty if there is nothing to redo.
    public var nextRedo: [UndoReport.Change] { redoStep?.repeatedChanges ?? [] }
    /// Whether there is an action to undo.
    public var canUndo: Bool { undoStep != nil }
    /// Whether there is an undone action to redo.
    public var canRedo: Bool { redoStep != nil }

    let rows: SortedChunks<RowByID>
    let unsentIDs: SortedChunks<UnsentID>
    private let undoStep: Step?
    private let redoStep: Step?

    init(
        _ shown: ShownItems, conflicts: [Conflict], status: SyncStatus, file: FileState = .intact,
        undo: Step? = nil, redo: Step? = nil
    ) {
        undoStep = undo
        redoStep = redo
        todo = Items(rows: shown.todo)
        done = Items(rows: shown.done)
        rows = shown.rows
        unsentIDs = shown.unsentIDs
        self.conflicts = conflicts
        self.status = status
        self.file = file
    }

    /// A snapshot of these items in this order, for tests and previews.
    public init(
        _ items: [ToDoItem] = [], conflicts: [Conflict] = [], status: SyncStatus = .idle,
        file: FileState = .intact
    ) {
        let rows = items.enumerated().map { number, item in
            Row(item: item, position: RowPosition(number: number, id: item.id), isUnsent: false)
        }
        self.init(ShownItems(rows), conflicts: conflicts, status: status, file: file)
    }

    /// All items: the open ones, then those that are done.
    public var items: [ToDoItem] { Array(todo) + Array(done) }

    /// The number of items.
    public var count: Int { todo.count + done.count }

    /// The number of items with changes that the server does not have yet, deletions included.
    public var unsent: Int { unsentIDs.count }

    /// The item with an id.
    public subscript(id: ToDoItem.ID) -> ToDoItem? { rows[key: id.key]?.row.item }

    /// The times of an item on the server; nil before the server has it.
    public func times(of id: ToDoItem.ID) -> ItemTimes? {
        rows[key: id.key]?.row.stored.map(ItemTimes.init)
    }

    /// Whether the item, or its deletion, has not reached the server yet.
    public func isUnsent(_ id: ToDoItem.ID) -> Bool { unsentIDs[key: id.key] != nil }
}

extension ToDoItemSnapshot {
    /// Items in order.
    public struct Items: RandomAccessCollection, Sendable {
        let rows: SortedChunks<RowByPosition>

        /// The index of the first item: 0.
        public var startIndex: Int { 0 }
        /// The index after the last item: their number.
        public var endIndex: Int { rows.count }

        /// The item at an index.
        public subscript(index: Int) -> ToDoItem {
            precondition(indices.contains(index), "Index out of bounds")
            return rows[index].row.item
        }

        /// Visits the items in order.
        public func makeIterator() -> Iterator { Iterator(rows: rows.makeIterator()) }

        /// Visits items in order.
        public struct Iterator: IteratorProtocol {
            fileprivate var rows: SortedChunks<RowByPosition>.Iterator

            /// The next item; nil after the last one.
            public mutating func next() -> ToDoItem? { rows.next()?.row.item }
        }
    }
}

/// The id of an item with changes that the server does not have yet.
struct UnsentID: SortedElement {
    let id: UUID
    var sortKey: IDKey { id.key }
}
