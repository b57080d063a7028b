import Items
import Testing

@Suite struct `An epoch` {
    private static let alphabet = Set("abcdefghijkmnpqrstuvwxyz23456789")

    @Test(arguments: [0, 1, 0xFF_FFFF_FFFF, .max, 0x0123_4567_89AB_CDEF] as [UInt64])
    func `is eight letters and digits that are easy to distinguish`(random: UInt64) {
        let epoch = Owner.makeEpoch(random)

        #expect(epoch.utf8.count == 8)
        #expect(Set(epoch).isSubset(of: Self.alphabet))
    }

    @Test func `has 32 characters, each possible at every index`() {
        var seen = [Set<Character>](repeating: [], count: 8)

        for sign in 0..<32 as Range<UInt64> {
            let random = (0..<8 as Range<UInt64>).reduce(0) { $0 | sign << (5 * $1) }
            for (index, letter) in Owner.makeEpoch(random).enumerated() {
                seen[index].insert(letter)
            }
        }

        #expect(seen.allSatisfy { $0 == Self.alphabet })
    }

    @Test func `differs if any of 40 bits does`() {
        let epochs = (0..<40).map { Owner.makeEpoch(1 << UInt64($0)) } + [Owner.makeEpoch(0)]

        #expect(Set(epochs).count == 41)
    }
}
