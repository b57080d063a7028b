package import HTTP

extension ByteWriter {
    /// Appends the shortest decimal that reads back as exactly the same Double, without allocating.
    ///
    /// Integers below 2^53 have no point; the sign of zero is kept (`-0`). A number that is not
    /// finite, which JSON cannot say, becomes `null`, as in JavaScript.
    package mutating func appendJSON(_ number: Double) {
        guard number.isFinite else { return append("null") }
        let magnitude = number.magnitude
        // Conversions to and fro, as `rounded()` would be a call into libm, which nothing else needs.
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
        let (whole, fraction) = decimal.digits.quotientAndRemainder(dividingBy: decimal.scale)
        append(decimal: whole)
        append(UInt8(ascii: "."))
        // Zeros right behind the point.
        var bound = decimal.scale / 10
        while fraction < bound {
            append(UInt8(ascii: "0"))
            bound /= 10
        }
        append(decimal: fraction)
    }
}

/// A number that 15 digits write exactly: `digits / scale`, `scale` being a power of ten.
private struct ShortDecimal {
    var digits: Int
    var scale: Int

    /// Finds the digits of a number that is not an integer, between 1e-4 and 1e14; nil when 15 are
    /// not enough.
    ///
    /// The scaled number stays below 10^15, so that it is off by less than a quarter when it is
    /// rounded. Both operands of the division are exact then, and IEEE 754 rounds it as a reader
    /// rounds the decimal: if it gives the number back, so will the reader.
    init?(_ number: Double) {
        var scale = 1e15
        var bound = 1.0
        while number >= bound {
            scale /= 10
            bound *= 10
        }
        digits = Int(number * scale + 0.5)
        guard Double(digits) / scale == number else { return nil }
        self.scale = Int(scale)
        strip(100_000_000)
        strip(10000)
        strip(100)
        strip(10)
    }

    /// Drops the zeros at the end that `power` has, if there are so many.
    private mutating func strip(_ power: Int) {
        let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: power)
        guard remainder == 0 else { return }
        digits = quotient
        scale /= power
    }
}
