import Foundation

/// The items and conflicts to which the numbers in the last printed lists refer.
///
/// A number stands for the id of the item next to which it was printed. So a command never changes
/// a different item because the list has changed since.
struct Numbers: Codable, Equatable, Sendable {
    /// The items with the numbers 1, 2, ….
    var items: [UUID] = [] {
        didSet { numbers = Self.numbers(items) }
    }
    /// The conflicts with the numbers 1, 2, ….
    var conflicts: [UUID] = []
    private var numbers: [UUID: Int] = [:]

    private enum CodingKeys: CodingKey { case items, conflicts }

    /// No numbers.
    init() {}

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let bytes = [UInt8](try members.decode(Data.self, forKey: .items))
        guard bytes.count.isMultiple(of: 16) else {
            throw DecodingError.dataCorruptedError(
                forKey: .items, in: members, debugDescription: "an id is cut off")
        }
        items = stride(from: 0, to: bytes.count, by: 16).map { UUID(bytes[$0..<$0 + 16]) }
        conflicts = try members.decode([UUID].self, forKey: .conflicts)
        numbers = Self.numbers(items)
    }

    // The 16 bytes of each id as one text in base64: 10,000 texts take ten times as long.
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 * items.count)
        for id in items { bytes += id.bytes }
        try members.encode(Data(bytes), forKey: .items)
        try members.encode(conflicts, forKey: .conflicts)
    }

    private static func numbers(_ items: [UUID]) -> [UUID: Int] {
        Dictionary(zip(items, 1...), uniquingKeysWith: { first, _ in first })
    }

    /// The number of an item; nil if it has none.
    func number(of id: UUID) -> Int? { numbers[id] }

    /// Gives numbers to items without one; other numbers stay the same.
    mutating func append(_ ids: some Sequence<UUID>) {
        var known = Set(items)
        items += ids.filter { known.insert($0).inserted }
    }

    /// The ids of the words of a command line, each once.
    func ids(_ words: [String]) throws(Failure) -> [UUID] {
        var ids: [UUID] = []
        var known: Set<UUID> = []
        for word in words { ids += try self.ids(word).filter { known.insert($0).inserted } }
        return ids
    }

    private func ids(_ word: String) throws(Failure) -> [UUID] {
        if let id = UUID(uuidString: word) { return [id] }
        let range = try Self.range(word)
        for number in [range.lowerBound, range.upperBound] where number > items.count {
            throw .noNumber(number, last: items.count)
        }
        return Array(items[(range.lowerBound - 1)...(range.upperBound - 1)])
    }

    /// The numbers in the words of a command line, each once.
    static func numbers(_ words: [String]) throws(Failure) -> [Int] {
        var numbers: [Int] = []
        for word in words {
            let range = try range(word)
            guard range.count <= 10_000 else { throw .notANumber(word) }
            for number in range where !numbers.contains(number) { numbers.append(number) }
        }
        return numbers
    }

    /// A number, or two with a dash between.
    private static func range(_ word: String) throws(Failure) -> ClosedRange<Int> {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        // Int takes a sign too.
        let bounds = parts.compactMap { $0.first?.isNumber == true ? Int($0) : nil }
        guard bounds.count == parts.count, (1...2).contains(bounds.count),
            let first = bounds.first, let last = bounds.last, first > 0, first <= last
        else { throw .notANumber(word) }
        return first...last
    }
}

extension UUID {
    fileprivate var bytes: [UInt8] {
        let (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) = uuid
        return [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
    }

    /// An id of 16 bytes.
    fileprivate init(_ b: ArraySlice<UInt8>) {
        let i = b.startIndex
        self.init(
            uuid: (
                b[i], b[i + 1], b[i + 2], b[i + 3], b[i + 4], b[i + 5], b[i + 6], b[i + 7],
                b[i + 8], b[i + 9], b[i + 10], b[i + 11], b[i + 12], b[i + 13], b[i + 14],
                b[i + 15]
            ))
    }
}
