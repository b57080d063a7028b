import Items

/// Complete items, in which `null` means the same as absence.
extension BodyDecoder {
    /// Decodes an item of `POST /items`; nil if it has a fault.
    mutating func newItem(_ value: borrowing JSONValue, _ ids: IDGenerator) -> NewItem? {
        let before = faults.count
        let parts = newContent(value)
        return faults.count == before ? item(parts, ids) : nil
    }

    /// The content of an item that is to be created: only a PUT, which may complete one, can have a
    /// rule and be done.
    private mutating func newContent(_ value: borrowing JSONValue) -> Parts {
        let parts = content(value)
        if let content = parts.content, content.done, content.repetition != nil { report(.isDone) }
        return parts
    }

    private func item(_ parts: Parts, _ ids: IDGenerator) -> NewItem? {
        guard let content = parts.content else { return nil }
        guard let id = parts.id else {
            return NewItem(id: ids.next(), hasGeneratedID: true, content: content)
        }
        return NewItem(id: id, content: content)
    }

    /// Decodes an item with a required id; nil if it has a fault.
    mutating func itemWithID(_ value: borrowing JSONValue) -> NewItem? {
        let parts = content(value)
        if value.member("id")?.isNull ?? true { report(.missing, at: "id") }
        guard let id = parts.id, let content = parts.content else { return nil }
        return NewItem(id: id, content: content)
    }

    /// Decodes an array of items with distinct ids; nil if there is a fault.
    mutating func newItems(_ value: borrowing JSONValue, _ ids: IDGenerator) -> [NewItem]? {
        guard value.count <= ItemRules.itemsPerRequest else {
            report(.tooManyItems)
            return nil
        }
        var items: [NewItem] = []
        var seen: Set<ItemID> = []
        var elements = value.elements
        var index = 0
        while let element = elements.next() {
            path.push(index)
            let before = faults.count
            let parts = newContent(element)
            // Reported in addition to other faults of the two items.
            if let id = parts.id, !seen.insert(id).inserted { report(.repeatedID, at: "id") }
            if faults.count == before, let item = item(parts, ids) { items.append(item) }
            path.pop()
            index += 1
        }
        return faults.isEmpty ? items : nil
    }

    /// Decodes the content of the item with that id; nil if there is a fault.
    mutating func replacement(_ value: borrowing JSONValue, for id: ItemID) -> ItemContent? {
        let parts = content(value)
        if let other = parts.id, other != id { report(.otherID, at: "id") }
        return faults.isEmpty ? parts.content : nil
    }
}

extension BodyDecoder {
    /// A whole location; nil when there is none, or it has a fault.
    mutating func location(_ value: borrowing JSONValue) -> Location? {
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
                name = string(value, "name", ItemRules.locationName)
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

    /// Ignores read-only members and refuses unknown ones: a typo must not look like success.
    mutating func ignoreReadOnly(_ member: borrowing JSONMember) {
        switch member.name {
        case "createdAt", "updatedAt", "doneAt", "revision": break
        default: refuseUnknown(member)
        }
    }
}
