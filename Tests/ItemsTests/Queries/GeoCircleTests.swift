import Items
import TestSupport
import Testing

@Suite struct `A circle on the earth` {
    // proves: visible-5
    @Test(arguments: [
        // Metres between points with a known great circle distance: parts of a meridian or the
        // equator.
        (0.0, 0.0, 0.0, 1.0, 111_195.08), (0, 0, 1, 0, 111_195.08), (90, 0, -90, 77, 20_015_114.44),
        (0, 179.5, 0, -179.5, 111_195.08), (89, 0, 89, 180, 222_390.16),
        (0, 0, 0, 180, 20_015_114.44),
        (51.2, 6.8, 51.2, 6.8, 0), (90, 10, 90, -170, 0),
        // Between distant cities: London and New York.
        (51.5074, -0.1278, 40.7128, -74.0060, 5_570_230),
    ])
    func `measures along great circles`(
        latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double,
        metres: Double
    ) {
        let distance = GeoCircle.distance(
            Coordinate(latitude: latitude, longitude: longitude),
            Coordinate(latitude: otherLatitude, longitude: otherLongitude))

        #expect(abs(distance - metres) <= 0.01 + metres * 1e-5)
    }

    // proves: visible-5
    @Test func `contains all of its points in its box`() {
        var random = SplitMix64(seed: 7)
        var inside = 0
        var outside: [(GeoCircle, Coordinate)] = []

        for _ in 0..<50_000 {
            let radius = GeoCircle.radii.upperBound * pow(random.unit, 4)
            let circle = GeoCircle(center: .random(&random), radius: max(radius, 1))
            let point =
                random.chance(50)
                ? Coordinate.random(&random) : circle.center.moved(&random, radius)
            guard circle.contains(point) else { continue }
            inside += 1
            let box = circle.box
            if !box.latitudes.contains(point.latitude)
                || !box.longitudes.contains(where: { $0.contains(point.longitude) })
            {
                outside.append((circle, point))
            }
        }

        #expect(outside.isEmpty, "\(outside.prefix(3))")
        #expect(inside > 5_000)
    }

    @Test(arguments: [
        (0.0, 0.0, 1_000.0, 1), (0, 180, 1_000, 2), (0, -180, 1_000, 2), (0, 179.995, 1_000, 2),
        (90, 0, 1, 1), (-89.999, 5, 1_000, 1), (0, 0, 20_040_000, 1),
    ])
    func `has a box of one part, or of two at the antimeridian`(
        latitude: Double, longitude: Double, radius: Double, parts: Int
    ) {
        let center = Coordinate(latitude: latitude, longitude: longitude)

        let box = GeoCircle(center: center, radius: radius).box

        #expect(box.longitudes.count == parts)
    }

    @Test func `has a small box if it is small`() {
        let box = GeoCircle(center: Coordinate(latitude: 60, longitude: 10), radius: 1_000).box

        #expect(box.latitudes.upperBound - box.latitudes.lowerBound < 0.0185)
        #expect(box.longitudes[0].upperBound - box.longitudes[0].lowerBound < 0.037)
    }
}

private func pow(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
}

extension SplitMix64 {
    fileprivate var unit: Double {
        mutating get { Double.random(in: 0...1, using: &self) }
    }
}

extension Coordinate {
    /// A random point, often at a pole or the antimeridian.
    fileprivate static func random(_ random: inout SplitMix64) -> Coordinate {
        let edges = random.chance(20)
        return Coordinate(
            latitude: edges
                ? [-90, -89.99, 0, 89.99, 90].randomElement(using: &random) ?? 0
                : .random(in: -90...90, using: &random),
            longitude: edges
                ? [-180, -179.99, 0, 179.99, 180].randomElement(using: &random) ?? 0
                : .random(in: -180...180, using: &random))
    }

    /// A point at about this distance in metres.
    fileprivate func moved(_ random: inout SplitMix64, _ metres: Double) -> Coordinate {
        let degrees = metres / 111_195
        let north = latitude + Double.random(in: -degrees...degrees, using: &random)
        var east = longitude + Double.random(in: -degrees...degrees, using: &random)
        if east > 180 { east -= 360 }
        if east < -180 { east += 360 }
        return Coordinate(
            latitude: min(90, max(-90, north)), longitude: min(180, max(-180, east)))
    }
}
