/// A whole number with an optional unit: `8080`, `10s`, `64KiB`.
protocol Quantity: Equatable, Sendable {
    /// The units' suffixes and factors, the largest first; the empty suffix means plain numbers.
    static var units: [(suffix: String, factor: Int)] { get }
    /// The quantity's name in an error message.
    static var noun: String { get }
    /// The placeholder in the help.
    static var placeholder: String { get }
    /// How to write one, for an error message.
    static var hint: String { get }
    /// The quantity in the smallest unit.
    var count: Int { get }

    /// A quantity in the smallest unit.
    init(count: Int)
}

extension Quantity {
    /// Reads digits and a unit; nil for anything else, such as a sign, a fraction or a space.
    init?(_ text: String) {
        let digits = text.prefix { ("0"..."9").contains($0) }
        let suffix = text.dropFirst(digits.count)
        guard let number = Int(digits),
            let unit = Self.units.first(where: { $0.suffix == suffix })
        else { return nil }
        let (count, isTooMuch) = number.multipliedReportingOverflow(by: unit.factor)
        guard !isTooMuch else { return nil }
        self.init(count: count)
    }

    /// The quantity in the largest unit that divides it, in the notation that `init(_:)` reads.
    var text: String {
        let fitting = Self.units.first {
            $0.factor == 1 || count >= $0.factor && count.isMultiple(of: $0.factor)
        }
        return fitting.map { "\(count / $0.factor)\($0.suffix)" } ?? "\(count)"
    }
}

/// A plain number.
struct Count: Quantity {
    static let units = [(suffix: "", factor: 1)]
    static let noun = "a number"
    static let placeholder = "NUMBER"
    static let hint = ""
    let count: Int
}
