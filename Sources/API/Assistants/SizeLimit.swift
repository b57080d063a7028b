import HTTP
import Items

/// How much of the items' texts a result has, so that all its items take at most 256 KiB of JSON.
///
///     all of it fits            nothing is cut
///     all but descriptions      each description is cut to an equal share of the rest
///     titles and names do not   those are cut as well, and descriptions are left out
///
/// A model's context is small, and the largest items are 64 KiB each.
struct SizeLimit {
    /// The most bytes of items in a result.
    static let most = 256 << 10
    /// An upper bound of the JSON of an item without its members.
    private static let item = 176 + HiddenCharacters.bytes
    /// An upper bound of the length of the note after a cut.
    private static let remark = 64

    /// In bytes of JSON.
    private(set) var description = Int.max
    private(set) var name = Int.max

    /// The limit for these items together.
    init(of items: [ItemExcerpt]) {
        var (others, isShortened) = (2, false)
        for excerpt in items {
            let content = excerpt.item.content
            others += ItemMember.allCases.reduce(Self.item) { $0 + $1.toolBytes(of: content) }
            isShortened = isShortened || excerpt.isShortened
        }
        var rest = Self.most - others
        for excerpt in items where !isShortened && rest >= 0 {
            rest -= excerpt.item.content.itemDescription?.lengthInJSON ?? 0
        }
        guard isShortened || rest < 0 else { return }
        let share = (Self.most - others) / items.count - Self.remark
        description = max(0, share)
        if share < 0 { name = 600 }
    }
}

extension ByteWriter {
    /// Appends items as assistants get them, as a JSON array.
    mutating func append(_ items: [ItemExcerpt], _ limit: SizeLimit) {
        appendJSON(array: items) { body, excerpt in
            body.append(excerpt, limit) {
                $0.append(",\"revision\":\"")
                $0.append(decimal: excerpt.item.revision)
                $0.append("\"")
            }
        }
    }

    /// Appends an item; `version` writes what says which version it is.
    mutating func append(
        _ excerpt: ItemExcerpt, _ limit: SizeLimit, version: (inout ByteWriter) -> Void
    ) {
        append("{\"id\":")
        appendJSON(uuid: excerpt.item.id.high, low: excerpt.item.id.low)
        var hidden = HiddenCharacters()
        for member in ItemMember.allCases { append(member, of: excerpt, limit, &hidden) }
        version(&self)
        if !hidden.first.isEmpty {
            append(",\"hiddenCharacters\":")
            appendJSON(array: hidden.first) { $0.appendJSON("U+" + $1.digits) }
        }
        append("}")
    }
}

extension Unicode.Scalar {
    /// Its number as Unicode writes it: at least four hexadecimal digits.
    fileprivate var digits: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension String {
    /// The bytes of the text in a JSON string, at most.
    var lengthInJSON: Int { utf8Span.span.lengthInJSON }

    /// What a result shows of a title or a name.
    func shown(_ limit: SizeLimit) -> String {
        cut(to: limit.name).map { $0 + "…" } ?? self
    }

    /// The beginning that takes at most `limit` bytes of JSON; nil if all of it does.
    func cut(to limit: Int) -> String? {
        guard limit < .max else { return nil }
        return utf8Span.span.end(ofJSON: limit).map { beginning(atMost: $0) }
    }
}

extension Span where Element == UInt8 {
    /// The bytes of a text in a JSON string, at most.
    fileprivate var lengthInJSON: Int {
        var length = 0
        for index in indices { length += self[index].lengthInJSON }
        return length
    }

    /// How many bytes of a text take at most `limit` bytes of JSON; nil if all of them do.
    fileprivate func end(ofJSON limit: Int) -> Int? {
        var length = 0
        for index in indices {
            length += self[index].lengthInJSON
            if length > limit { return index }
        }
        return nil
    }
}

extension UInt8 {
    /// The bytes of a byte of UTF-8 in a JSON string, at most.
    fileprivate var lengthInJSON: Int {
        switch self {
        case ..<0x20: 6
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): 2
        default: 1
        }
    }
}
