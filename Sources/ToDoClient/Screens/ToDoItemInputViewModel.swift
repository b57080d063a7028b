#if canImport(Observation)
public import Foundation
public import Observation

/// The form of a new item, or of one that is changed.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class ToDoItemInputViewModel {
    /// The states of the form.
    public enum State: Equatable, Sendable {
        /// The fields are being filled in.
        case editing
        /// The coordinate of the address is being requested.
        case saving
        /// The address is unknown: the user changes it or saves anyway.
        case addressNotFound
        /// The item could not be saved.
        case failed(StoreError)
        /// The item was saved.
        case saved(ToDoItem)
    }

    /// The fields. A change ends the states `addressNotFound` and `failed`.
    public var data = ToDoItemData() {
        didSet {
            guard data != oldValue else { return }
            switch state {
            case .addressNotFound, .failed: state = .editing
            case .editing, .saving, .saved: break
            }
        }
    }
    /// The state of the form.
    public private(set) var state = State.editing
    /// Called once, after saving or cancelling.
    @ObservationIgnored public var onFinish: (() -> Void)?

    /// The item that the form changes, as it was when the form opened; nil for a new one.
    public let original: ToDoItem?

    private let repository: ToDoItemRepository
    private var isFinished = false

    /// An empty form of a new item, whose date is `now` once it is wanted.
    public init(repository: ToDoItemRepository, now: Date = Date()) {
        self.repository = repository
        original = nil
        data.date = now.minute
    }

    /// A form that changes an item. Members that were not changed in the form keep their current
    /// values. Without a due date, it has the date `now` once one is wanted.
    public init(item: ToDoItem, repository: ToDoItemRepository, now: Date = Date()) {
        self.repository = repository
        original = item
        data = ToDoItemData(item)
        if !data.withDate { data.date = now.minute }
    }

    /// Whether the form can be saved: its title is valid.
    public var canSave: Bool {
        switch state {
        case .saving, .saved: false
        case .editing, .addressNotFound, .failed: data.hasValidTitle && !isFinished
        }
    }

    /// Adds or changes the item, with the coordinate of its address.
    ///
    /// An unknown address leads to `addressNotFound`. If the lookup fails, the address is saved as
    /// text. Does nothing without a valid title.
    public func save() async {
        guard canSave else { return }
        guard data.hasAddress else { return write(data, nil) }
        let data = data
        state = .saving
        let coordinate: Coordinate?
        do throws(APIError) {
            coordinate = try await repository.coordinate(
                data.addressString.withoutOuterWhiteSpace)
            guard coordinate != nil || isFinished else {
                state = .addressNotFound
                return
            }
        } catch {
            // No network or no geocoder: the address stays as text.
            coordinate = nil
        }
        // The form may have been cancelled meanwhile.
        guard !isFinished else { return state = .editing }
        write(data, coordinate)
    }

    /// Saves the item without a coordinate.
    public func saveAnyway() {
        guard canSave else { return }
        write(data, nil)
    }

    /// Ends the form without a change.
    public func cancel() {
        finish()
    }

    private func write(_ data: ToDoItemData, _ coordinate: Coordinate?) {
        let item: ToDoItem
        do throws(StoreError) {
            if let original {
                item = data.changing(original, coordinate: coordinate)
                try repository.update(item, original)
            } else {
                item = data.item(coordinate: coordinate)
                try repository.add(item)
            }
        } catch {
            return state = .failed(error)
        }
        state = .saved(item)
        finish()
    }

    private func finish() {
        guard !isFinished else { return }
        isFinished = true
        onFinish?()
    }
}

extension Date {
    /// The beginning of the minute.
    fileprivate var minute: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 / 60).rounded(.down) * 60)
    }
}
#endif
