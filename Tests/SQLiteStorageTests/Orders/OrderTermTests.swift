import Items
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A term` {
    @Test func `of a due date sorts as the date does`() {
        let dates = [
            -62_135_596_800.0, -1.5, -1, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 0.1,
            1, 1.5, 1_700_000_000, 253_402_300_799.5,
        ]

        let terms = dates.map { term(timestamp: $0, place: 1) }

        #expect(terms == terms.sorted(by: { $0.lexicographicallyPrecedes($1) }))
        #expect(Set(terms).count == dates.count)
        #expect(term(timestamp: -0.0, place: 1) == term(timestamp: 0, place: 1))
    }

    @Test func `without a due date sorts behind all that have one`() {
        let last = term(timestamp: 253_402_300_799, place: .max)

        #expect(last.lexicographicallyPrecedes(term(timestamp: nil, place: 0)))
    }

    @Test func `of a title sorts by its bytes, and a title before its longer ones`() {
        let titles = ["\u{1}", "A", "Z", "a", "a\u{1}", "a b", "ab", "ä", "😀"]

        let terms = titles.map { term(title: $0, place: 1 << 47) }

        #expect(terms == terms.sorted(by: { $0.lexicographicallyPrecedes($1) }))
    }

    @Test(arguments: [0, 1, 255, 256, 1 << 32, 1 << 48 - 1])
    func `tells the place at its end`(place: Int) {
        let bytes = term(title: "milk", place: place)

        #expect(OrderTerm.place(of: bytes.span) == place)
    }

    @Test(arguments: [-1, Int.min, 1 << 48, Int.max])
    func `is made for a place that no item can have`(place: Int) {
        let bytes = term(title: "milk", place: place)

        #expect([0, 1 << 48 - 1].contains(OrderTerm.place(of: bytes.span)))
    }

    @Test func `of a point sorts from the west to the east in its band`() {
        let longitudes = [-180.0, -0.5, 0, 0.25, 180]

        let terms = [-9_000, -1, 0, 1, 9_000].flatMap { band in
            longitudes.map { longitude in
                var bytes: [UInt8] = []
                OrderTerm.append(band: band, longitude: longitude, to: &bytes)
                return bytes
            }
        }

        #expect(terms == terms.sorted(by: { $0.lexicographicallyPrecedes($1) }))
        #expect(Set(terms).count == 25)
    }

    @Test(arguments: [1e300, -40_000, .nan, -.infinity])
    func `of what is no latitude is one all the same`(latitude: Double) {
        var term: [UInt8] = []

        OrderTerm.append(coordinate: Coordinate(latitude: latitude, longitude: 1), to: &term)

        #expect(term.count == 11)
    }

    @Test func `tells where its item stands in a list`() {
        let positions = [
            ListPosition(.title(Array("milk".utf8)), place: 7),
            ListPosition(.timestamp(-1.5), place: 1),
            ListPosition(.timestamp(1_700_000_000.25), place: 1 << 40),
            ListPosition(.timestamp(nil), place: 3),
        ]
        let terms = [
            term(title: "milk", place: 7), term(timestamp: -1.5, place: 1),
            term(timestamp: 1_700_000_000.25, place: 1 << 40), term(timestamp: nil, place: 3),
        ]

        #expect(terms.map { Self.position($0) } == positions)
        // What is damaged is a position as well.
        for length in 0..<12 { _ = Self.position([UInt8](repeating: 1, count: length)) }
        for length in 0..<12 { _ = Self.position([UInt8](repeating: 2, count: length)) }
    }

    private static func position(_ bytes: [UInt8]) -> ListPosition {
        let term = bytes.span
        return OrderTerm.position(of: term)
    }

    private func term(timestamp: Double?, place: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        OrderTerm.append(timestamp: timestamp, to: &bytes)
        OrderTerm.append(place: place, to: &bytes)
        return bytes
    }

    private func term(title: String, place: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        OrderTerm.append(title: title.utf8.span, to: &bytes)
        OrderTerm.append(place: place, to: &bytes)
        return bytes
    }
}
