import Accounts
import TestSupport
import Testing

@Suite struct `A keyed hash` {
    /// Hashes of the bytes 0, 1, 2 … under the key 0…15, from the reference's `vectors_sip128`.
    static let examples: [(length: Int, low: UInt64, high: UInt64)] = [
        (0, 0xe6a8_25ba_047f_81a3, 0x9302_55c7_1472_f66d),
        (1, 0x44af_996b_d8c1_87da, 0x45fc_229b_1159_7634),
        (7, 0x53c1_dbd8_beeb_f1a1, 0x3982_f01f_a64a_b8c0),
        (8, 0x61f5_5862_baa9_623b, 0xb497_14f3_64e2_830f),
        (9, 0xabba_d90a_0699_4426, 0xed71_6dbb_028b_7fc4),
        (15, 0x11a8_b033_99e9_9354, 0xd9c3_cf97_0fec_087e),
        (16, 0xbb54_b067_caa4_e26e, 0x7705_2385_bf15_33fd),
        (63, 0x4a83_502f_77d1_5051, 0x7cbd_3f97_9a06_3e50),
    ]

    @Test(arguments: examples.indices)
    func `matches the reference`(index: Int) {
        let (length, low, high) = Self.examples[index]
        let hash = SipHash(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)

        let bytes = (0..<length).map { UInt8($0) }

        #expect(hash.hash(bytes.span) == TokenHash(low: low, high: high))
    }

    @Test func `differs with the key`() {
        let text = Array("a text".utf8)

        let hashes = (0..<2).map { _ in SipHash.random().hash(text.span) }

        #expect(hashes[0] != hashes[1])
    }

    @Test func `differs if any bit of a text does`() {
        let hash = SipHash.random()
        let text = Array(TokenText.random().revealed.utf8)
        let right = hash.hash(text.span)

        let others = (0..<8 * text.count).map { bit in
            var other = text
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            return hash.hash(other.span)
        }

        #expect(others.allSatisfy { $0.low != right.low && $0.high != right.high })
    }

    @Test(arguments: [(1, 2), (2, 1), (2, 2)] as [(UInt64, UInt64)])
    func `is equal only if both words are`(low: UInt64, high: UInt64) {
        #expect(TokenHash(low: low, high: high) != TokenHash(low: 1, high: 1))
        #expect(TokenHash(low: low, high: high) == TokenHash(low: low, high: high))
    }

    @Test func `does not allocate`() {
        let hash = SipHash.random()
        let text = Array(TokenText.random().revealed.utf8)
        var found = TokenHash(low: 0, high: 0)

        let count = allocations { found = hash.hash(text.span) }

        #expect(count == 0)
        #expect(found == hash.hash(text.span))
    }
}
