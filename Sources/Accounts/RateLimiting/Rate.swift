/// A rate of `count` in `seconds`, with a burst of `count`.
package struct Rate: Equatable, Sendable {
    package static let counts = 1...1_000_000

    package let count: Int
    package let seconds: Int

    /// A rate of positive numbers.
    package init(_ count: Int, per seconds: Int) {
        precondition(count > 0 && seconds > 0)
        (self.count, self.seconds) = (count, seconds)
    }

    /// Parses an operator's rate such as `10/m` or `2000/s`; `off` is nil.
    package static func read(_ text: String) throws(MalformedRate) -> Rate? {
        if text == "off" { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let seconds = units[String(parts[1])],
            parts[0].utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let count = Int(parts[0]), counts.contains(count)
        else { throw MalformedRate() }
        return Rate(count, per: seconds)
    }

    /// The rate with this many times the uses in the same time.
    package func times(_ factor: Int) -> Rate { Rate(count * factor, per: seconds) }

    private static let units = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

    /// Nanoseconds between two evenly spaced uses.
    var interval: UInt64 { UInt64(seconds) * 1_000_000_000 / UInt64(count) }
    /// Nanoseconds that may be used ahead: a whole window.
    var burst: UInt64 { interval * UInt64(count) }
}

extension Rate: CustomStringConvertible {
    /// The rate as an operator writes it.
    package var description: String {
        let unit = Self.units.first { $0.value == seconds }?.key ?? "\(seconds)s"
        return "\(count)/\(unit)"
    }
}

/// A malformed rate: not a whole number up to a million, `/`, and one of s, m, h and d.
package struct MalformedRate: Error, Equatable, Sendable {
    /// Carries no facts: the description above covers all cases.
    package init() {}
}

/// Whether a rate allows a use.
package enum RateDecision: Equatable, Sendable {
    case allowed
    /// Refused; the next use is allowed after these seconds.
    case refused(retryAfterSeconds: Int)
}
