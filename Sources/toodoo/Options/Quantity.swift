/// A whole number as people write it, with a unit or plain: `8080`, `10s`, `64KiB`.
protocol Quantity: Equatable, Sendable {
    /// What may stand behind the digits and how much it is worth, the
    /// largest first; nothing is worth one.
    static var units: [(suffix: String, factor: Int)] { get }
    /// What such a quantity is called in a sentence.
    static var noun: String { get }
    /// What stands for one in the help.
    static var placeholder: String { get }
    /// How to write one, for whoever wrote something else.
    static var hint: String { get }
    /// How many of the smallest unit there are.
    var count: Int { get }

    /// So many of the smallest unit.
    init(count: Int)
}

extension Quantity {
    /// Reads digits and a unit, nil for anything else: no sign, no fraction,
    /// no space, no other spelling.
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

    /// In the largest unit that goes into it, as it can be read again.
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
