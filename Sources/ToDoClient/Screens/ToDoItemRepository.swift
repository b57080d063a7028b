public import Foundation

/// The functions of a store and a server that the screens use.
public struct ToDoItemRepository: Sendable {
    /// The items now.
    public var snapshot: @Sendable () -> ToDoItemSnapshot
    /// The items now, then after each change.
    public var snapshots: @Sendable () -> AsyncStream<ToDoItemSnapshot>
    /// Adds a new item.
    public var add: @Sendable (_ item: ToDoItem) throws(StoreError) -> Void
    /// Changes the members in which an item differs from the original.
    public var update: @Sendable (_ item: ToDoItem, _ original: ToDoItem) throws(StoreError) -> Void
    /// Marks an item as done.
    public var check: @Sendable (_ item: ToDoItem) throws(StoreError) -> Void
    /// Marks an item as open.
    public var uncheck: @Sendable (_ item: ToDoItem) throws(StoreError) -> Void
    /// Deletes an item.
    public var delete: @Sendable (_ item: ToDoItem) throws(StoreError) -> Void
    /// Deletes all items.
    public var deleteAll: @Sendable () throws(StoreError) -> Void
    /// Undoes the last action, and reports what was reverted and what was not.
    public var undo: @Sendable () throws(StoreError) -> UndoReport
    /// Repeats the action that was undone last, with such a report.
    public var redo: @Sendable () throws(StoreError) -> UndoReport
    /// Deletes all items that are done.
    public var deleteDone: @Sendable () throws(StoreError) -> Void
    /// Writes the losing value of a conflict again.
    public var restore: @Sendable (_ conflict: Conflict) throws(StoreError) -> Void
    /// Removes a conflict.
    public var dismiss: @Sendable (_ conflict: Conflict) throws(StoreError) -> Void
    /// Adds the items of a save file.
    public var importItems: @Sendable (_ file: Data) throws(StoreError) -> ImportReport
    /// Moves items of a list, so that they stand before another one; nil is the end of the list.
    public var move:
        @Sendable (
            _ ids: [ToDoItem.ID], _ target: ToDoItem.ID?, _ list: [ToDoItem.ID]
        ) throws(StoreError) -> Void
    /// Gives another name to a tag of all items; nil removes it.
    public var renameTag: @Sendable (_ tag: String, _ name: String?) throws(StoreError) -> Void
    /// The coordinate of an address; nil if the address is unknown.
    public var coordinate: @Sendable (_ address: String) async throws(APIError) -> Coordinate?

    /// A repository of these closures; those with a default do nothing.
    public init(
        snapshot: @escaping @Sendable () -> ToDoItemSnapshot,
        snapshots: @escaping @Sendable () -> AsyncStream<ToDoItemSnapshot>,
        add: @escaping @Sendable (_ item: ToDoItem) throws(StoreError) -> Void,
        update:
            @escaping @Sendable (
                _ item: ToDoItem, _ original: ToDoItem
            ) throws(StoreError) -> Void,
        check: @escaping @Sendable (_ item: ToDoItem) throws(StoreError) -> Void,
        uncheck: @escaping @Sendable (_ item: ToDoItem) throws(StoreError) -> Void,
        delete: @escaping @Sendable (_ item: ToDoItem) throws(StoreError) -> Void,
        deleteAll: @escaping @Sendable () throws(StoreError) -> Void,
        undo: @escaping @Sendable () throws(StoreError) -> UndoReport,
        coordinate:
            @escaping @Sendable (
                _ address: String
            ) async throws(APIError) -> Coordinate?,
        redo: @escaping @Sendable () throws(StoreError) -> UndoReport = { UndoReport() },
        deleteDone: @escaping @Sendable () throws(StoreError) -> Void = {},
        restore: @escaping @Sendable (_ conflict: Conflict) throws(StoreError) -> Void = { _ in },
        dismiss: @escaping @Sendable (_ conflict: Conflict) throws(StoreError) -> Void = { _ in },
        importItems:
            @escaping @Sendable (_ file: Data) throws(StoreError) -> ImportReport = { _ in
                ImportReport()
            },
        move:
            @escaping @Sendable (
                _ ids: [ToDoItem.ID], _ target: ToDoItem.ID?, _ list: [ToDoItem.ID]
            ) throws(StoreError) -> Void = { _, _, _ in },
        renameTag:
            @escaping @Sendable (
                _ tag: String, _ name: String?
            ) throws(StoreError) -> Void = { _, _ in }
    ) {
        self.snapshot = snapshot
        self.snapshots = snapshots
        self.add = add
        self.update = update
        self.check = check
        self.uncheck = uncheck
        self.delete = delete
        self.deleteAll = deleteAll
        self.undo = undo
        self.coordinate = coordinate
        self.redo = redo
        self.deleteDone = deleteDone
        self.restore = restore
        self.dismiss = dismiss
        self.importItems = importItems
        self.move = move
        self.renameTag = renameTag
    }

    /// The items of a store, and the coordinates of its server.
    ///
    /// A store without a client can be given one that looks up addresses. Without any, an address
    /// stays text.
    public static func live(_ store: ToDoItemStore, _ client: APIClient? = nil) -> Self {
        ToDoItemRepository(
            snapshot: { store.snapshot },
            snapshots: { store.subscribe() },
            add: { item throws(StoreError) in try store.add(item) },
            update: { item, original throws(StoreError) in
                try store.update(item, from: original)
            },
            check: { item throws(StoreError) in try store.check(item) },
            uncheck: { item throws(StoreError) in try store.uncheck(item) },
            delete: { item throws(StoreError) in try store.delete(item.id) },
            deleteAll: { () throws(StoreError) in try store.deleteAll() },
            undo: { () throws(StoreError) in try store.undoWithReport() },
            coordinate: { address async throws(APIError) in
                // Not the app's own client first: it has no token of the account.
                guard let client = store.client ?? client else {
                    throw .noAnswer(SyncError.noServer)
                }
                return try await client.coordinate(for: address)
            },
            redo: { () throws(StoreError) in try store.redoWithReport() },
            deleteDone: { () throws(StoreError) in try store.deleteDone() },
            restore: { conflict throws(StoreError) in try store.restore(conflict) },
            dismiss: { conflict throws(StoreError) in try store.dismiss(conflict) },
            importItems: { file throws(StoreError) in try store.importItems(file) },
            move: { ids, target, list throws(StoreError) in
                try store.move(ids, before: target, in: list)
            },
            renameTag: { tag, name throws(StoreError) in try store.rename(tag: tag, to: name) })
    }
}
