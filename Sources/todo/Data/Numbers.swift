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
        items = try members.decode([UUID].self, forKey: .items)
        conflicts = try members.decode([UUID].self, forKey: .conflicts)
        numbers = Self.numbers(items)
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
        let bounds = parts.compactMap { Int(digits: $0) }
        guard bounds.count == parts.count, (1...2).contains(bounds.count),
            let first = bounds.first, let last = bounds.last, first > 0, first <= last
        else { throw .notANumber(word) }
        return first...last
    }
}
