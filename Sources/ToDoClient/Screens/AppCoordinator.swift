#if canImport(Observation)
import Foundation
public import Observation

/// The open screens.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class AppCoordinator {
    /// The list, which is always there.
    public let list: ToDoItemsListViewModel
    /// The details that are open.
    public private(set) var details: ToDoItemDetailsViewModel?
    /// The form that is open.
    public private(set) var input: ToDoItemInputViewModel?

    private let repository: ToDoItemRepository

    /// The screens of a repository; nothing but the list is open.
    public init(repository: ToDoItemRepository) {
        self.repository = repository
        list = ToDoItemsListViewModel(repository: repository)
    }

    /// Shows the list; selecting a row opens its details.
    public func start() {
        details = nil
        input = nil
        list.onSelect = { [weak self] item in self?.selectToDoItem(item) }
    }

    /// Opens the details of an item.
    public func selectToDoItem(_ item: ToDoItem) {
        details = ToDoItemDetailsViewModel(item: item, repository: repository)
    }

    /// Opens an empty form; saving and cancelling close it.
    public func addToDoItem() {
        let input = ToDoItemInputViewModel(repository: repository)
        input.onFinish = { [weak self, weak input] in
            // Not the form that was opened after this one.
            if let self, self.input === input { self.input = nil }
        }
        self.input = input
    }

    /// Closes the form if it is open, otherwise the details.
    ///
    /// The form is cancelled: an item whose address is still being looked up is not added.
    public func dismiss() {
        if let input {
            input.cancel()
            self.input = nil
        } else {
            details = nil
        }
    }
}
#endif
