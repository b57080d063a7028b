/// A place in an order by hand: a fractional index in base 62.
///
/// Between any two keys there is another one, so that moving an item writes this item alone. A key
/// is an integer and a fraction. The first letter gives the length of the integer, so keys sort as
/// their bytes do. The scheme is that of the libraries named "fractional indexing".
struct OrderKey: Hashable, Comparable, Sendable {
    let text: String

    /// The digits' values; those of the characters `0-9A-Za-z`, in the order of their bytes.
    private let digits: [UInt8]
    private let integerLength: Int

    /// The key with this text; nil if the server would refuse it.
    init?(_ text: String) {
        var digits: [UInt8] = []
        for character in text.utf8 {
            guard let digit = Self.characters.firstIndex(of: character) else { return nil }
            digits.append(UInt8(digit))
        }
        guard let head = digits.first, let length = Self.integerLength(head),
            digits.count >= length, digits.count == length || digits.last != 0,
            digits != Self.smallestInteger
        else { return nil }
        self.text = text
        self.digits = digits
        integerLength = length
    }

    private init(integer: [UInt8], fraction: [UInt8] = []) {
        // No key is below the smallest integer, so this integer has a fraction always.
        let isSmallest = integer == Self.smallestInteger && fraction.isEmpty
        digits = integer + (isSmallest ? Self.middle([], nil) : fraction)
        integerLength = integer.count
        text = String(decoding: digits.map { Self.characters[Int($0)] }, as: UTF8.self)
    }

    static func < (a: OrderKey, b: OrderKey) -> Bool {
        a.digits.lexicographicallyPrecedes(b.digits)
    }

    /// A key between two others; nil is the end of the order. The first must be the lower one.
    static func between(_ lower: OrderKey?, _ upper: OrderKey?) -> OrderKey {
        guard let lower else { return upper.map(below) ?? OrderKey(integer: [lowestHead + 26, 0]) }
        guard let upper else { return above(lower) }
        precondition(lower < upper, "A key is between a lower and an upper one.")
        if lower.integer == upper.integer {
            return OrderKey(
                integer: lower.integer, fraction: middle(lower.fraction, upper.fraction))
        }
        let next = above(lower)
        return next < upper
            ? next : OrderKey(integer: lower.integer, fraction: middle(lower.fraction, nil))
    }

    /// Keys in ascending order between two others; nil is the end of the order.
    static func keys(
        _ count: Int, between lower: OrderKey?, and upper: OrderKey?
    ) -> [OrderKey] {
        guard count > 0 else { return [] }
        if let lower, let upper {
            // Halves, so that the keys stay short.
            let middle = between(lower, upper)
            return keys(count / 2, between: lower, and: middle) + [middle]
                + keys(count - count / 2 - 1, between: middle, and: upper)
        }
        var keys = [between(lower, upper)]
        if upper == nil {
            while keys.count < count { keys.append(between(keys.last, nil)) }
        } else {
            while keys.count < count { keys.append(between(nil, keys.last)) }
            keys.reverse()
        }
        return keys
    }
}

extension OrderKey {
    private static let characters = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let base: UInt8 = 62
    /// The value of `A`. The letters from here to `Z` begin integers below `a0`.
    private static let lowestHead: UInt8 = 10
    private static let smallestInteger = [lowestHead] + [UInt8](repeating: 0, count: 26)

    private var integer: [UInt8] { Array(digits[..<integerLength]) }
    private var fraction: ArraySlice<UInt8> { digits[integerLength...] }

    /// The length of an integer that begins with this digit: `a` 2 to `z` 27, `Z` 2 to `A` 27.
    private static func integerLength(_ head: UInt8) -> Int? {
        guard head >= lowestHead else { return nil }
        let letter = Int(head - lowestHead)
        return letter < 26 ? 27 - letter : letter - 24
    }

    private static func below(_ key: OrderKey) -> OrderKey {
        if key.integer == smallestInteger {
            return OrderKey(integer: smallestInteger, fraction: middle([], key.fraction))
        }
        if !key.fraction.isEmpty { return OrderKey(integer: key.integer) }
        return OrderKey(integer: neighbour(of: key.integer, atEnd: 0, carry: base - 1))
    }

    private static func above(_ key: OrderKey) -> OrderKey {
        if key.integer == [base - 1] + [UInt8](repeating: base - 1, count: 26) {
            return OrderKey(integer: key.integer, fraction: middle(key.fraction, nil))
        }
        return OrderKey(integer: neighbour(of: key.integer, atEnd: base - 1, carry: 0))
    }

    /// The next integer, or the one before: a digit at the end of its range becomes `carry`, and the
    /// digit before it goes one on.
    private static func neighbour(
        of integer: [UInt8], atEnd end: UInt8, carry: UInt8
    ) -> [UInt8] {
        func next(_ digit: UInt8) -> UInt8 { carry == 0 ? digit + 1 : digit - 1 }
        var digits = integer
        for index in digits.indices.dropFirst().reversed() {
            if digits[index] != end {
                digits[index] = next(digits[index])
                return digits
            }
            digits[index] = carry
        }
        // All digits are at their end: the shortest or longest integer of the next letter.
        let head = next(digits[0])
        guard let length = integerLength(head) else {
            preconditionFailure("The callers handle the first and the last integer.")
        }
        return [head] + [UInt8](repeating: carry, count: length - 1)
    }

    /// A short fraction between two; no upper one is 1. Neither ends in 0.
    private static func middle(
        _ lower: ArraySlice<UInt8>, _ upper: ArraySlice<UInt8>?
    ) -> [UInt8] {
        var (lower, upper) = (lower, upper)
        var result: [UInt8] = []
        while true {
            let (low, high) = (lower.first ?? 0, upper?.first ?? base)
            if high - low > 1 { return result + [(low + high + 1) / 2] }
            if high > low, let upper, upper.count > 1 { return result + [high] }
            result.append(low)
            lower = lower.dropFirst()
            // Below a higher digit, any fraction will do.
            upper = high == low ? upper?.dropFirst() : nil
        }
    }
}
