import Foundation

extension JSONWriter {
    /// The members of an item, with the names of the API.
    mutating func item(_ item: ToDoItem) {
        object { json in json.members(item) }
    }

    mutating func members(_ item: ToDoItem) {
        name("id")
        uuid(item.id)
        name("title")
        string(item.title)
        if let description = item.itemDescription {
            name("itemDescription")
            string(description)
        }
        if let timestamp = item.timestamp {
            name("timestamp")
            double(timestamp)
        }
        optional("day", item.day) { $0.string($1.description) }
        optional("repeat", item.repetition) { $0.repetition($1) }
        if let location = item.location {
            name("location")
            self.location(location)
        }
        name("done")
        bool(item.done)
    }

    /// A location; in a patch a coordinate that was there before must be cleared explicitly.
    mutating func location(_ location: Location, clearing before: Location? = nil) {
        object { json in
            json.name("name")
            json.string(location.name)
            if let coordinate = location.coordinate {
                json.name("coordinate")
                json.object { json in
                    json.name("latitude")
                    json.double(coordinate.latitude)
                    json.name("longitude")
                    json.double(coordinate.longitude)
                }
            } else if before?.coordinate != nil {
                json.name("coordinate")
                json.null()
            }
        }
    }

    mutating func stored(_ stored: ServerItem) {
        object { json in
            json.members(stored.item)
            json.name("createdAt")
            json.double(stored.createdAt)
            json.name("revision")
            json.int(stored.revision)
        }
    }

    mutating func optional<Value>(
        _ name: String, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard let value else { return }
        self.name(name)
        write(&self, value)
    }
}

extension JSONReader {
    /// The members of an item, and those that the server adds.
    private struct Members {
        var id: UUID?
        var title: String?
        var description: String?
        var timestamp: Double?
        var day: DayDate?
        var repetition: Repetition?
        var location: Location?
        var done: Bool?
        var createdAt: Double?
        var revision: Int?

        func item() -> ToDoItem? {
            guard let id, let title, let done else { return nil }
            return ToDoItem(
                id: id, title: title, itemDescription: description, timestamp: timestamp, day: day,
                repetition: repetition, location: location, done: done)
        }
    }

    private mutating func members() throws -> Members {
        var members = Members()
        try object { json, name in
            switch name {
            case "id": members.id = try json.uuid()
            case "title": members.title = try json.string()
            case "itemDescription": members.description = try json.string()
            case "timestamp": members.timestamp = try json.double()
            case "day": members.day = try json.dayDate()
            case "repeat": members.repetition = try json.repetition()
            case "location": members.location = try json.location()
            case "done": members.done = try json.bool()
            case "createdAt": members.createdAt = try json.double()
            case "revision": members.revision = try json.int()
            default: _ = try json.value()
            }
        }
        return members
    }

    mutating func item() throws -> ToDoItem {
        guard let item = try members().item() else { throw malformed }
        return item
    }

    mutating func stored() throws -> ServerItem {
        let members = try members()
        guard let item = members.item(), let createdAt = members.createdAt,
            let revision = members.revision
        else { throw malformed }
        return ServerItem(item: item, createdAt: createdAt, revision: revision)
    }

    private mutating func location() throws -> Location {
        var text: String?
        var coordinate: Coordinate?
        try object { json, name in
            switch name {
            case "name": text = try json.string()
            case "coordinate": coordinate = try json.coordinate()
            default: _ = try json.value()
            }
        }
        guard let text else { throw malformed }
        return Location(name: text, coordinate: coordinate)
    }

    private mutating func coordinate() throws -> Coordinate {
        var latitude: Double?
        var longitude: Double?
        try object { json, name in
            switch name {
            case "latitude": latitude = try json.double()
            case "longitude": longitude = try json.double()
            default: _ = try json.value()
            }
        }
        guard let latitude, let longitude else { throw malformed }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
