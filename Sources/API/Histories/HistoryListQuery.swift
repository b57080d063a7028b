import HTTP
import Items

/// The lists of a history.
enum HistoryKind: Equatable, Sendable {
    case writes
    case item(ItemID)
    case trash

    var item: ItemID? {
        if case .item(let id) = self { id } else { nil }
    }
}

/// The query of a list of a history.
struct HistoryListQuery: Sendable {
    enum Name: String, CaseIterable {
        case limit
        case cursor
        case q
    }

    private static let mostElements = 100
    private static let defaultElements = 50

    let kind: HistoryKind
    let request: HistoryRequest
    /// The parameters of the request that are repeated in a link, decoded.
    private let limit: Int?
    private let text: String?

    init(
        _ kind: HistoryKind, of owner: Owner, _ request: borrowing Request
    ) throws(Problem) {
        self.kind = kind
        var limit: Int?
        var cursor: [UInt8]?
        var text: String?
        var words: SearchWords?
        try Parameters<Name>.read(request) { (name, value) throws(Problem) in
            switch name {
            case .limit: limit = try value.pageLimit(upTo: Self.mostElements)
            case .cursor: cursor = [UInt8](copying: value)
            case .q:
                guard kind == .trash else {
                    throw .unknownParameter(name.rawValue, nearest: nil)
                }
                let found = try SearchWords.parameter(value)
                (text, words) = (found.text, found.words)
            }
        }
        let query: HistoryQuery =
            switch kind {
            case .writes: .writes
            case .item(let id): .item(id)
            case .trash: .trash(words)
            }
        var position: HistoryPosition?
        if let cursor {
            position = HistoryPosition(cursor: cursor.span, of: query, owner.epoch)
            guard position != nil else {
                throw .badParameter(
                    "cursor", expected: "one that a Link of this list had, with the same parameters"
                )
            }
        }
        self.limit = limit
        self.text = text
        self.request = HistoryRequest(
            query, of: owner, after: position, limit: limit ?? Self.defaultElements)
    }

    /// Writes the link to the page behind a position (RFC 8288).
    func writeNext(after position: HistoryPosition, to field: inout ByteWriter) {
        field.append("<")
        switch kind {
        case .writes: field.append("/history")
        case .item(let id):
            field.append("/items/")
            field.append(uuid: id.high, low: id.low)
            field.append("/history")
        case .trash: field.append("/trash")
        }
        field.append("?cursor=")
        position.writeCursor(of: request.query, request.owner.epoch, to: &field)
        if let limit {
            field.append("&limit=")
            field.append(decimal: limit)
        }
        if let text {
            field.append("&q=")
            field.append(percentEncoding: text.utf8Span.span)
        }
        field.append(">; rel=\"next\"")
    }
}

/// Cursors: opaque to clients, hexadecimal, and bound to their query and the owner's epoch.
///
///     digest of both   8 bytes
///     revision         8 bytes
///     shown            4 bytes
extension HistoryPosition {
    init?(cursor: Span<UInt8>, of query: HistoryQuery, _ epoch: String) {
        guard cursor.count == 40, let bytes = cursor.hexadecimalBytes,
            bytes[..<8].number == QueryDigest.of(query, epoch),
            let revision = Int(exactly: bytes[8..<16].number),
            let shown = Int(exactly: bytes[16...].number)
        else { return nil }
        self.init(revision: revision, shown: shown)
    }

    func writeCursor(
        of query: HistoryQuery, _ epoch: String, to field: inout ByteWriter
    ) {
        field.append(hexadecimal: QueryDigest.of(query, epoch), digits: 16)
        field.append(hexadecimal: UInt64(revision), digits: 16)
        field.append(hexadecimal: UInt64(shown), digits: 8)
    }
}

extension QueryDigest {
    fileprivate static func of(_ query: HistoryQuery, _ epoch: String) -> UInt64 {
        var digest = QueryDigest()
        for byte in epoch.utf8 { digest.add(byte) }
        switch query {
        case .writes: digest.add(1)
        case .item(let id):
            digest.add(2)
            for byte in BigEndian.bytes([id.high, id.low]) { digest.add(byte) }
        case .trash(let words):
            digest.add(3)
            for word in words?.folded ?? [] {
                for byte in word { digest.add(byte) }
                digest.add(0)
            }
        }
        return digest.hash
    }
}
