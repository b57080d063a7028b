import Glibc

/// All points of the earth within some metres of one, the earth being a sphere.
package struct GeoCircle: Equatable, Sendable {
    /// The mean radius of the earth in metres (IUGG).
    package static let earthRadius = 6_371_008.8
    /// Every distance there is, and a little more.
    package static let radii = 0.0...20_040_000.0

    package let center: Coordinate
    /// In metres, as the great circle goes.
    package let radius: Double

    /// The points within `radius` metres of a point, those at that distance included.
    package init(center: Coordinate, radius: Double) {
        self.center = center
        self.radius = radius
    }

    /// Whether the point lies within.
    package func contains(_ point: Coordinate) -> Bool {
        Self.distance(center, point) <= radius
    }

    /// The metres between two points, by the haversine formula, which is exact for small distances.
    package static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
        let north = sin(radians(b.latitude - a.latitude) / 2)
        let east = sin(radians(b.longitude - a.longitude) / 2)
        let haversine =
            north * north
            + cos(radians(a.latitude)) * cos(radians(b.latitude)) * east * east
        return 2 * earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// A box that has every point of the circle in it, and not many more.
    package var box: Box {
        // Wider by some metres, so that no rounding leaves a point of the circle outside.
        let slack = 1e-4
        let angle = radius / Self.earthRadius
        let south = center.latitude - Self.degrees(angle) - slack
        let north = center.latitude + Self.degrees(angle) + slack
        let latitudes = max(south, -90)...min(north, 90)
        // Around a pole lies every longitude.
        guard south > -90, north < 90 else {
            return Box(latitudes: latitudes, longitudes: [-180...180])
        }
        let width = Self.degrees(asin(min(1, sin(angle) / cos(Self.radians(center.latitude)))))
        let west = center.longitude - width - slack
        let east = center.longitude + width + slack
        guard east - west < 360 else {
            return Box(latitudes: latitudes, longitudes: [-180...180])
        }
        var longitudes = [max(west, -180)...min(east, 180)]
        // What lies beyond the antimeridian goes on at the other side.
        if west <= -180 { longitudes.append(west + 360...180) }
        if east >= 180 { longitudes.append(-180...east - 360) }
        return Box(latitudes: latitudes, longitudes: longitudes)
    }

    /// A band of latitudes, and one or two parts of it.
    package struct Box: Equatable, Sendable {
        package let latitudes: ClosedRange<Double>
        package let longitudes: [ClosedRange<Double>]
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    private static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}
