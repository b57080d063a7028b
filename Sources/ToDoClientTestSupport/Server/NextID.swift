package import Foundation

extension UUID {
    /// The id of the item that follows from the completion of the one with this id, which was due
    /// then, as on the server: a UUID of version 8 (RFC 9562 §5.8).
    ///
    ///     SHA-256 of  "toodoo/next" 00 │ 16 bytes of the id │ 00 │ 8 bytes of the timestamp
    package func next(after timestamp: Double) -> UUID {
        // -0 is 0.
        let bits = (timestamp + 0).bitPattern
        var bytes = Array("toodoo/next\0".utf8)
        let (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) = uuid
        bytes += [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, 0]
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
        var digest = SHA256.digest(ofShort: bytes)
        digest[6] = digest[6] & 0x0F | 0x80
        digest[8] = digest[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                digest[0], digest[1], digest[2], digest[3], digest[4], digest[5], digest[6],
                digest[7], digest[8], digest[9], digest[10], digest[11], digest[12], digest[13],
                digest[14], digest[15]
            ))
    }
}

/// SHA-256 (FIPS 180-4) of one block.
private enum SHA256 {
    /// The first 16 bytes of the digest of at most 55 bytes.
    static func digest(ofShort bytes: [UInt8]) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: 61 - bytes.count)
        let bits = 8 * bytes.count
        let block = bytes + [0x80] + zeros + [UInt8(bits >> 8), UInt8(bits & 0xFF)]
        var words = (0..<16).map { index in
            block[4 * index..<4 * index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (old, new) = (words[index - 15], words[index - 2])
            let low = rotated(old, 7) ^ rotated(old, 18) ^ old >> 3
            let high = rotated(new, 17) ^ rotated(new, 19) ^ new >> 10
            words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
        }
        let start: [UInt32] = [
            0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
            0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
        ]
        var state = start
        for index in 0..<64 {
            let (a, e) = (state[0], state[4])
            let choice = e & state[5] ^ ~e & state[6]
            let majority = a & state[1] ^ a & state[2] ^ state[1] & state[2]
            let first =
                state[7] &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice
                &+ constants[index] &+ words[index]
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
            state = [first &+ second] + state[0..<3] + [state[3] &+ first] + state[4..<7]
        }
        return (0..<16).map { index in
            let word = start[index / 4] &+ state[index / 4]
            return UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * (index % 4)))
        }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    /// The first bits of the fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
        0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
        0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
        0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
        0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
        0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
        0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
        0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
        0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
