import Items
import SQLite

/// Finds the few items that a filter may mean, where there are few.
struct PlaceFinder {
    /// More than these are no few: they are found as quickly by walking.
    static let few = 2_000
    /// So many bands are asked one by one; more are asked as one range.
    private static let bandsOneByOne = 200

    let statements: ListStatements
    let owner: Owner

    /// The places of all items that the filter means, and of some others; nil when no index knows them to be few.
    func places(_ filter: ItemFilter) throws(DatabaseError) -> [Int]? {
        if let words = filter.words, let places = try places(with: words) { return places }
        if let box = filter.near?.box, let places = try points(in: box) { return places }
        if filter.asksForTime {
            let (after, before) = (filter.dueAfter ?? -.infinity, filter.dueBefore ?? .infinity)
            let places = try ask(.times) { statement throws(DatabaseError) in
                try statement.bind(after, at: 2)
                try statement.bind(before, at: 3)
            }
            if let places { return places }
        }
        if let done = filter.done {
            let places = try ask(.group) { statement throws(DatabaseError) in
                try statement.bind(done ? 1 : 0, at: 2)
            }
            if let places { return places }
        }
        // Those without a location are seldom few, and no index knows them.
        guard filter.hasLocation == true else { return nil }
        return try ask(.location) { _ throws(DatabaseError) in }
    }

    private func points(in box: Circle.Box) throws(DatabaseError) -> [Int]? {
        // As SQLite's CAST does, toward zero.
        let south = Int(box.latitudes.lowerBound * 100)
        let north = Int(box.latitudes.upperBound * 100)
        guard north - south < Self.bandsOneByOne else {
            return try ask(.bands) { statement throws(DatabaseError) in
                try statement.bind(south, at: 2)
                try statement.bind(north, at: 3)
            }
        }
        var places: [Int] = []
        for band in south...north {
            for longitudes in box.longitudes {
                let more = try ask(.band, atMost: Self.few - places.count) {
                    statement throws(DatabaseError) in
                    try statement.bind(band, at: 2)
                    try statement.bind(longitudes.lowerBound, at: 3)
                    try statement.bind(longitudes.upperBound, at: 4)
                }
                guard let more else { return nil }
                places += more
            }
        }
        return places
    }

    /// The places of a source, nil when there are too many; the limit is the source's last parameter.
    func ask(
        _ source: PlaceSource, atMost limit: Int = few,
        _ bind: (inout Statement) throws(DatabaseError) -> Void
    ) throws(DatabaseError) -> [Int]? {
        try statements.ask(.places(source), of: owner) { statement throws(DatabaseError) in
            try bind(&statement)
            try statement.bind(limit + 1, at: source.limitParameter)
            var places: [Int] = []
            while try statements.session.step(&statement) {
                guard places.count < limit else { return nil }
                places.append(statement.integer(at: 0))
            }
            return places
        }
    }
}

extension PlaceSource {
    fileprivate var limitParameter: Int32 {
        switch self {
        case .unsearchable, .location: 2
        case .group: 3
        case .times, .bands: 4
        case .band: 5
        }
    }
}
