import Foundation
import ToDoClient

extension Invocation {
    /// The item with what the options say of its content.
    func content(of item: ToDoItem) throws(Failure) -> ToDoItem {
        var item = item
        if let title = arguments.value(of: "--title") { item.title = title }
        if arguments.has("--no-due") { item.timestamp = nil }
        if let text = arguments.value(of: "--due") {
            let words = DateWords(now: world.clock.now(), calendar: world.calendar)
            guard let date = words.date(text) else { throw .notADate(text) }
            item.timestamp = date.timeIntervalSince1970
        }
        if arguments.has("--no-note") { item.itemDescription = nil }
        if let note = arguments.value(of: "--note") {
            item.itemDescription = note.isEmpty ? nil : note
        }
        if arguments.has("--no-place") { item.location = nil }
        // Another place has another coordinate.
        if let name = arguments.value(of: "--place") { item.location = Location(name: name) }
        if let text = arguments.value(of: "--at") {
            guard let coordinate = Coordinate(text) else { throw .notACoordinate(text) }
            item.location = Location(name: item.location?.name ?? "", coordinate: coordinate)
        }
        return item
    }
}

extension Coordinate {
    /// Reads `LAT,LON` in degrees; nil if it is something else.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } }
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
