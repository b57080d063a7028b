extension Span<UInt8> {
    /// `qvalue` in thousandths: 0 to 1 with at most three decimals, RFC 9110 §12.4.2; nil for
    /// anything else.
    var weight: Int? {
        guard (1...5).contains(count), self[0] == UInt8(ascii: "0") || self[0] == UInt8(ascii: "1"),
            count < 2 || self[1] == UInt8(ascii: ".")
        else { return nil }
        var sum = Int(self[0] &- UInt8(ascii: "0")) * 1000
        var worth = 100
        for index in 2..<Swift.max(count, 2) {
            guard self[index].isDigit else { return nil }
            sum += Int(self[index] &- UInt8(ascii: "0")) * worth
            worth /= 10
        }
        return sum <= 1000 ? sum : nil
    }
}
