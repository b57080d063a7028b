import HTTP
import Items

/// The query of `GET /items`.
struct ListQuery {
    /// The names of its own parameters and the parameters of a filter.
    enum Name: Hashable, CaseIterable, RawRepresentable {
        case limit
        case cursor
        case sort
        case filter(FilterParameters.Name)

        static let allCases =
            [.limit, .cursor, .sort] + FilterParameters.Name.allCases.map(Name.filter)

        init?(rawValue: String) {
            guard let name = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
                return nil
            }
            self = name
        }

        var rawValue: String {
            switch self {
            case .limit: "limit"
            case .cursor: "cursor"
            case .sort: "sort"
            case .filter(let name): name.rawValue
            }
        }
    }

    private static let cursorDescription =
        "one that a Link of this list had, with the same parameters"

    /// The maximum number of items of a page; nil for all items.
    private(set) var limit: Int?
    /// The end of the previous page, from the cursor.
    private(set) var position: ListPosition?
    /// The filter and the order.
    private(set) var items = ItemQuery()
    /// The parameters repeated in the link to the next page, decoded.
    private var repeated: [(name: Name, value: [UInt8])] = []

    /// All items in the default order.
    init() {}

    init(_ request: borrowing Request) throws(Problem) {
        var query = self.items
        var limit: Int?
        var cursor: [UInt8]?
        var filter = FilterParameters()
        var repeated: [(name: Name, value: [UInt8])] = []
        try Parameters<Name>.read(request) { (name, value) throws(Problem) in
            switch name {
            case .limit:
                limit = try value.pageLimit()
                return
            case .cursor:
                cursor = [UInt8](copying: value)
                return
            case .sort:
                guard let sort = ItemSort(value) else {
                    let keys = ItemSort.Key.allCases.map(\.rawValue).joined(separator: ", ")
                    throw .badParameter("sort", expected: "one of \(keys), or one after a -")
                }
                query.sort = sort
            case .filter(let name): try filter.take(name, value)
            }
            repeated.append((name: name, value: [UInt8](copying: value)))
        }
        query.filter = try filter.build()
        if let cursor {
            guard limit != nil else {
                throw .badParameter("cursor", expected: "accompanied by limit")
            }
            guard let position = ListPosition(cursor: cursor.span, of: query) else {
                throw .badParameter("cursor", expected: Self.cursorDescription)
            }
            self.position = position
        }
        self.limit = limit
        self.items = query
        self.repeated = repeated
    }

    /// Writes the link to the page behind a position (RFC 8288).
    func writeNext(limit: Int, after position: ListPosition, to field: inout ByteWriter) {
        field.append("</items?limit=")
        field.append(decimal: limit)
        field.append("&cursor=")
        position.writeCursor(of: items, to: &field)
        for (name, value) in repeated {
            field.append("&")
            field.append(text: name.rawValue)
            field.append("=")
            field.append(percentEncoding: value.span)
        }
        field.append(">; rel=\"next\"")
    }
}

extension ItemSort {
    /// Parses an order such as `title` or `-title`.
    fileprivate init?(_ value: Span<UInt8>) {
        let isDescending = value.count > 0 && value[0] == UInt8(ascii: "-")
        let name = value.extracting((isDescending ? 1 : 0)...)
        let key = Key.allCases.first { $0.rawValue.utf8Span.span.equals(name) }
        guard let key else { return nil }
        self.init(key, isDescending: isDescending)
    }
}

extension ByteWriter {
    /// Appends bytes percent-encoded, all but the unreserved ones (RFC 3986 §2.3).
    mutating func append(percentEncoding bytes: Span<UInt8>) {
        for index in bytes.indices {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                append(byte)
            default:
                append("%")
                append(hexadecimal: UInt64(byte), digits: 2)
            }
        }
    }
}
