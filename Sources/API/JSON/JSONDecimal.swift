/// A JSON number as `±significand × 10^exponent`, read in one pass.
struct JSONDecimal: ~Escapable {
    /// The number's text, whose grammar has been checked.
    private let text: Span<UInt8>
    private let isNegative: Bool
    /// At most 19 significant digits, without trailing zeros.
    private let significand: UInt64
    /// The power of ten of the last digit in `significand`.
    private let exponent: Int
    /// How many digits `significand` has.
    private let digits: Int
    /// Whether all other digits are zero.
    private let isComplete: Bool

    /// Reads a number whose grammar has been checked.
    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
        isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
        var significand: UInt64 = 0
        var digits = 0
        var isComplete = true
        // Digits are counted from the first one written, so that 0.001 has four.
        var seen = 0
        var beforePoint: Int?
        var lastKept = 0
        var position = isNegative ? 1 : 0
        scan: while position < text.count {
            let byte = text[position]
            position &+= 1
            switch byte {
            case UInt8(ascii: "0"):
                seen &+= 1
            case UInt8(ascii: "1")...UInt8(ascii: "9"):
                seen &+= 1
                let added = significand == 0 ? 1 : seen &- lastKept
                guard digits &+ added <= 19 else {
                    isComplete = false
                    continue
                }
                for _ in 0..<added { significand &*= 10 }
                significand &+= UInt64(byte &- UInt8(ascii: "0"))
                digits &+= added
                lastKept = seen
            case UInt8(ascii: "."):
                beforePoint = seen
            default:
                break scan
            }
        }
        self.significand = significand
        self.digits = digits
        self.isComplete = isComplete
        let power = position < text.count ? Self.power(text, from: position) : 0
        exponent = (beforePoint ?? seen) &- lastKept &+ power
    }

    /// The exponent after `e`. It stops growing at 2^40, far beyond what the digits of the longest
    /// text can compensate and far below overflow.
    private static func power(_ text: Span<UInt8>, from start: Int) -> Int {
        var power = 0
        var position = start
        let isNegative = text[start] == UInt8(ascii: "-")
        if isNegative || text[start] == UInt8(ascii: "+") { position &+= 1 }
        while position < text.count {
            if power < 1 << 40 { power = power * 10 &+ Int(text[position] &- UInt8(ascii: "0")) }
            position &+= 1
        }
        return isNegative ? -power : power
    }

    /// The number if it is an integer that fits.
    func int() -> Int? {
        guard significand != 0 else { return 0 }
        guard isComplete, exponent >= 0, exponent < 20 else { return nil }
        var magnitude = significand
        for _ in 0..<exponent {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            magnitude = product
        }
        // The range has one more negative integer.
        guard isNegative else { return Int(exactly: magnitude) }
        return magnitude <= Int.min.magnitude ? Int(truncatingIfNeeded: 0 &- magnitude) : nil
    }

    /// Whether the number is too large for a finite Double; those below 10^308 never are.
    var overflows: Bool {
        digits &+ exponent > 308 && double().isInfinite
    }

    /// The Double nearest to the number, ties to even; infinite when it is too large.
    func double() -> Double {
        let magnitude: Double
        if significand == 0 || exponent < -400 {
            magnitude = 0
        } else if exponent > 400 {
            magnitude = .infinity
        } else if isComplete, let exact = nearest() {
            magnitude = exact
        } else {
            magnitude = nearestOfText()
        }
        return isNegative ? -magnitude : magnitude
    }

    /// The Double nearest to `significand × 10^exponent`; nil where integer arithmetic cannot
    /// decide.
    private func nearest() -> Double? {
        if significand <= 1 << 53, -22...22 ~= exponent {
            // Both operands are exact, so the one rounding of IEEE 754 is the right one.
            let digits = Double(significand)
            let power = Self.powersOfTen[abs(exponent)]
            return exponent < 0 ? digits / power : digits * power
        }
        guard -19...19 ~= exponent else { return nil }
        var power: UInt64 = 1
        for _ in 0..<abs(exponent) { power &*= 10 }
        if exponent >= 0 {
            let (high, low) = significand.multipliedFullWidth(by: power)
            return Self.round(UInt128(high) << 64 | UInt128(low), isInexact: false)
        }
        // With 64 fraction bits only tiny numbers have too short a quotient.
        let (quotient, remainder) = (UInt128(significand) << 64).quotientAndRemainder(
            dividingBy: UInt128(power))
        guard quotient >> 55 != 0 else { return nil }
        return Self.round(quotient, isInexact: remainder != 0) * 0x1p-64
    }

    /// Rounds an integer to 53 bits; `isInexact` means a dropped fraction between 0 and 1.
    private static func round(_ value: UInt128, isInexact: Bool) -> Double {
        let excess = UInt128.bitWidth - value.leadingZeroBitCount - 55
        guard excess > 0 else { return Double(UInt64(truncatingIfNeeded: value)) }
        // Two bits below the 53 and a sticky bit decide; Double's own rounding does the rest.
        let kept = UInt64(truncatingIfNeeded: value >> UInt128(excess))
        let isSticky = isInexact || value.trailingZeroBitCount < excess
        let rounded = Double(kept << 1 | (isSticky ? 1 : 0))
        return rounded * Double(sign: .plus, exponent: excess - 1, significand: 1)
    }

    /// Every power of ten that a Double holds exactly.
    static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}

extension JSONDecimal {
    /// Significant digits that decide between two Doubles; of the others only whether all are zero.
    /// (The longest midpoint of two Doubles has 767 digits.)
    private static let decisiveDigits = 800

    /// The Double nearest to the number's text, by the standard library.
    private func nearestOfText() -> Double {
        var digits: [UInt8] = []
        var seen = 0
        var beforePoint: Int?
        var first = 0
        var isSticky = false
        var position = isNegative ? 1 : 0
        scan: while position < text.count {
            let byte = text[position]
            position &+= 1
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                seen &+= 1
                if digits.isEmpty, byte == UInt8(ascii: "0") { continue }
                if digits.isEmpty { first = seen }
                if digits.count < Self.decisiveDigits {
                    digits.append(byte)
                } else if byte != UInt8(ascii: "0") {
                    isSticky = true
                }
            case UInt8(ascii: "."):
                beforePoint = seen
            default:
                break scan
            }
        }
        if isSticky { digits.append(UInt8(ascii: "1")) }
        let power = position < text.count ? Self.power(text, from: position) : 0
        let last = (beforePoint ?? seen) - first + 1 - digits.count + power
        digits.append(UInt8(ascii: "e"))
        digits.append(contentsOf: String(last).utf8)
        return Double(String(decoding: digits, as: UTF8.self)) ?? 0
    }
}
