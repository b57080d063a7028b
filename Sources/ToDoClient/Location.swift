/// Where something is to be done.
public struct Location: Codable, Equatable, Sendable {
    /// What people call the place; may be empty.
    public var name: String
    /// Where it is on the map, when that is known.
    public var coordinate: Coordinate?

    /// A place with a name, and a point on the map if there is one.
    public init(name: String, coordinate: Coordinate? = nil) {
        self.name = name
        self.coordinate = coordinate
    }
}

/// A point on the map, in degrees.
public struct Coordinate: Codable, Equatable, Sendable {
    /// Degrees north, from -90 to 90.
    public var latitude: Double
    /// Degrees east, from -180 to 180.
    public var longitude: Double

    /// The point at these degrees.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
