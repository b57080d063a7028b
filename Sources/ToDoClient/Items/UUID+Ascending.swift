public import Foundation

extension UUID {
    /// A new UUID of version 7 (RFC 9562 §5.7) that is greater than all made before in this process.
    ///
    /// It begins with the time in milliseconds. In the same millisecond, or after the clock was set
    /// back, the random part of the last one is increased by a random step.
    public static func ascending() -> UUID {
        last.withLock { last in
            let now = UInt64(max(0, Date().timeIntervalSince1970 * 1_000)) & 0xFFFF_FFFF_FFFF
            var next = AscendingID(
                milliseconds: now, high: .random(in: 0..<0x800), low: .random(in: 0..<1 << 61))
            if next.milliseconds <= last.milliseconds { next = last.next() }
            last = next
            return next.uuid
        }
    }

    private static let last = Locked(AscendingID(milliseconds: 0, high: 0, low: 0))
}

/// The parts of a UUID of version 7.
private struct AscendingID {
    /// 48 bits.
    var milliseconds: UInt64
    /// 12 bits.
    var high: UInt16
    /// 62 bits.
    var low: UInt64

    /// A greater one with a time that is as small as possible.
    func next() -> AscendingID {
        var next = self
        next.low += .random(in: 1..<1 << 32)
        if next.low >> 62 != 0 {
            next.low &= 1 << 62 - 1
            next.high += 1
        }
        if next.high >> 12 != 0 {
            next.high = 0
            next.milliseconds += 1
        }
        return next
    }

    var uuid: UUID {
        UUID(upper: milliseconds << 16 | 0x7000 | UInt64(high), lower: 1 << 63 | low)
    }
}
