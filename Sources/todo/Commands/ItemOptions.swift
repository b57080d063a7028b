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
        for member in ToDoItem.Member.allCases { try set(member, of: &item, at: address) }
        return item
    }

    private func set(
        _ member: ToDoItem.Member, of item: inout ToDoItem, at address: Location?
    ) throws(Failure) {
        switch member {
        case .title: if let title = arguments.value("--title") { item.title = title }
        case .itemDescription:
            if arguments.has("--no-note") { item.itemDescription = nil }
            if let note = arguments.value("--note") {
                item.itemDescription = note.isEmpty ? nil : note
            }
        case .timestamp:
            try changeDueDate(of: &item)
            try changeReminder(of: &item)
        case .location:
            if arguments.has("--no-place") { item.location = nil }
            // Another name means another location, whose coordinate is unknown.
            if let name = arguments.value("--place") { item.location = Location(name: name) }
            if let text = arguments.value("--at") {
                guard let coordinate = Coordinate(text) else { throw .notACoordinate(text) }
                item.location = Location(
                    name: item.location?.name ?? "", coordinate: coordinate)
            }
            if let address { item.location = address }
        case .tags:
            if arguments.has("--no-tags") { item.tags = [] }
            guard let tags = try tags("--tag") else { break }
            // Those of the title stay.
            let before = command.name == "add" ? item.tags : []
            item.tags = Tag.unique(before + tags)
        // `todo move`, `todo done` and `todo undone` are commands.
        case .position, .done: break
        }
    }
}

extension ToDoItem.Member {
    /// The options of `todo add` and `todo edit` that set the member.
    var options: [OptionSpec] {
        switch self {
        case .title: [OptionSpec("--title", "TEXT", help: "the title", allowsEmpty: true)]
        case .itemDescription:
            [
                OptionSpec("--note", "TEXT", help: "further text", allowsEmpty: true),
                OptionSpec("--editor", help: "opens the further text in $VISUAL or $EDITOR"),
            ]
        case .timestamp:
            [
                OptionSpec(
                    "--due", "DATE",
                    help: "the due date: tomorrow, friday 18:30, in 3 days, 24 dec, 3d, eom",
                    allowsEmpty: true),
                OptionSpec(
                    "--repeat", "RULE",
                    help: "the rule: every 2 weeks on mon,thu; monthly from done",
                    allowsEmpty: true),
                OptionSpec(
                    "--no-repeat", help: "removes the rule; with add, keeps the title as it is"),
                OptionSpec(
                    "--remind", "TIME",
                    help: "when to be told, before the due date: 30m, 2h, 1d; after it: -9h"),
            ]
        case .location:
            [
                OptionSpec("--place", "NAME", help: "the name of the place", allowsEmpty: true),
                OptionSpec(
                    "--at", "LAT,LON", help: "the coordinate of the place, in degrees",
                    allowsEmpty: true),
                OptionSpec(
                    "--address", "TEXT", help: "the address of the place; the server looks it up",
                    allowsEmpty: true),
            ]
        case .tags:
            [
                OptionSpec(
                    "--tag", "TAG", help: "the tags, with commas between them",
                    completes: TodoCommand.tags, isList: true)
            ]
        case .position, .done: []
        }
    }

    /// The option of `todo edit` that removes the member; nil if there is none.
    var removal: OptionSpec? {
        switch self {
        case .title, .position, .done: nil
        case .itemDescription: OptionSpec("--no-note", help: "removes the further text")
        case .timestamp:
            OptionSpec("--no-due", help: "removes the due date, the rule and the reminder")
        case .location:
            OptionSpec("--no-place", help: "removes the place and its coordinate")
        case .tags: OptionSpec("--no-tags", help: "removes all tags")
        }
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
