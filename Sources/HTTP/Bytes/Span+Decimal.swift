extension Span where Element == UInt8 {
    /// The decimal number in its only spelling: without leading zeros.
    package var canonicalDecimal: Int? {
        guard count < 2 || self[0] != UInt8(ascii: "0") else { return nil }
        return decimal
    }

    /// The decimal number; nil unless the bytes are 1 to 18 digits.
    package var decimal: Int? {
        guard count > 0, count <= 18 else { return nil }
        var value = 0
        for index in indices {
            let digit = self[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }
}
