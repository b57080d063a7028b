import Items
import Testing

@Suite struct `An id of version 7` {
    // RFC 9562 §5.7 and §6.2, method 3: 48 bits of milliseconds, 4 of version, 12 of a fraction in
    // 1/4096 milliseconds, 2 of variant, 62 random.
    // proves: stored-2
    @Test(arguments: [
        (
            1_645_557_742.5 as Double, 0x18C4_DC0C_0C07_398F as UInt64,
            0x017F_22E2_7BA4_7000 as UInt64, 0x98C4_DC0C_0C07_398F as UInt64
        ),
        (0, 0, 0x7000, 0x8000_0000_0000_0000),
        (0.000_999_999, .max, 0x7FFF, 0xBFFF_FFFF_FFFF_FFFF),
        (0.000_5, 1, 0x7800, 0x8000_0000_0000_0001),
        (281_474_976_710.5, 0, 0xFFFF_FFFF_FF64_7000, 0x8000_0000_0000_0000),
    ])
    func `has the layout of the RFC`(time: Double, random: UInt64, high: UInt64, low: UInt64) {
        let id = ItemID.version7(time: time, random: random)

        #expect(id == ItemID(high: high, low: low))
    }

    @Test(arguments: [(0.041, 0.042), (1_700_000_000.000_001, 1_700_000_000.000_002)])
    func `is ordered by its time`(first: Double, second: Double) {
        let earlier = ItemID.version7(time: first, random: .max)
        let later = ItemID.version7(time: second, random: 0)

        #expect(earlier < later)
    }

    @Test func `contains the time of the clock`() {
        let ids = IDGenerator.version7(.constant(1_645_557_742.5))

        let id = ids.next()

        #expect(id.high >> 16 == 1_645_557_742_500)
        #expect(id.high >> 12 & 0xF == 7)
        #expect(id.low >> 62 == 0b10)
    }

    @Test func `from a clock before 1970 has the time zero`() {
        let id = IDGenerator.version7(.constant(-5)).next()

        #expect(id.high >> 16 == 0)
    }

    // proves: stored-2
    @Test func `is unique`() {
        let ids = IDGenerator.version7(.constant(1))

        let made = Set((0..<10_000).map { _ in ids.next() })

        #expect(made.count == 10_000)
    }
}

@Suite struct `Item ids` {
    @Test func `are in the order of their bytes`() {
        let sorted = [
            ItemID(high: 0, low: 0), ItemID(high: 0, low: 1), ItemID(high: 0, low: .max),
            ItemID(high: 1, low: 0), ItemID(high: 1 << 63, low: 0), ItemID(high: .max, low: 5),
        ]

        #expect(sorted.reversed().sorted() == sorted)
        for (a, b) in zip(sorted, sorted.dropFirst()) { #expect(!(b < a)) }
    }
}

@Suite struct `The id of the item that comes next` {
    /// An id and a timestamp, and the id that another program computed from them.
    @Test(arguments: [
        (ItemID(high: 0, low: 1), 0.0, (0x776f_a5aa_8b34_8c33 as UInt64, 0xa9c9_30e9_a494_6dcc)),
        (ItemID(high: 0, low: 1), -0.0, (0x776f_a5aa_8b34_8c33, 0xa9c9_30e9_a494_6dcc)),
        (
            ItemID(high: 0x018f_3b2e_7c4d_7a10, low: 0x8b2f_0123_4567_89ab), 1_796_338_800,
            (0x9a2c_59ae_058a_82de, 0x9ca9_2f85_c280_f765)
        ),
        (
            ItemID(high: .max, low: .max), -0.25,
            (0x6078_520d_6d5a_8ffe, 0xa3e5_e94e_207f_dbd7 as UInt64)
        ),
    ])
    func `follows from the id and the timestamp before it`(
        id: ItemID, timestamp: Double, next: (UInt64, UInt64)
    ) {
        #expect(id.next(after: timestamp) == ItemID(high: next.0, low: next.1))
    }
}
