import HTTP
import Testing

@Suite struct `A byte writer` {
    @Test func `keeps its content while it grows`() {
        var writer = ByteWriter(capacity: 0)
        var expected: [UInt8] = []

        for round in 0..<200 {
            writer.append(UInt8(round))
            writer.append("milk")
            writer.append([1, 2, 3].span)
            writer.append("Käse 🧀 and a long end")
            writer.append(decimal: round)
            expected.append(UInt8(round))
            expected += Array("milk".utf8) + [1, 2, 3]
            expected += Array("Käse 🧀 and a long end\(round)".utf8)
        }

        let count = writer.count
        let written = bytes(of: writer)
        #expect(count == expected.count)
        #expect(written == expected)
    }

    @Test func `appends more at once than twice its capacity`() {
        let long = [UInt8](repeating: 7, count: 1000)
        var writer = ByteWriter(capacity: 16)

        writer.append("a")
        writer.append(long.span)

        let written = bytes(of: writer)
        #expect(written == Array("a".utf8) + long)
    }

    @Test func `appends nothing for empty input`() {
        var writer = ByteWriter()

        writer.append("" as StaticString)
        writer.append([UInt8]().span)
        writer.append(text: String())

        let count = writer.count
        #expect(count == 0)
    }

    @Test func `truncates its content and appends after it`() {
        var writer = ByteWriter()
        writer.append("milk and eggs")

        writer.truncate(to: 9)
        writer.append("tea")

        let written = text(writer.span)
        #expect(written == "milk and tea")
    }

    @Test(arguments: [0, 16, 100, 4096, Int.max])
    func `is empty and usable after it was cleared`(keeping limit: Int) {
        var writer = ByteWriter(capacity: 16)
        for _ in 0..<1000 { writer.append(7) }

        writer.removeAll(keeping: limit)
        let emptied = writer.count
        for round in 0..<1000 { writer.append(UInt8(round % 251)) }

        let written = bytes(of: writer)
        #expect(emptied == 0)
        #expect(written == (0..<1000).map { UInt8($0 % 251) })
    }

    @Test(arguments: [
        0, 1, 9, 10, 11, 99, 100, 101, 999, 1000, 12345, -1, -9, -10, -99, -100,
        999_999_999_999_999_999, 1_000_000_000_000_000_000, Int.max - 1, Int.max, Int.min + 1,
        Int.min,
    ])
    func `writes a number in decimal digits`(number: Int) {
        var writer = ByteWriter(capacity: 16)

        writer.append("x")
        writer.append(decimal: number)
        writer.append("y")

        let written = text(writer.span)
        #expect(written == "x\(number)y")
    }

    @Test(
        arguments: [
            (0, 1, "0"), (0, 16, "0000000000000000"), (0x9A, 2, "9a"), (0xABC, 2, "bc"),
            (0x0123_4567_89AB_CDEF, 16, "0123456789abcdef"), (.max, 16, "ffffffffffffffff"),
        ] as [(UInt64, Int, String)])
    func `writes the lowest hexadecimal digits of a number`(
        number: UInt64, digits: Int, expected: String
    ) {
        var writer = ByteWriter(capacity: 16)

        writer.append("x")
        writer.append(hexadecimal: number, digits: digits)
        writer.append("y")

        let written = text(writer.span)
        #expect(written == "x\(expected)y")
    }

    @Test func `lends memory that is filled in place`() {
        var writer = ByteWriter(capacity: 16)
        writer.append("a")

        unsafe writer.append(count: 100) { room in
            for index in 0..<100 { unsafe room[index] = UInt8(index) }
        }

        let written = bytes(of: writer)
        #expect(written == Array("a".utf8) + (0..<100).map { UInt8($0) })
    }

    private func bytes(of writer: borrowing ByteWriter) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in writer.span.indices { bytes.append(writer.span[index]) }
        return bytes
    }
}
