/// A hash of bytes that is the same in every process, unlike Swift's own: FNV-1a with 64 bits.
///
/// For tags of content that the operator controls; it does not resist attacks.
package struct Fingerprint: Equatable, Sendable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// Continues with these bytes.
    package mutating func add(_ bytes: Span<UInt8>) {
        for index in bytes.indices {
            state = (state ^ UInt64(bytes[index])) &* 0x100_0000_01B3
        }
    }

    /// 16 hexadecimal digits.
    package var text: [UInt8] {
        var digits = ByteWriter(capacity: 16)
        digits.append(hexadecimal: state, digits: 16)
        return [UInt8](copying: digits)
    }
}
