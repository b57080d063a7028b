extension Span where Element == UInt8 {
    /// The number that these bytes are, which has no other spelling: a zero
    /// in front would be a second one.
    package var canonicalDecimal: Int? {
        guard count < 2 || self[0] != UInt8(ascii: "0") else { return nil }
        return decimal
    }

    /// The number that these bytes are, nil unless they are 1 to 18 digits.
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
