import HTTP
import Items

/// Cursors: opaque to clients, hexadecimal, and bound to their query.
///
///     digest of the query    8 bytes   a cursor of another query is refused
///     sequence               8 bytes
///     key                    the sort key: nothing, a byte for done, 8 bytes of a revision or a
///                            time, the UTF-8 of a title, the key of a position
///
/// The digest does not authenticate: a forged cursor is a position in the owner's own list, which
/// the query shows anyway.
extension ListPosition {
    /// The longest key in bytes: a title.
    private static let keyBytes = 4 * ItemRules.titleCharacters

    /// Parses a cursor of that query; nil if it is malformed or of another query.
    init?(cursor: Span<UInt8>, of query: ItemQuery) {
        guard cursor.count <= 2 * (16 + Self.keyBytes), let bytes = cursor.hexadecimalBytes,
            bytes.count >= 16, bytes[..<8].number == QueryDigest.of(query),
            let sequence = Int(exactly: bytes[8..<16].number),
            let key = Self.key(bytes[16...], in: query.sort)
        else { return nil }
        self.init(key, sequence: sequence)
    }

    func writeCursor(of query: ItemQuery, to field: inout ByteWriter) {
        field.append(hexadecimal: QueryDigest.of(query), digits: 16)
        field.append(hexadecimal: UInt64(sequence), digits: 16)
        switch key {
        case .created, .timestamp(nil), .position(nil): break
        case .done(let done): field.append(done ? "01" : "00")
        case .updated(let revision): field.append(hexadecimal: UInt64(revision), digits: 16)
        case .timestamp(let time?): field.append(hexadecimal: time.bitPattern, digits: 16)
        case .title(let text), .position(let text?):
            for byte in text { field.append(hexadecimal: UInt64(byte), digits: 2) }
        }
    }

    private static func key(_ bytes: ArraySlice<UInt8>, in sort: ItemSort?) -> Key? {
        switch sort?.key {
        case nil: return bytes == [0] ? .done(false) : bytes == [1] ? .done(true) : nil
        case .created: return bytes.isEmpty ? .created : nil
        case .updated:
            guard bytes.count == 8, let revision = Int(exactly: bytes.number) else { return nil }
            return .updated(revision: revision)
        case .timestamp:
            if bytes.isEmpty { return .timestamp(nil) }
            let time = Double(bitPattern: bytes.number)
            return bytes.count == 8 && ItemRules.times.contains(time) ? .timestamp(time) : nil
        case .title:
            let title = Array(bytes)
            let isText = (try? UTF8Span(validating: title.span)) != nil
            return isText && !title.isEmpty && title.count <= keyBytes ? .title(title) : nil
        case .position:
            if bytes.isEmpty { return .position(nil) }
            let isKey = OrderKey(String(decoding: bytes, as: UTF8.self)) != nil
            return isKey ? .position(Array(bytes)) : nil
        }
    }
}

/// A digest of a query: FNV-1a, 64 bits, over all its parts.
struct QueryDigest {
    private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    static func of(_ query: ItemQuery) -> UInt64 {
        var digest = QueryDigest()
        digest.add(query.sort)
        let filter = query.filter
        digest.add(filter.done)
        digest.add(filter.hasLocation)
        digest.add(filter.dueBefore)
        digest.add(filter.dueAfter)
        digest.add(filter.near?.center.latitude)
        digest.add(filter.near?.center.longitude)
        digest.add(filter.near?.radius)
        for word in filter.words?.folded ?? [] {
            for byte in word { digest.add(byte) }
            // Ends the word; words contain no NUL.
            digest.add(0)
        }
        for tag in filter.tags?.folded ?? [] {
            // Begins the tag; tags contain no comma.
            digest.add(UInt8(ascii: ","))
            for byte in tag { digest.add(byte) }
        }
        return digest.hash
    }

    private mutating func add(_ sort: ItemSort?) {
        guard let sort else { return add(UInt8(0)) }
        for byte in sort.key.rawValue.utf8 { add(byte) }
        add(sort.isDescending ? 2 : 1)
    }

    private mutating func add(_ flag: Bool?) {
        add(flag.map { $0 ? UInt8(2) : 1 } ?? 0)
    }

    private mutating func add(_ number: Double?) {
        guard let number else { return add(UInt8(0)) }
        add(1)
        for shift in stride(from: 56, through: 0, by: -8) {
            add(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(shift)))
        }
    }

    mutating func add(_ byte: UInt8) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
}
