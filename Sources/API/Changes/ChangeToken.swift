import HTTP
import Items

/// A position in the changes as text: opaque to clients, the same for pages and events.
///
///     k3f9abcd.44           all up to and with revision 44
///     k3f9abcd.44.17        the same, without the last 17 changes of revision 44
///     k3f9abcd.45.0.5       of a list that began at revision 45: open items up to sequence 5
///     k3f9abcd.45.1.5       the same: all open items, and done ones up to sequence 5
struct ChangeToken {
    let epoch: String
    let position: ChangePosition

    /// The result of parsing a token.
    enum Reading: Equatable {
        case position(ChangePosition)
        /// A token of another owner, or from before a restore.
        case otherEpoch
    }

    private static let longestEpoch = 15

    func write(to bytes: inout ByteWriter) {
        RevisionETag(epoch: epoch, revision: position.revision).write(to: &bytes)
        switch position {
        case .after(revision: _, let rest):
            guard rest > 0 else { return }
            bytes.append(".")
            bytes.append(decimal: rest)
        case .listing(began: _, let done, let sequence):
            bytes.append(done ? ".1." : ".0.")
            bytes.append(decimal: sequence)
        }
    }

    /// Parses a token; nil if it is malformed. Each position has one spelling.
    static func read(_ text: Span<UInt8>, epoch: String) -> Reading? {
        var end = 0
        while end < text.count, text[end].isLetterOrDigit { end += 1 }
        guard (1...longestEpoch).contains(end) else { return nil }
        let isOurs = text.extracting(0..<end).equals(epoch.utf8Span.span)
        guard let revision = number(in: text, behind: &end) else { return nil }
        // A missing number leaves `end` where it is; what follows then fails the check below.
        let second = number(in: text, behind: &end)
        let third = number(in: text, behind: &end)
        guard end == text.count, let position = position(revision, second, third) else {
            return nil
        }
        return isOurs ? .position(position) : .otherEpoch
    }

    private static func position(_ revision: Int, _ second: Int?, _ third: Int?) -> ChangePosition?
    {
        switch (second, third) {
        case (nil, _): .after(revision: revision)
        case (let rest?, nil): rest > 0 ? .after(revision: revision, rest: rest) : nil
        case (let half?, let sequence?):
            // Sequences are below 2³¹.
            half < 2 && sequence < 1 << 31
                ? .listing(began: revision, done: half == 1, sequence: sequence) : nil
        }
    }

    /// The number after the dot at `end`, which moves behind it; nil if there is none.
    private static func number(in text: Span<UInt8>, behind end: inout Int) -> Int? {
        guard end < text.count, text[end] == UInt8(ascii: ".") else { return nil }
        let start = end + 1
        var stop = start
        while stop < text.count, text[stop] != UInt8(ascii: ".") { stop += 1 }
        // Leading zeros would be a second spelling.
        guard let number = text.extracting(start..<stop).canonicalDecimal else { return nil }
        end = stop
        return number
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
