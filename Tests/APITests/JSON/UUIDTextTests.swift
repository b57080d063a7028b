import APITestSupport
import HTTP
import TestSupport
import Testing

@testable import API

@Suite struct `A UUID as text` {
    static let text = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"

    @Test(
        arguments: [
            (text, 0xF81D_4FAE_7DEC_11D0, 0xA765_00A0_C91E_6BF6),
            ("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", 0xF81D_4FAE_7DEC_11D0, 0xA765_00A0_C91E_6BF6),
            ("00000000-0000-0000-0000-000000000000", 0, 0),
            ("FFFFFFFF-ffff-FFFF-ffff-FFFFFFFFFFFF", UInt64.max, UInt64.max),
            ("01234567-89ab-cdef-0123-456789ABCDEF", 0x0123_4567_89AB_CDEF, 0x0123_4567_89AB_CDEF),
        ] as [(String, UInt64, UInt64)])
    func `is read in any letter case`(_ text: String, _ high: UInt64, _ low: UInt64) {
        let uuid = parse(Array(text.utf8))

        #expect(uuid?.high == high)
        #expect(uuid?.low == low)
    }

    @Test func `is read at an offset among other bytes`() {
        let bytes = Array("/items/\(Self.text)/x".utf8)

        #expect(UUIDText.parse(bytes.span, at: 7)?.high == 0xF81D_4FAE_7DEC_11D0)
        #expect(UUIDText.parse(bytes.span, at: 6) == nil)
        #expect(UUIDText.parse(bytes.span, at: 8) == nil)
    }

    @Test(arguments: [-1, 1, 2, 36, 37, Int.max, Int.min])
    func `is not read beyond the bytes that are there`(_ offset: Int) {
        let bytes = Array(Self.text.utf8)

        #expect(UUIDText.parse(bytes.span, at: offset) == nil)
    }

    @Test func `is refused wherever it is cut off`() {
        let bytes = Array(Self.text.utf8)

        for length in 0..<bytes.count { #expect(parse(Array(bytes[..<length])) == nil) }
    }

    @Test func `is refused with any other byte in any place`() {
        let bytes = Array(Self.text.utf8)
        let dashes = [8, 13, 18, 23]
        let digits = Set("0123456789abcdefABCDEF".utf8)

        for index in bytes.indices {
            for value in UInt8.min...UInt8.max {
                var other = bytes
                other[index] = value
                let fits =
                    dashes.contains(index) ? value == UInt8(ascii: "-") : digits.contains(value)
                #expect((parse(other) != nil) == fits, "\(value) at \(index)")
            }
        }
    }

    @Test func `is written in lower case`() {
        var random = SplitMix64(seed: 6)

        for _ in 0..<1000 {
            let (high, low) = (random.next(), random.next())
            let text = writtenBytes { $0.append(uuid: high, low: low) }
            let back = parse(text)
            #expect(back?.high == high)
            #expect(back?.low == low)
            #expect(!text.contains { (0x41...0x5A).contains($0) })
        }
    }

    private func parse(_ bytes: [UInt8]) -> (high: UInt64, low: UInt64)? {
        UUIDText.parse(bytes.span, at: 0)
    }
}
