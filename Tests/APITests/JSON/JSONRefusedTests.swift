import Testing

@testable import API

@Suite struct `A text that is not JSON` {
    // proves: http-1
    @Test(arguments: Refused.rows)
    func `is refused with the position of the error`(_ row: Refused) {
        let fault = fault(in: row.bytes)

        #expect(fault == row.fault, "\(row.reason)")
        #expect(fault?.offset == row.fault.offset)
    }

    // proves: limits-1
    @Test func `is refused at the 65th level, whatever follows`() {
        let brackets = String(repeating: "[", count: 100_000)
        let objects = String(repeating: #"{"a":"#, count: 65)

        #expect(fault(in: brackets) == .tooDeep(offset: 64))
        #expect(fault(in: objects) == .tooDeep(offset: 64 * 5))
    }

    @Test(arguments: 0...255)
    func `is refused when it is a byte that begins no value`(_ value: Int) {
        let byte = UInt8(value)
        let begins = Array("0123456789".utf8).contains(byte)

        let fault = fault(in: [byte])

        #expect((fault == nil) == begins)
    }

    @Test func `leaves the document reusable`() throws {
        var document = JSONDocument()
        let bad = Array(#"{"a":[1,{"b":"#.utf8)
        let good = Array("[7]".utf8)

        #expect(throws: JSONFault.unexpectedEnd(offset: 13)) { _ = try document.parse(bad.span) }
        let tree = Tree(try document.parse(good.span))

        #expect(tree == .array([.number(7)]))
    }
}
