import Items

/// Makes items of JSON, and remembers everything that is wrong with it, not only the first thing.
///
/// Members that the server writes are passed over, so that what was fetched can be sent back. In a
/// whole item `null` means the same as absence.
struct ItemDecoder {
    /// So many faults are told; a body can have more than anyone reads.
    private static let enough = 100
    private static let longName = 200

    private(set) var faults: [Fault] = []
    private var path = JSONPointer()

    /// An item to be added; nil when it has a fault.
    mutating func newItem(_ value: borrowing JSONValue, _ ids: IDs) -> NewItem? {
        let before = faults.count
        let parts = content(value)
        guard faults.count == before, let content = parts.content else { return nil }
        return NewItem(id: parts.id ?? ids.next(), content: content)
    }

    /// The items of an array, all with different ids; nil when there is a fault.
    mutating func newItems(_ value: borrowing JSONValue, _ ids: IDs) -> [NewItem]? {
        guard value.count <= ItemRules.itemsPerRequest else {
            report(.tooManyItems(value.count))
            return nil
        }
        var items: [NewItem] = []
        var seen: Set<ItemID> = []
        var elements = value.elements
        var index = 0
        while let element = elements.next() {
            path.push(index)
            if let item = newItem(element, ids) {
                if !seen.insert(item.id).inserted { report(.repeatedID, at: "id") }
                items.append(item)
            }
            path.pop()
            index += 1
        }
        return faults.isEmpty ? items : nil
    }

    /// The content for the item with that id; nil when there is a fault.
    mutating func replacement(_ value: borrowing JSONValue, for id: ItemID) -> ItemContent? {
        let parts = content(value)
        if let other = parts.id, other != id { report(.otherID, at: "id") }
        return faults.isEmpty ? parts.content : nil
    }

    /// The patch for the item with that id; nil when there is a fault.
    mutating func patch(_ value: borrowing JSONValue, for id: ItemID) -> ItemPatch? {
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return nil
        }
        var patch = ItemPatch()
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "id":
                if let other = itemID(value), other != id { report(.otherID, at: "id") }
            case "title":
                if !refuseNull(value, "title") {
                    patch.title = string(value, "title", ItemRules.title)
                }
            case "itemDescription":
                patch.itemDescription = change(
                    value, string(value, "itemDescription", ItemRules.description))
            case "timestamp":
                patch.timestamp = change(value, number(value, "timestamp", ItemRules.timestamp))
            case "location":
                patch.location = change(value, placePatch(value))
            case "done":
                if !refuseNull(value, "done") { patch.done = bool(value, "done") }
            default: passOver(member)
            }
        }
        return faults.isEmpty ? patch : nil
    }
}

// MARK: - Objects

extension ItemDecoder {
    private mutating func content(
        _ value: borrowing JSONValue
    ) -> (id: ItemID?, content: ItemContent?) {
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"))
            return (nil, nil)
        }
        var id: ItemID?
        var title: String?
        var hasTitle = false
        var content = ItemContent(title: "")
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "id": id = itemID(value)
            case "title":
                hasTitle = !value.isNull
                title = string(value, "title", ItemRules.title)
            case "itemDescription":
                content.itemDescription = string(value, "itemDescription", ItemRules.description)
            case "timestamp":
                content.timestamp = number(value, "timestamp", ItemRules.timestamp)
            case "location": content.location = location(value)
            case "done": content.done = bool(value, "done") ?? false
            default: passOver(member)
            }
        }
        if !hasTitle { report(.missing, at: "title") }
        guard let title else { return (id, nil) }
        content.title = title
        return (id, content)
    }

    private mutating func location(_ value: borrowing JSONValue) -> Location? {
        guard open(value, "location") else { return nil }
        defer { path.pop() }
        var name: String?
        var hasName = false
        var point: Coordinate?
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "name":
                hasName = !value.isNull
                name = string(value, "name", ItemRules.placeName)
            case "coordinate": point = coordinate(value)
            default: refuseUnknown(member)
            }
        }
        if !hasName { report(.missing, at: "name") }
        guard let name else { return nil }
        return Location(name: name, coordinate: point)
    }

    private mutating func coordinate(_ value: borrowing JSONValue) -> Coordinate? {
        guard open(value, "coordinate") else { return nil }
        defer { path.pop() }
        var degrees: (latitude: Double?, longitude: Double?) = (nil, nil)
        var has = (latitude: false, longitude: false)
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "latitude":
                has.latitude = !value.isNull
                degrees.latitude = number(value, "latitude", ItemRules.latitude)
            case "longitude":
                has.longitude = !value.isNull
                degrees.longitude = number(value, "longitude", ItemRules.longitude)
            default: refuseUnknown(member)
            }
        }
        if !has.latitude { report(.missing, at: "latitude") }
        if !has.longitude { report(.missing, at: "longitude") }
        guard let latitude = degrees.latitude, let longitude = degrees.longitude else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private mutating func placePatch(_ value: borrowing JSONValue) -> ItemPatch.Place? {
        guard open(value, "location") else { return nil }
        defer { path.pop() }
        var patch = ItemPatch.Place()
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "name": patch.name = change(value, string(value, "name", ItemRules.placeName))
            case "coordinate": patch.coordinate = change(value, pointPatch(value))
            default: refuseUnknown(member)
            }
        }
        return patch
    }

    private mutating func pointPatch(_ value: borrowing JSONValue) -> ItemPatch.Point? {
        guard open(value, "coordinate") else { return nil }
        defer { path.pop() }
        var patch = ItemPatch.Point()
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "latitude":
                patch.latitude = change(value, number(value, "latitude", ItemRules.latitude))
            case "longitude":
                patch.longitude = change(value, number(value, "longitude", ItemRules.longitude))
            default: refuseUnknown(member)
            }
        }
        return patch
    }

    /// Descends into an object; false when it is none, or null. Whoever gets true pops the path.
    private mutating func open(_ value: borrowing JSONValue, _ name: String) -> Bool {
        guard !value.isNull else { return false }
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"), at: name)
            return false
        }
        path.push(name)
        return true
    }
}

// MARK: - Values

extension ItemDecoder {
    private mutating func itemID(_ value: borrowing JSONValue) -> ItemID? {
        guard !value.isNull else { return nil }
        guard let (high, low) = value.uuid() else {
            report(.notAnID, at: "id")
            return nil
        }
        return ItemID(high: high, low: low)
    }

    private mutating func string(
        _ value: borrowing JSONValue, _ name: String,
        _ rule: (String) throws(ItemFault) -> String
    ) -> String? {
        guard !value.isNull else { return nil }
        guard let text = value.string() else {
            report(.wrongType(expected: "a string"), at: name)
            return nil
        }
        return checked(text, name, rule)
    }

    private mutating func number(
        _ value: borrowing JSONValue, _ name: String,
        _ rule: (Double) throws(ItemFault) -> Double
    ) -> Double? {
        guard !value.isNull else { return nil }
        guard let number = value.double() else {
            report(.wrongType(expected: "a number"), at: name)
            return nil
        }
        return checked(number, name, rule)
    }

    private mutating func bool(_ value: borrowing JSONValue, _ name: String) -> Bool? {
        guard !value.isNull else { return nil }
        guard let bool = value.bool() else {
            report(.wrongType(expected: "true or false"), at: name)
            return nil
        }
        return bool
    }

    private mutating func checked<Value>(
        _ value: Value, _ name: String, _ rule: (Value) throws(ItemFault) -> Value
    ) -> Value? {
        do throws(ItemFault) {
            return try rule(value)
        } catch {
            report(.rule(error), at: name)
            return nil
        }
    }

    /// What a patch does to a member: null clears it, and a value that was refused keeps it.
    private func change<Value>(
        _ value: borrowing JSONValue, _ new: Value?
    ) -> ItemPatch.Change<Value> {
        if value.isNull { return .clear }
        return new.map { .set($0) } ?? .keep
    }

    private mutating func refuseNull(_ value: borrowing JSONValue, _ name: String) -> Bool {
        if value.isNull { report(.notClearable, at: name) }
        return value.isNull
    }

    /// Passes over what the server writes itself; any other member is a mistake and not to look like success.
    private mutating func passOver(_ member: borrowing JSONMember) {
        switch member.name {
        case "createdAt", "updatedAt", "doneAt", "revision": break
        default: refuseUnknown(member)
        }
    }

    private mutating func refuseUnknown(_ member: borrowing JSONMember) {
        let name = member.name.string()
        if name.utf8.count > Self.longName {
            report(.longUnknownName)
        } else {
            report(.unknownMember, at: name)
        }
    }

    private mutating func report(_ reason: Fault.Reason, at name: String? = nil) {
        guard faults.count < Self.enough else { return }
        let pointer = name.map { path.appending($0) } ?? path
        faults.append(Fault(pointer: pointer.description, reason: reason))
    }
}
