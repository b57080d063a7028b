import HTTP
import Items

/// What `GET /items` is asked for.
struct ListQuery {
    /// The parameters it knows.
    enum Name: String, CaseIterable {
        case limit
        case cursor
    }

    /// The items of a page; all of them when it is absent.
    private(set) var limit: Int?
    /// Where the page before ended.
    private(set) var position: ListPosition?

    init(_ request: borrowing Request) throws(Problem) {
        var limit: Int?
        var position: ListPosition?
        try Parameters<Name>.read(request) { (name, value) throws(Problem) in
            switch name {
            case .limit:
                limit = try value.pageLimit()
            case .cursor:
                guard let place = ListPosition(cursor: value) else {
                    throw .badParameter("cursor", expected: "one that a Link of this list had")
                }
                position = place
            }
        }
        if position != nil, limit == nil {
            throw .badParameter("cursor", expected: "accompanied by limit")
        }
        self.limit = limit
        self.position = position
    }
}

/// Cursors are opaque to clients: 16 hexadecimal digits, the lowest bit telling done items from open ones.
extension ListPosition {
    fileprivate init?(cursor: Span<UInt8>) {
        guard cursor.count == 16 else { return nil }
        var bits: UInt64 = 0
        for index in cursor.indices {
            switch cursor[index] {
            case let digit where (0x30...0x39).contains(digit):
                bits = bits << 4 | UInt64(digit - 0x30)
            case let letter where (0x61...0x66).contains(letter):
                bits = bits << 4 | UInt64(letter - 0x61 + 10)
            default: return nil
            }
        }
        self.init(done: bits & 1 == 1, place: Int(bits >> 1))
    }
}

extension ByteWriter {
    /// Appends the link to the next page (RFC 8288).
    mutating func appendNext(limit: Int, after position: ListPosition) {
        append("</items?limit=")
        append(decimal: limit)
        append("&cursor=")
        append(
            hexadecimal: UInt64(bitPattern: Int64(position.place)) << 1 | (position.done ? 1 : 0),
            digits: 16)
        append(">; rel=\"next\"")
    }
}
