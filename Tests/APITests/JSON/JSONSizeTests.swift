import Testing

@testable import API

/// These would block a lane for hours if the time grew faster than the text.
@Suite struct `A large JSON text` {
    // proves: limits-1
    @Test func `may have 131,072 values and names, and not one more`() {
        func ones(_ count: Int) -> String {
            "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]"
        }
        var document = JSONDocument()

        #expect(fault(in: ones(131_071)) == nil)
        #expect(fault(in: ones(131_072)) == .tooManyValues(offset: 1 + 2 * 131_071))
        #expect(throws: JSONFault.self) { _ = try document.parse(Array(ones(200_000).utf8).span) }
        #expect(document.elements == 131_071)
    }

    @Test func `may be an object of 65,000 members`() throws {
        var text = Array("{".utf8)
        for index in 0..<65_000 { text += Array("\"name\(index)\":\(index),".utf8) }
        let last = text.count + 1
        var document = JSONDocument()

        let distinct = text + Array("\"x\":0}".utf8)
        let repeated = text + Array("\"name55555\":0}".utf8)
        let escaped = text + Array("\"\\u006eame55555\":0}".utf8)

        let count = try document.parse(distinct.span).count

        #expect(count == 65_001)
        #expect(fault(in: repeated) == .duplicateName(offset: last))
        #expect(fault(in: escaped) == .duplicateName(offset: last))
    }

    @Test(arguments: [2, 15, 16, 17, 18, 31, 32, 33, 100])
    func `must not repeat a name among many`(_ count: Int) {
        let names = (0..<count).map { "\"\($0 % 2 == 0 ? "" : "\\u0061")\($0)\":0" }
        let text = "{" + names.joined(separator: ",")

        #expect(fault(in: text + "}") == nil)
        for name in names {
            #expect(fault(in: text + ",\(name)}") == .duplicateName(offset: text.utf8.count + 2))
        }
    }

    @Test func `may be a string of 16 MiB`() throws {
        var text = [UInt8](repeating: UInt8(ascii: "a"), count: 16 << 20)
        text[0] = UInt8(ascii: "\"")
        #expect(fault(in: text) == .unexpectedEnd(offset: 16 << 20))

        text[text.count - 1] = UInt8(ascii: "\"")
        #expect(fault(in: text) == nil)
    }

    @Test func `is refused at the nesting limit when it is all opening brackets`() {
        let text = [UInt8](repeating: UInt8(ascii: "["), count: 16 << 20)

        #expect(fault(in: text) == .tooDeep(offset: 64))
    }

    @Test func `may be a number of a million digits`() {
        let digits = [UInt8](repeating: UInt8(ascii: "7"), count: 1 << 20)

        #expect(fault(in: digits) == .numberOverflow(offset: 0))
        #expect(fault(in: Array("0.".utf8) + digits) == nil)
        #expect(fault(in: digits + Array("e-1048576".utf8)) == nil)
        #expect(fault(in: digits + Array("e-1048268".utf8)) == nil)
        #expect(fault(in: digits + Array("e-1048267".utf8)) == .numberOverflow(offset: 0))
    }

    @Test func `may be many small objects with escaped names`() throws {
        let object = Array(#"{"a\u0061":1,"aa\u0061":2,"\u0061":0},"#.utf8)
        let count = 5000
        let text =
            Array("[".utf8) + Array(repeatElement(object, count: count).joined()) + Array("0]".utf8)
        var document = JSONDocument()

        let elements = try document.parse(text.span).count

        #expect(elements == count + 1)
    }
}
