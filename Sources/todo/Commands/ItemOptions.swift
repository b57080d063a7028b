import CommandLine
import Foundation
import ToDoClient

extension Invocation {
    /// The location at the address of the options; nil without one.
    ///
    /// If the server cannot be reached, the address becomes the name of a location without coordinate.
    func addressed() async throws -> Location? {
        let text = arguments.value("--address") ?? ""
        guard
            let address = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .nilIfEmpty
        else { return nil }
        if arguments.has("--at") { throw UsageFailure.exclusiveOptions("--address", "--at") }
        let name = arguments.value("--place") ?? address
        let storeLocation = try storeLocation()
        guard !arguments.has("--offline"), let client = try storeLocation.signedInClient() else {
            return Location(name: name)
        }
        do throws(APIError) {
            if let coordinate = try await client.coordinate(for: address) {
                return Location(name: name, coordinate: coordinate)
            }
        } catch {
            world.terminal.printError(
                "todo: The address is kept as text. \(SyncError(error).advice)\n")
            return Location(name: name)
        }
        throw Failure.notAnAddress(address)
    }

    /// The item with the content of the options.
    func content(of item: ToDoItem, at address: Location?) throws(Failure) -> ToDoItem {
        var item = item
        if let title = arguments.value("--title") { item.title = title }
        try changeDueDate(of: &item)
        if arguments.has("--no-note") { item.itemDescription = nil }
        if let note = arguments.value("--note") {
            item.itemDescription = note.isEmpty ? nil : note
        }
        if arguments.has("--no-place") { item.location = nil }
        // Another name means another location, whose coordinate is unknown.
        if let name = arguments.value("--place") { item.location = Location(name: name) }
        if let text = arguments.value("--at") {
            guard let coordinate = Coordinate(text) else { throw .notACoordinate(text) }
            item.location = Location(name: item.location?.name ?? "", coordinate: coordinate)
        }
        if let address { item.location = address }
        return item
    }
}

extension String {
    fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}

extension Coordinate {
    /// Reads `LAT,LON` in degrees; nil if the text is malformed.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } }
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
