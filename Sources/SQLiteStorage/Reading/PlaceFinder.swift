import Items
import SQLite

/// Finds the few items that a filter may mean, where there are few.
struct PlaceFinder {
    /// More than these are no few: they are found as quickly by walking.
    static let few = 2_000
    /// So many bands are asked one by one; more are asked as one range.
    private static let bandsOneByOne = 200

    /// So many terms are passed on the way to the few.
    private static let patience = 16_384
    /// As much as to begin with a band, however few are in it.
    private static let termsForBand = 16

    let statements: ListStatements
    let owner: Owner

    /// The places of all items that the filter means, and of some others;
    /// nil when no index knows them to be few.
    func places(_ filter: ItemFilter) throws(DatabaseError) -> [Int]? {
        if let words = filter.words, let places = try places(with: words) { return places }
        if let box = filter.near?.box, let places = try points(in: box) { return places }
        if filter.asksForTime, let places = try walk(.times(filter)) { return places }
        if let done = filter.done {
            let places = try ask(.group) { statement throws(DatabaseError) in
                try statement.bind(done ? 1 : 0, at: 2)
            }
            if let places { return places }
        }
        // Those without a location are seldom few, and no index knows them.
        guard filter.hasLocation == true else { return nil }
        return try walk(.locations)
    }

    private var orders: RunStatements.Orders {
        get throws(DatabaseError) { try statements.runs.orders(of: owner.key) }
    }

    private func points(in box: Circle.Box) throws(DatabaseError) -> [Int]? {
        let south = OrderTerm.band(of: box.latitudes.lowerBound)
        let north = OrderTerm.band(of: box.latitudes.upperBound)
        let orders = try orders
        let bands = north - south + 1
        var patience = Self.patience
        guard bands <= Self.bandsOneByOne else {
            return try walk(.points(south...north), in: orders, &patience)
        }
        // Where there is little, all around the earth, it is seen sooner at once.
        var little = bands * Self.termsForBand
        if let places = try walk(.points(south...north), in: orders, &little) { return places }

        var places: [Int] = []
        for band in south...north {
            for longitudes in box.longitudes {
                let more = try walk(
                    .points(band, longitudes), in: orders, &patience,
                    atMost: Self.few - places.count)
                guard let more else { return nil }
                places += more
            }
        }
        return places
    }

    private func walk(_ range: TermRange) throws(DatabaseError) -> [Int]? {
        var patience = Self.patience
        return try walk(range, in: orders, &patience)
    }

    /// The places of a range of terms, nil when there are too many.
    private func walk(
        _ range: TermRange, in orders: RunStatements.Orders, _ patience: inout Int,
        atMost limit: Int = few
    ) throws(DatabaseError) -> [Int]? {
        var walk = try TermWalk(range, of: owner.key, in: orders, statements.runs)
        var places: [Int] = []
        while true {
            switch try walk.next(&patience) {
            case .place(let place):
                guard places.count < limit else { return nil }
                places.append(place)
            case .end: return places
            case .tired: return nil
            }
        }
    }

    /// The places of a source, nil when there are too many; the limit is the
    /// source's last parameter.
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
        case .unsearchable: 2
        case .group: 3
        }
    }
}
