#if canImport(Observation)
public import Foundation
public import Observation

/// The list of items: those to do, then those that are done.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class ToDoItemsListViewModel {
    /// The sections of the list, in order.
    public enum Section: CaseIterable, Sendable {
        /// The open items.
        case todo
        /// The items that are done.
        case done
    }

    /// The content of a row.
    public struct Row: Equatable, Identifiable, Sendable {
        /// The id of the item.
        public let id: ToDoItem.ID
        /// The title.
        public let title: String
        /// The formatted due date; nil if there is none.
        public let date: String?
        /// The name of the location; nil if there is none.
        public let locationName: String?
        /// The tags.
        public let tags: [String]
        /// Whether the item is done.
        public let isDone: Bool
        /// Whether the item is open and its due date is over.
        public let isOverdue: Bool
        /// Whether the item comes back when it is done.
        public let repeats: Bool
        /// Whether the server does not have the item as it is shown.
        public let isUnsent: Bool
    }

    /// The shown items; empty before `activate()`.
    public private(set) var snapshot = ToDoItemSnapshot() {
        didSet { shown = [:] }
    }
    /// The order of the open items; a list of one tag is ordered by hand.
    public var order = ListOrder.date {
        didSet { shown = [:] }
    }
    /// The tag of the shown items; nil for all items.
    public var tag: String? {
        didSet { shown = [:] }
    }
    /// The failure of the last action; nil once an action has succeeded.
    public private(set) var error: StoreError?
    /// The result of the last undo or redo; nil after another action.
    public private(set) var lastUndo: UndoReport?
    /// Called with the item of a selected row.
    @ObservationIgnored public var onSelect: ((ToDoItem) -> Void)?

    private let repository: ToDoItemRepository
    private let formatDate: (Date) -> String
    private let now: () -> Date
    /// The items of the sections that were asked for, until something changes them.
    @ObservationIgnored private var shown: [Section: [ToDoItem]] = [:]

    /// A list that shows nothing yet. An item is overdue by the time `now`.
    public init(
        repository: ToDoItemRepository, formatDate: @escaping (Date) -> String = shortDate,
        now: @escaping () -> Date = Date.init
    ) {
        self.repository = repository
        self.formatDate = formatDate
        self.now = now
    }

    /// Shows the items, and each change of them, until the task is cancelled.
    public func activate() async {
        for await snapshot in repository.snapshots() { self.snapshot = snapshot }
    }

    private func items(in section: Section) -> [ToDoItem] {
        // Reads all that they depend on, so that views observe it, also if the items are known.
        let (snapshot, order, tag) = (snapshot, shownOrder, tag)
        if let items = shown[section] { return items }
        let items =
            switch section {
            case .todo: snapshot.todo(in: order, tag: tag)
            case .done: snapshot.done.having(tag)
            }
        shown[section] = items
        return items
    }

    private var shownOrder: ListOrder { tag == nil ? order : .hand }

    /// The tags of all items, with the numbers of items.
    public var tags: [ToDoItemSnapshot.TagCount] { snapshot.tags }

    /// The number of rows in a section.
    public func numberOfRows(in section: Section) -> Int { items(in: section).count }

    /// A row; nil out of bounds.
    public func row(at index: Int, in section: Section) -> Row? {
        item(at: index, in: section).map(row)
    }

    /// The rows of a section, for `ForEach`. A row is made when it is shown.
    public func rows(in section: Section) -> Rows {
        Rows(items: items(in: section), row: row)
    }

    private func row(_ item: ToDoItem) -> Row {
        let name = item.location?.name ?? ""
        return Row(
            id: item.id, title: item.title, date: DueDate.date(item).map(formatDate),
            locationName: name.isEmpty ? nil : name, tags: item.tags, isDone: item.done,
            isOverdue: item.isOverdue(at: now()), repeats: item.repetition != nil && !item.done,
            isUnsent: snapshot.isUnsent(item.id))
    }

    /// The item of a row; nil out of bounds.
    public func item(at index: Int, in section: Section) -> ToDoItem? {
        let items = items(in: section)
        return items.indices.contains(index) ? items[index] : nil
    }

    /// Calls `onSelect` with the item of a row.
    public func select(at index: Int, in section: Section) {
        if let item = item(at: index, in: section) { onSelect?(item) }
    }

    /// Checks an open item, and unchecks one that is done.
    public func toggle(at index: Int, in section: Section) {
        if let item = item(at: index, in: section) { toggle(item.id) }
    }

    /// Deletes an item.
    public func delete(at index: Int, in section: Section) {
        if let item = item(at: index, in: section) { delete(item.id) }
    }

    /// Calls `onSelect` with an item; does nothing if the item no longer exists.
    public func select(_ id: ToDoItem.ID) {
        if let item = snapshot[id] { onSelect?(item) }
    }

    /// Checks an open item, and unchecks one that is done; does nothing if the item no longer
    /// exists.
    public func toggle(_ id: ToDoItem.ID) {
        // Not as it is shown: a toggle just before may not be shown yet.
        guard let item = repository.snapshot()[id] else { return }
        perform { () throws(StoreError) in
            if item.done { try repository.uncheck(item) } else { try repository.check(item) }
        }
    }

    /// Deletes an item; does nothing if the item no longer exists.
    public func delete(_ id: ToDoItem.ID) {
        guard let item = snapshot[id] else { return }
        perform { () throws(StoreError) in try repository.delete(item) }
    }

    /// Moves open items, as the `onMove` of SwiftUI's list calls it.
    ///
    /// They stay among the items that the order sorts by hand: those of the same date without a time.
    public func move(fromOffsets offsets: IndexSet, toOffset offset: Int) {
        let items = items(in: .todo)
        let moved = offsets.filter(items.indices.contains).map { items[$0] }
        guard let first = moved.first else { return }
        let list = shownOrder.neighbours(of: first, in: items).map(\.id)
        let below = Set(items.dropFirst(offset).map(\.id))
        let ids = moved.map(\.id).filter(list.contains)
        guard !ids.isEmpty else { return }
        perform { () throws(StoreError) in
            try repository.move(ids, list.first(where: below.contains), list)
        }
    }

    /// Gives another name to a tag of all items; nil removes it.
    public func rename(tag: String, to name: String?) {
        perform { () throws(StoreError) in try repository.renameTag(tag, name) }
    }

    /// Deletes all items that are done.
    public func deleteDone() {
        perform { () throws(StoreError) in try repository.deleteDone() }
    }

    /// Deletes all items.
    public func deleteAll() {
        perform { () throws(StoreError) in try repository.deleteAll() }
    }

    /// Undoes the last action.
    public func undo() {
        var report: UndoReport?
        perform { () throws(StoreError) in report = try repository.undo() }
        lastUndo = report
    }

    /// Repeats the action that was undone last.
    public func redo() {
        var report: UndoReport?
        perform { () throws(StoreError) in report = try repository.redo() }
        lastUndo = report
    }

    /// Whether there is an action to undo.
    public var canUndo: Bool { snapshot.canUndo }

    /// Whether there is an undone action to redo.
    public var canRedo: Bool { snapshot.canRedo }

    /// What the next undo reverts, for the title of its button.
    public var nextUndo: [UndoReport.Change] { snapshot.nextUndo }

    /// What the next redo makes again.
    public var nextRedo: [UndoReport.Change] { snapshot.nextRedo }

    /// The list «Changed elsewhere», the newest entry first.
    public var conflicts: [Conflict] { snapshot.conflicts.reversed() }

    /// The state of the sync.
    public var status: SyncStatus { snapshot.status }

    /// Puts back what a conflict has replaced.
    public func restore(_ conflict: Conflict) {
        perform { () throws(StoreError) in try repository.restore(conflict) }
    }

    /// Removes a conflict.
    public func dismiss(_ conflict: Conflict) {
        perform { () throws(StoreError) in try repository.dismiss(conflict) }
    }

    private func perform(_ action: () throws(StoreError) -> Void) {
        lastUndo = nil
        do throws(StoreError) {
            try action()
            error = nil
        } catch {
            self.error = error
        }
    }
}
#endif
