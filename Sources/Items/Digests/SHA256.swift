/// SHA-256 (FIPS 180-4), for fingerprints of bodies and digests of secrets.
///
///     block     64 bytes; the last one is padded: 80 00 … 00, then the length in bits
///     schedule  16 big-endian words of the block, and 48 derived from them
///     state     8 words, mixed with one word of the schedule in each round
///
/// Does not allocate.
package struct SHA256 {
    package static func digest(_ bytes: Span<UInt8>) -> Digest {
        var hash = SHA256()
        let whole = bytes.count / 64 * 64
        for start in stride(from: 0, to: whole, by: 64) {
            hash.mix(bytes.extracting(start..<start + 64))
        }
        let end = padded(bytes.extracting(whole..<bytes.count), of: bytes.count)
        hash.mix(end.span.extracting(0..<64))
        if bytes.count - whole > longestWithLength { hash.mix(end.span.extracting(64..<128)) }
        var words = InlineArray<4, UInt64>(repeating: 0)
        for index in words.indices {
            words[index] = UInt64(hash.state[2 * index]) << 32 | UInt64(hash.state[2 * index + 1])
        }
        return Digest(words)
    }

    /// The most bytes of a block that leave room for 80 and the length.
    private static let longestWithLength = 64 - 1 - 8

    /// The padded last block, and one more if the length does not fit.
    private static func padded(_ rest: Span<UInt8>, of length: Int) -> InlineArray<128, UInt8> {
        var blocks = InlineArray<128, UInt8>(repeating: 0)
        for index in rest.indices { blocks[index] = rest[index] }
        blocks[rest.count] = 0x80
        let end = rest.count > longestWithLength ? 128 : 64
        let bits = UInt64(length) * 8
        for byte in 0..<8 {
            blocks[end - 1 - byte] = UInt8(truncatingIfNeeded: bits >> UInt64(8 * byte))
        }
        return blocks
    }

    private var state: InlineArray<8, UInt32> = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
        0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    private mutating func mix(_ block: Span<UInt8>) {
        var schedule = InlineArray<64, UInt32>(repeating: 0)
        for index in 0..<16 {
            var word: UInt32 = 0
            for byte in 0..<4 { word = word << 8 | UInt32(block[4 * index + byte]) }
            schedule[index] = word
        }
        for index in 16..<64 {
            let (old, new) = (schedule[index - 15], schedule[index - 2])
            let low = old.rotated(7) ^ old.rotated(18) ^ old >> 3
            let high = new.rotated(17) ^ new.rotated(19) ^ new >> 10
            schedule[index] = schedule[index - 16] &+ low &+ schedule[index - 7] &+ high
        }

        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let high = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
            let choice = e & f ^ ~e & g
            let first = h &+ high &+ choice &+ Self.constants[index] &+ schedule[index]
            let low = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
            let majority = a & b ^ a & c ^ b & c
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ low &+ majority)
        }

        let mixed: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
        for index in mixed.indices { state[index] &+= mixed[index] }
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (§4.2.2).
    private static let constants: InlineArray<64, UInt32> = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
        0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
        0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
        0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
        0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
        0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
        0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
        0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

extension UInt32 {
    fileprivate func rotated(_ bits: UInt32) -> UInt32 {
        self &>> bits | self &<< (32 &- bits)
    }
}
