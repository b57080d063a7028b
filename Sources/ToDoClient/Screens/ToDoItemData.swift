public import Foundation

/// The fields of an item in a form. Fields without a due date are equal whatever their `date` is.
public struct ToDoItemData: Hashable, Sendable {
    /// The title.
    public var title = ""
    /// Whether the item has a due date.
    public var withDate = false
    /// The due date, if it has one. A form begins with the current one.
    public var date = Date(timeIntervalSinceReferenceDate: 0)
    /// Whether the time of the due date counts; if not, the item is due on that day.
    public var withTime = true
    /// The rule by which the item comes back, if it has a due date.
    public var repetition: Repetition?
    /// The minutes before the due date at which the user wants to be told, if there is one.
    public var remind: Int?
    /// The tags.
    public var tags: [String] = []
    /// The further text.
    public var itemDescription = ""
    /// The name of the location.
    public var locationName = ""
    /// The address whose coordinate the location gets.
    public var addressString = ""

    /// Empty fields.
    public init() {}

    /// The fields of an item; the address is empty.
    public init(_ item: ToDoItem) {
        title = item.title
        if let due = DueDate.date(item) {
            withDate = true
            date = due
            withTime = item.dueDay() == nil
        }
        repetition = item.repetition
        remind = item.remind
        tags = item.tags
        itemDescription = item.itemDescription ?? ""
        locationName = item.location?.name ?? ""
    }

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
            location: name.isEmpty ? nil : Location(name: name, coordinate: coordinate), tags: tags,
            remind: withDate ? remind : nil)
        if withDate, !withTime, let day = DayDate(date) { item.setDay(day) }
        return item
    }

    /// An item with the fields in which these differ from its own. Another name of the location is
    /// another location, whose coordinate is unknown.
    func changing(_ original: ToDoItem, coordinate: Coordinate?) -> ToDoItem {
        let before = ToDoItemData(original)
        let new = item(coordinate: coordinate)
        var item = original
        for member in ToDoItem.Member.allCases where differs(from: before, in: member) {
            item.copy(member, from: new)
        }
        return item
    }

    private func differs(from before: ToDoItemData, in member: ToDoItem.Member) -> Bool {
        switch member {
        case .title: title != before.title
        case .itemDescription: itemDescription != before.itemDescription
        case .timestamp: due != before.due
        case .location: hasAddress || locationName != before.locationName
        case .tags: tags != before.tags
        // A form has no field for them.
        case .position, .done: false
        }
    }

    /// What counts as the due date: the other fields of it matter only with a date.
    private var due: [AnyHashable?] { withDate ? [date, withTime, repetition, remind] : [] }
}

extension ToDoItemData {
    /// Whether all fields are equal that count.
    public static func == (left: ToDoItemData, right: ToDoItemData) -> Bool {
        left.counting == right.counting
    }

    /// Feeds the fields that count.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(counting)
    }

    private var counting: [AnyHashable?] {
        [
            title, withDate, withDate ? date : nil, withTime, repetition, remind, tags,
            itemDescription, locationName, addressString,
        ]
    }
}
