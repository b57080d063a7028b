#if canImport(Observation)
import Foundation
public import Observation

/// The open screens.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class AppCoordinator {
    /// The list, which is always there.
    public let list: ToDoItemsListViewModel
    /// The details that are open, for `.sheet(item:)`; nil closes them.
    public var details: ToDoItemDetailsViewModel?
    /// The form that is open, for `.sheet(item:)`; nil cancels and closes it.
    public var input: ToDoItemInputViewModel? {
        didSet {
            if input !== oldValue { oldValue?.cancel() }
        }
    }

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
        open(ToDoItemInputViewModel(repository: repository))
    }

    /// Opens a form that changes an item; saving and cancelling close it.
    public func editToDoItem(_ item: ToDoItem) {
        open(ToDoItemInputViewModel(item: item, repository: repository))
    }

    private func open(_ input: ToDoItemInputViewModel) {
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
        if input != nil {
            input = nil
        } else {
            details = nil
        }
    }
}
#endif
