#if canImport(Observation)
public import Foundation
public import Observation

/// The fields of a new item.
public struct ToDoItemData: Hashable, Sendable {
    /// The title.
    public var title = ""
    /// Whether the item has a due date.
    public var withDate = false
    /// The due date, if it has one.
    public var date = Date(timeIntervalSinceReferenceDate: 0)
    /// Whether the time of the due date counts; if not, the item is due on that day.
    public var withTime = true
    /// The rule by which the item comes back, if it has a due date.
    public var repetition: Repetition?
    /// The further text.
    public var itemDescription = ""
    /// The name of the location.
    public var locationName = ""
    /// The address whose coordinate the location gets.
    public var addressString = ""

    /// Empty fields.
    public init() {}

    /// Whether the title is valid.
    var hasValidTitle: Bool {
        ToDoItem(title: title).faults.isEmpty
    }

    var hasAddress: Bool { !addressString.withoutOuterWhiteSpace.isEmpty }

    /// The item of the fields. A location without a name takes its address as the name.
    func item(coordinate: Coordinate?) -> ToDoItem {
        let hasName = !locationName.withoutOuterWhiteSpace.isEmpty
        let name = hasName ? locationName : addressString.withoutOuterWhiteSpace
        var item = ToDoItem(
            title: title.withoutOuterWhiteSpace,
            itemDescription: itemDescription.isEmpty ? nil : itemDescription,
            timestamp: withDate ? date.timeIntervalSince1970 : nil,
            repetition: withDate ? repetition : nil,
            location: name.isEmpty ? nil : Location(name: name, coordinate: coordinate))
        if withDate, !withTime, let day = DayDate(date) { item.setDay(day) }
        return item
    }
}

/// The form of a new item.
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
        /// The item could not be added.
        case failed(StoreError)
        /// The item was added.
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

    private let repository: ToDoItemRepository
    private var isFinished = false

    /// An empty form.
    public init(repository: ToDoItemRepository) {
        self.repository = repository
    }

    /// Whether the form can be saved: its title is valid.
    public var canSave: Bool {
        switch state {
        case .saving, .saved: false
        case .editing, .addressNotFound, .failed: data.hasValidTitle && !isFinished
        }
    }

    /// Adds the item, with the coordinate of its address.
    ///
    /// An unknown address leads to `addressNotFound`. If the lookup fails, the address is saved as
    /// text. Does nothing without a valid title.
    public func save() async {
        guard canSave else { return }
        guard data.hasAddress else { return add(data.item(coordinate: nil)) }
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
        add(data.item(coordinate: coordinate))
    }

    /// Adds the item without a coordinate.
    public func saveAnyway() {
        guard canSave else { return }
        add(data.item(coordinate: nil))
    }

    /// Ends the form without adding anything.
    public func cancel() {
        finish()
    }

    private func add(_ item: ToDoItem) {
        do throws(StoreError) {
            try repository.add(item)
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
#endif
