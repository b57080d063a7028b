/// The location of an item.
public struct Location: Codable, Hashable, Sendable {
    /// The name of the location; may be empty.
    public var name: String
    /// The coordinate, if known.
    public var coordinate: Coordinate?

    /// A location with a name and, if known, a coordinate.
    public init(name: String, coordinate: Coordinate? = nil) {
        self.name = name
        self.coordinate = coordinate
    }
}

/// A geographic coordinate, in degrees.
public struct Coordinate: Codable, Hashable, Sendable {
    /// Degrees north, from -90 to 90.
    public var latitude: Double
    /// Degrees east, from -180 to 180.
    public var longitude: Double

    /// The coordinate with these degrees.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
