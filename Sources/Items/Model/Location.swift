/// The location of an item: a name, and a point on the map if it is known.
package struct Location: Equatable, Sendable {
    package var name: String
    package var coordinate: Coordinate?

    /// A location that has passed `ItemRules`.
    package init(name: String, coordinate: Coordinate? = nil) {
        self.name = name
        self.coordinate = coordinate
    }

    /// Whether both are equal byte for byte.
    package static func == (a: Location, b: Location) -> Bool {
        sameBytes(a.name, b.name) && a.coordinate == b.coordinate
    }
}

/// A point on the map, in degrees.
package struct Coordinate: Equatable, Sendable {
    package var latitude: Double
    package var longitude: Double

    /// A point that has passed `ItemRules`.
    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
