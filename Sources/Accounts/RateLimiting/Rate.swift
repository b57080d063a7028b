/// So many in so many seconds, and as many of them at once.
package struct Rate: Equatable, Sendable {
    package static let counts = 1...1_000_000

    package let count: Int
    package let seconds: Int

    /// A rate whose numbers are positive.
    package init(_ count: Int, per seconds: Int) {
        precondition(count > 0 && seconds > 0)
        (self.count, self.seconds) = (count, seconds)
    }

    /// A rate as an operator writes it, `10/m` or `2000/s`; `off` is no rate at all.
    package static func read(_ text: String) throws(MalformedRate) -> Rate? {
        if text == "off" { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let seconds = units[String(parts[1])],
            parts[0].utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let count = Int(parts[0]), counts.contains(count)
        else { throw MalformedRate() }
        return Rate(count, per: seconds)
    }

    private static let units = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

    /// How many nanoseconds lie between two, if they come evenly.
    var interval: UInt64 { UInt64(seconds) * 1_000_000_000 / UInt64(count) }
    /// How many of them may be used up ahead of time, which is all of a window.
    var burst: UInt64 { interval * UInt64(count) }
}

extension Rate: CustomStringConvertible {
    /// As an operator writes it.
    package var description: String {
        let unit = Self.units.first { $0.value == seconds }?.key ?? "\(seconds)s"
        return "\(count)/\(unit)"
    }
}

/// A text that is no rate: not a whole number up to a million, `/`, and one of s, m, h and d.
package struct MalformedRate: Error, Equatable, Sendable {
    /// What is wrong is always the same.
    package init() {}
}

/// Whether there is still room in a rate.
package enum RateDecision: Equatable, Sendable {
    case allowed
    /// After so many seconds there is room for one.
    case refused(retryAfterSeconds: Int)
}
