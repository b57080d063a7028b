#if canImport(Observation)
public import Foundation
public import Observation

/// All about one item.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class ToDoItemDetailsViewModel {
    /// The item, as last shown.
    public private(set) var item: ToDoItem
    /// Whether the item was deleted; it is still shown.
    public private(set) var isGone = false
    /// The failure of the last check; nil once a check has succeeded.
    public private(set) var error: StoreError?

    private let repository: ToDoItemRepository
    private let formatDate: (Date) -> String

    /// The details of an item as it is now.
    public init(
        item: ToDoItem, repository: ToDoItemRepository,
        formatDate: @escaping (Date) -> String = shortDate
    ) {
        self.item = item
        self.repository = repository
        self.formatDate = formatDate
    }

    /// The title.
    public var title: String { item.title }
    /// The formatted due date; nil if there is none.
    public var date: String? { DueDate.date(item).map(formatDate) }
    /// The name of the location; nil if there is none.
    public var locationName: String? { Self.text(item.location?.name) }
    /// The further text; nil if there is none.
    public var itemDescription: String? { Self.text(item.itemDescription) }
    /// The coordinate for a map; nil if there is none.
    public var coordinate: Coordinate? { item.location?.coordinate }
    /// Whether the item can be checked: it is open and not gone.
    public var canCheck: Bool { !item.done && !isGone }

    private static func text(_ text: String?) -> String? {
        text?.isEmpty == true ? nil : text
    }

    /// Follows the item until the task is cancelled.
    public func activate() async {
        for await snapshot in repository.snapshots() {
            let now = snapshot[item.id]
            isGone = now == nil
            if let now { item = now }
        }
    }

    /// Marks the item as done; does nothing if it cannot be checked.
    public func checkItem() {
        guard canCheck else { return }
        do throws(StoreError) {
            try repository.check(item)
            item.done = true
            error = nil
        } catch {
            self.error = error
        }
    }
}
#endif
