package import HTTP

extension ByteWriter {
    /// Appends the shortest decimal that parses to exactly the same Double, without allocating.
    ///
    /// Integers below 2^53 have no point; the sign of zero is kept (`-0`). A number that is not
    /// finite becomes `null`, as in JavaScript.
    package mutating func appendJSON(_ number: Double) {
        guard number.isFinite else { return append("null") }
        let magnitude = number.magnitude
        // Two conversions instead of `rounded()`, which would be a call into libm.
        if magnitude < 0x1p53, magnitude == Double(Int(magnitude)) {
            if number.sign == .minus { append(UInt8(ascii: "-")) }
            return append(decimal: Int(magnitude))
        }
        if magnitude >= 1e-4, magnitude < 1e14, let short = ShortDecimal(magnitude) {
            if number.sign == .minus { append(UInt8(ascii: "-")) }
            return append(short)
        }
        var digits = DigitBuffer()
        number.write(to: &digits)
        append(digits.text)
    }

    private mutating func append(_ decimal: ShortDecimal) {
        let digits = SixteenDigits(decimal.digits)
        let point = 16 &- decimal.decimals
        // One digit stands before the point even when it is zero.
        let first = min(digits.leadingZeros, point &- 1)
        append(lowest: point &- first, of: digits.ascii(from: first))
        append(UInt8(ascii: "."))
        append(lowest: 16 &- digits.trailingZeros &- point, of: digits.ascii(from: point))
    }
}

/// A number of at most 15 significant digits, or of 16 that begin with less than 2.25:
/// `digits / 10^decimals`, with trailing zeros.
private struct ShortDecimal {
    let digits: Int
    let decimals: Int

    /// Finds the digits of a non-integer between 1e-4 and 1e14; nil if they are not enough.
    ///
    /// The scaled number stays below 2^51, so its error is at most a quarter when it is rounded.
    /// Both operands of the division are then exact, and IEEE 754 rounds the quotient as a parser
    /// rounds the decimal: if the division returns the number, so will the parser. Times with
    /// microseconds have 16 digits; with a zero before the point there would be 17.
    init?(_ number: Double) {
        // log10(2) is about 1233/4096: the number of digits before the point, or one too few.
        let bits = Int.bitWidth - Int(number).leadingZeroBitCount
        var whole = (bits &* 1233) >> 12
        if number >= JSONDecimal.powersOfTen[whole] { whole &+= 1 }
        if let digits = Self.digits(of: number, decimals: 15 &- whole) {
            self.digits = digits
            decimals = 15 &- whole
        } else if whole > 0, let digits = Self.digits(of: number, decimals: 16 &- whole) {
            self.digits = digits
            decimals = 16 &- whole
        } else {
            return nil
        }
    }

    private static func digits(of number: Double, decimals: Int) -> Int? {
        let scale = JSONDecimal.powersOfTen[decimals]
        let scaled = number * scale
        guard scaled < 0x1p51 else { return nil }
        let digits = Int(scaled + 0.5)
        return Double(digits) / scale == number ? digits : nil
    }
}

/// An integer below 10^16 in decimal, one digit in each byte, the most significant one lowest.
private struct SixteenDigits {
    private let values: UInt128

    init(_ number: Int) {
        let (high, low) = UInt64(number.magnitude).quotientAndRemainder(dividingBy: 100_000_000)
        values = UInt128(Self.eightDigits(low)) << 64 | UInt128(Self.eightDigits(high))
    }

    var leadingZeros: Int { values.trailingZeroBitCount / 8 }
    var trailingZeros: Int { values.leadingZeroBitCount / 8 }

    /// The digits from `index` on as ASCII.
    func ascii(from index: Int) -> UInt128 {
        let zeros = UInt128(UInt64.repeating(UInt8(ascii: "0")))
        return (values | zeros | zeros << 64) &>> UInt128(truncatingIfNeeded: 8 &* index)
    }

    /// Divides all parts of the word at once: two of 32 bits by 100, then four of 16 bits by 10.
    ///
    /// 10486/2^20 is close enough to 1/100 below 10,000, and 103/2^10 to 1/10 below 100.
    private static func eightDigits(_ number: UInt64) -> UInt64 {
        let (high, low) = number.quotientAndRemainder(dividingBy: 10000)
        let fours = high | low << 32
        let hundreds = ((fours &* 10486) >> 20) & 0x0000_007F_0000_007F
        let pairs = hundreds | (fours &- hundreds &* 100) << 16
        let tens = ((pairs &* 103) >> 10) & 0x000F_000F_000F_000F
        return tens | (pairs &- tens &* 10) << 8
    }
}
