import Glibc

/// A circle on the surface of the earth, which is treated as a sphere.
package struct GeoCircle: Equatable, Sendable {
    /// The mean radius of the earth in metres (IUGG).
    package static let earthRadius = 6_371_008.8
    /// The valid radii: up to slightly more than the greatest distance on the earth.
    package static let radii = 0.0...20_040_000.0

    package let center: Coordinate
    /// The radius in metres, along the great circle.
    package let radius: Double

    /// The points within `radius` metres of `center`, inclusive.
    package init(center: Coordinate, radius: Double) {
        self.center = center
        self.radius = radius
    }

    package func contains(_ point: Coordinate) -> Bool {
        Self.distance(center, point) <= radius
    }

    /// The distance of two points in metres, by the haversine formula, which is precise for small
    /// distances.
    package static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
        let north = sin(radians(b.latitude - a.latitude) / 2)
        let east = sin(radians(b.longitude - a.longitude) / 2)
        let haversine =
            north * north
            + cos(radians(a.latitude)) * cos(radians(b.latitude)) * east * east
        return 2 * earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// A bounding box of the circle.
    package var box: Box {
        // A few metres wider, so that rounding excludes no point of the circle.
        let slack = 1e-4
        let angle = radius / Self.earthRadius
        let south = center.latitude - Self.degrees(angle) - slack
        let north = center.latitude + Self.degrees(angle) + slack
        let latitudes = max(south, -90)...min(north, 90)
        // A circle around a pole covers every longitude.
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
        // The part beyond the antimeridian continues on the other side.
        if west <= -180 { longitudes.append(west + 360...180) }
        if east >= 180 { longitudes.append(-180...east - 360) }
        return Box(latitudes: latitudes, longitudes: longitudes)
    }

    /// A range of latitudes, and one or two ranges of longitudes.
    package struct Box: Equatable, Sendable {
        package let latitudes: ClosedRange<Double>
        package let longitudes: [ClosedRange<Double>]
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    private static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}
