import Items
import SQLite

/// What an order sorts by, as bytes that SQLite and we compare one by one:
/// which order it is, the key, the place.
///
///     1  title, 0     by title; no title has a NUL
///     2  date         by due date
///     3               items without a due date
///     4  band, longitude   by where they are: a hundredth of a degree of latitude, then to the east
///     5               items whose location has no coordinate
///
/// An item has a term in each order that it is in, two or three in all.
enum OrderTerm {
    /// A place takes so many bytes.
    static let placeBytes = 6

    /// The orders that an item can be in.
    enum Order: CaseIterable {
        case title, timestamp, location
    }

    /// Appends the term of an item in an order; false when it is not in it.
    static func append(_ order: Order, of item: ToDoItem, to bytes: inout [UInt8]) -> Bool {
        let content = item.content
        switch order {
        case .title: append(title: content.title.utf8.span, to: &bytes)
        case .timestamp: append(timestamp: content.timestamp, to: &bytes)
        case .location:
            guard let location = content.location else { return false }
            append(coordinate: location.coordinate, to: &bytes)
        }
        append(place: item.place, to: &bytes)
        return true
    }

    /// Appends the term of a row in an order; false when it is not in it.
    static func append(
        _ order: Order, of row: borrowing ItemRow, to bytes: inout [UInt8]
    ) -> Bool {
        switch order {
        case .title: append(title: row.title, to: &bytes)
        case .timestamp: append(timestamp: row.facts.timestamp, to: &bytes)
        case .location:
            guard row.placeName != nil else { return false }
            append(coordinate: row.facts.coordinate, to: &bytes)
        }
        append(place: row.facts.place, to: &bytes)
        return true
    }

    /// Appends the beginning of the terms of a title.
    static func append(title: Span<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(1)
        bytes.append(title)
        bytes.append(0)
    }

    /// Appends the beginning of the terms of a due date, or of those that have none.
    static func append(timestamp: Double?, to bytes: inout [UInt8]) {
        guard let timestamp else { return bytes.append(3) }
        bytes.append(2)
        bytes.append(lowest: 8, of: sorted(timestamp))
    }

    /// Appends the beginning of the terms of a point.
    static func append(band: Int, longitude: Double, to bytes: inout [UInt8]) {
        append(band: band, to: &bytes)
        bytes.append(lowest: 8, of: sorted(longitude))
    }

    /// Appends the beginning of the terms of a band of latitude.
    static func append(band: Int, to bytes: inout [UInt8]) {
        bytes.append(4)
        bytes.append(lowest: 2, of: UInt64(band + 0x8000))
    }

    /// Appends the beginning of the terms of a location, be it a point or only a name.
    static func append(coordinate: Coordinate?, to bytes: inout [UInt8]) {
        guard let coordinate else { return bytes.append(5) }
        append(
            band: band(of: coordinate.latitude), longitude: coordinate.longitude, to: &bytes)
    }

    /// A band is a hundredth of a degree of latitude, a little more than a
    /// kilometre; the two at the equator are one.
    static func band(of latitude: Double) -> Int {
        // What is no latitude is damage, and others say so.
        abs(latitude) <= 90 ? Int(latitude * 100) : 0
    }

    /// Appends the end of a term.
    static func append(place: Int, to bytes: inout [UInt8]) {
        let known = UInt64(clamping: min(place, 1 << (8 * placeBytes) - 1))
        bytes.append(lowest: placeBytes, of: known)
    }

    /// The place at the end of a term.
    static func place(of term: Span<UInt8>) -> Int {
        var place = 0
        for index in max(0, term.count - placeBytes)..<term.count {
            place = place << 8 | Int(term[index])
        }
        return place
    }

    /// The position in its order that a term stands for, by which a list goes on behind it.
    static func position(of term: Span<UInt8>) -> ListPosition {
        let place = place(of: term)
        let end = max(1, term.count - placeBytes)
        switch term.isEmpty ? 0 : term[0] {
        case 1:
            // Without the NUL.
            return ListPosition(.title((1..<max(1, end - 1)).map { term[$0] }), place: place)
        case 2:
            let bits = (1..<end).reduce(0) { $0 << 8 | UInt64(term[$1]) }
            let time = Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)
            return ListPosition(.timestamp(time), place: place)
        default: return ListPosition(.timestamp(nil), place: place)
        }
    }

    /// A number whose order among others is that of the doubles (IEEE 754, section 5.10), but that
    /// there is only one zero.
    private static func sorted(_ number: Double) -> UInt64 {
        let bits = (number + 0).bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }
}
