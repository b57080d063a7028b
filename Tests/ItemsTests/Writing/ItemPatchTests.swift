@testable import Items
import Testing

@Suite struct `A merge patch` {
    private static let home = Location(
        name: "home", coordinate: Coordinate(latitude: 1, longitude: 2))
    private static let full = ItemContent(
        title: "milk", itemDescription: "two", timestamp: 7, location: home, done: true)
    private static let bare = ItemContent(title: "milk")

    @Test(arguments: [full, bare])
    func `without members changes nothing`(content: ItemContent) throws {
        let result = try ItemPatch().applied(to: content)

        #expect(result == content)
    }

    @Test(arguments: [full, bare])
    func `sets the given members`(content: ItemContent) throws {
        var patch = ItemPatch()
        patch.title = "bread"
        patch.itemDescription = .set("")
        patch.timestamp = .set(8)
        patch.done = !content.done

        let result = try patch.applied(to: content)

        let expected = ItemContent(
            title: "bread", itemDescription: "", timestamp: 8, location: content.location,
            done: !content.done)
        #expect(result == expected)
    }

    @Test(arguments: [full, bare])
    func `clears the given members`(content: ItemContent) throws {
        var patch = ItemPatch()
        patch.itemDescription = .clear
        patch.timestamp = .clear
        patch.location = .clear

        let result = try patch.applied(to: content)

        #expect(result == ItemContent(title: "milk", done: content.done))
    }

    @Test func `that takes the due date away takes the reminder with it`() throws {
        let day = CivilDate(days: 1)
        let due = ItemContent(title: "a", timestamp: day.midnight, day: day, remind: 10)
        func remind(_ change: (inout ItemPatch) -> Void) throws -> Int? {
            var patch = ItemPatch()
            change(&patch)
            return try patch.applied(to: due).remind
        }

        #expect(try remind { $0.timestamp = .clear } == nil)
        #expect(try remind { $0.day = .clear } == 10)
        #expect(try remind { ($0.day, $0.timestamp) = (.set(CivilDate(days: 3)), .clear) } == 10)
        #expect(try remind { $0.timestamp = .set(7) } == 10)
        #expect(try remind { $0.remind = .set(0) } == 0)
        #expect(try remind { $0.remind = .clear } == nil)
    }

    @Test func `cannot give a reminder to what is not due`() {
        let faults = [FaultyDueDate.Fault.repeatsWithoutDueDate, .remindsWithoutDueDate]
        var rule = ItemPatch.RepetitionPatch()
        rule.frequency = .set(.daily)
        var reminder = ItemPatch()
        (reminder.timestamp, reminder.remind) = (.clear, .set(10))
        var both = ItemPatch()
        (both.repetition, both.remind) = (.set(rule), .set(10))

        #expect(throws: IncompletePatch(missing: [], dueDate: [faults[1]])) {
            try reminder.applied(to: Self.full)
        }
        #expect(throws: IncompletePatch(missing: [], dueDate: faults)) {
            try both.applied(to: Self.bare)
        }
    }

    /// A patch of the location, the location before it, and the result.
    struct Merge: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: Location?
        let name: ItemPatch.Change<String>
        let coordinate: ItemPatch.Change<ItemPatch.CoordinatePatch>
        let result: Result<Location, IncompletePatch>

        init(
            _ description: String, of old: Location?, name: ItemPatch.Change<String> = .keep,
            coordinate: ItemPatch.Change<ItemPatch.CoordinatePatch> = .keep,
            is location: Location? = nil, lacks missing: ItemPatch.Missing...
        ) {
            testDescription = description
            self.old = old
            self.name = name
            self.coordinate = coordinate
            result = location.map(Result.success) ?? .failure(IncompletePatch(missing: missing))
        }
    }

    private static func point(
        _ latitude: ItemPatch.Change<Double> = .keep, _ longitude: ItemPatch.Change<Double> = .keep
    ) -> ItemPatch.Change<ItemPatch.CoordinatePatch> {
        var point = ItemPatch.CoordinatePatch()
        point.latitude = latitude
        point.longitude = longitude
        return .set(point)
    }

    private static func location(
        _ name: String, _ latitude: Double, _ longitude: Double
    ) -> Location {
        Location(name: name, coordinate: Coordinate(latitude: latitude, longitude: longitude))
    }

    static let merges = [
        Merge("nothing into a location", of: home, is: home),
        Merge("nothing into no location", of: nil, lacks: .locationName),
        Merge("a name into no location", of: nil, name: .set(""), is: Location(name: "")),
        Merge("a name into a location", of: home, name: .set("work"), is: location("work", 1, 2)),
        Merge("no name into a location", of: home, name: .clear, lacks: .locationName),
        Merge("no point into a location", of: home, coordinate: .clear, is: Location(name: "home")),
        Merge(
            "no point into no location", of: nil, name: .set("work"), coordinate: .clear,
            is: Location(name: "work")),
        Merge("an empty point into a point", of: home, coordinate: point(), is: home),
        Merge(
            "an empty point into none", of: Location(name: "home"), coordinate: point(),
            lacks: .latitude, .longitude),
        Merge(
            "a latitude into a point", of: home, coordinate: point(.set(3)),
            is: location("home", 3, 2)
        ),
        Merge(
            "a longitude into a point", of: home, coordinate: point(.keep, .set(3)),
            is: location("home", 1, 3)),
        Merge(
            "a latitude into none", of: Location(name: "home"), coordinate: point(.set(3)),
            lacks: .longitude),
        Merge("no latitude", of: home, coordinate: point(.clear), lacks: .latitude),
        Merge("no longitude", of: home, coordinate: point(.keep, .clear), lacks: .longitude),
        Merge(
            "a whole location into none", of: nil, name: .set("work"),
            coordinate: point(.set(3), .set(4)), is: location("work", 3, 4)),
        Merge(
            "faults everywhere", of: home, name: .clear, coordinate: point(.clear, .clear),
            lacks: .locationName, .latitude, .longitude),
    ]

    @Test(arguments: merges)
    func `merges into the location`(merge: Merge) {
        var location = ItemPatch.LocationPatch()
        location.name = merge.name
        location.coordinate = merge.coordinate
        var patch = ItemPatch()
        patch.location = .set(location)

        let result = Result { () throws(IncompletePatch) in
            try patch.applied(to: ItemContent(title: "milk", location: merge.old))
        }

        #expect(result == merge.result.map { ItemContent(title: "milk", location: $0) })
    }
}
