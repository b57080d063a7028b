import Foundation

extension UUID {
    /// The 128 bits as two numbers, which compare faster than the bytes.
    var key: IDKey {
        func number(
            _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8, _ f: UInt8, _ g: UInt8,
            _ h: UInt8
        ) -> UInt64 {
            let upper = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
            let lower = UInt32(e) << 24 | UInt32(f) << 16 | UInt32(g) << 8 | UInt32(h)
            return UInt64(upper) << 32 | UInt64(lower)
        }
        let (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) = uuid
        return IDKey(
            upper: number(a, b, c, d, e, f, g, h), lower: number(i, j, k, l, m, n, o, p))
    }

    init(upper: UInt64, lower: UInt64) {
        func byte(_ value: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: value >> (56 - 8 * index))
        }
        self.init(
            uuid: (
                byte(upper, 0), byte(upper, 1), byte(upper, 2), byte(upper, 3),
                byte(upper, 4), byte(upper, 5), byte(upper, 6), byte(upper, 7),
                byte(lower, 0), byte(lower, 1), byte(lower, 2), byte(lower, 3),
                byte(lower, 4), byte(lower, 5), byte(lower, 6), byte(lower, 7)
            ))
    }
}

/// A UUID for comparison: Foundation's own comparison needs newer systems of Apple.
struct IDKey: Comparable, Hashable, Sendable {
    let upper: UInt64
    let lower: UInt64

    static func < (left: IDKey, right: IDKey) -> Bool {
        left.upper != right.upper ? left.upper < right.upper : left.lower < right.lower
    }
}
