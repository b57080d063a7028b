import APITestSupport
import Testing

@testable import API

@Suite struct `A value of a JSON document` {
    @Test func `has a kind`() throws {
        var document = JSONDocument()
        let text = Array(#"[{},[],"",0,true,false,null]"#.utf8)
        var kinds: [JSONKind] = []

        var elements = try document.parse(text.span).elements
        while let element = elements.next() { kinds.append(element.kind) }

        #expect(kinds == [.object, .array, .string, .number, .bool, .bool, .null])
    }

    @Test func `is nil when it is read as another kind`() throws {
        var document = JSONDocument()
        let text = Array(#"[{"a":1},[1],"1",1,true,null]"#.utf8)
        var answers: [String] = []

        var elements = try document.parse(text.span).elements
        while let element = elements.next() {
            var answer = ""
            if element.string() != nil { answer += "string " }
            if element.uuid() != nil { answer += "uuid " }
            if element.double() != nil { answer += "double " }
            if element.int() != nil { answer += "int " }
            if element.bool() != nil { answer += "bool " }
            if element.isNull { answer += "null " }
            if element.member("a") != nil { answer += "member " }
            var members = element.members
            if members.next() != nil { answer += "members " }
            var inner = element.elements
            if inner.next() != nil { answer += "elements " }
            answers.append(answer)
        }

        let expected = [
            "member members ", "elements ", "string ", "double int ", "bool ", "null ",
        ]
        #expect(answers == expected)
    }

    @Test func `has a count and an offset`() throws {
        var document = JSONDocument()
        let text = Array(#" {"a":[1,[2,3],4],"b":{}, "c":"x"}"#.utf8)

        let root = try document.parse(text.span)

        let counts = [
            root.count, root.member("a")?.count, root.member("b")?.count, root.member("c")?.count,
            root.member("d")?.count,
        ]
        let offsets = [root.offset, root.member("c")?.offset]
        #expect(counts == [3, 3, 0, 0, nil])
        #expect(offsets == [1, 31])
    }

    @Test func `is found by its name behind nested values with the same name`() throws {
        var document = JSONDocument()
        let text = Array(#"{"x":[{"done":1},[]],"y":{"done":2},"done":3}"#.utf8)

        let root = try document.parse(text.span)
        let outer = root.member("done")?.int()
        let inner = root.member("y")?.member("done")?.int()

        #expect(outer == 3)
        #expect(inner == 2)
    }

    @Test func `is switched over by name, escaped or not`() throws {
        var document = JSONDocument()
        let text = Array(#"{"\u0074itle":"a","itemDescription":"b","don\u0065":true,"x\n":0}"#.utf8)
        var seen: [String] = []

        var members = try document.parse(text.span).members
        while let member = members.next() {
            switch member.name {
            case "title": seen.append("title")
            case "itemDescription": seen.append("description")
            case "done": seen.append("done")
            default: seen.append("unknown " + member.name.string())
            }
        }

        #expect(seen == ["title", "description", "done", "unknown x\n"])
    }

    @Test(arguments: ["", "a", "titl", "titles", "Title", "title\0"])
    func `is not found by a name that is only like its own`(_ name: String) throws {
        var document = JSONDocument()
        let plain = Array(#"{"title":1}"#.utf8)
        let escaped = Array(#"{"titl\u0065":1}"#.utf8)

        let inPlain = try document.parse(plain.span).member(name)?.int()
        let inEscaped = try document.parse(escaped.span).member(name)?.int()

        #expect(inPlain == nil)
        #expect(inEscaped == nil)
    }

    @Test(arguments: [(#"{"a":"x\u0000"}"#, true), (#"{"a":"\\u0000"}"#, false)])
    func `reports whether it contains U+0000`(_ text: String, _ holds: Bool) throws {
        var document = JSONDocument()
        let bytes = Array(text.utf8)

        let found = try document.parse(bytes.span).member("a")?.text?.containsNUL

        #expect(found == holds)
    }

    @Test(arguments: [
        (#""F81D4fae-7dec-11d0-a765-00a0c91e6bf6""#, true),
        (#""\u00468\u0031D4fae-7dec-11d0-a765-00a0c91e6bf6""#, true),
        (#""f81d4fae-7dec-11d0-a765-00a0c91e6bf""#, false),
        (#""f81d4fae-7dec-11d0-a765-00a0c91e6bf67""#, false),
        (#""""#, false),
        (#""f81d4fae\u002d""#, false),
    ])
    func `may be a UUID`(_ text: String, _ isOne: Bool) throws {
        var document = JSONDocument()
        let bytes = Array(text.utf8)

        let uuid = try document.parse(bytes.span).uuid()

        #expect(uuid?.high == (isOne ? 0xF81D_4FAE_7DEC_11D0 : nil))
        #expect(uuid?.low == (isOne ? 0xA765_00A0_C91E_6BF6 : nil))
    }

    @Test func `is decoded with faults that point at it`() throws {
        var document = JSONDocument()
        let text = Array(
            #"[{"title":"a","location":{"coordinate":{"latitude":"x"}}},{"titel":"b"}]"#.utf8)
        var path = JSONPointer()
        var faults: [String] = []

        var items = try document.parse(text.span).elements
        var index = 0
        while let item = items.next() {
            path.push(index)
            var members = item.members
            while let member = members.next() {
                switch member.name {
                case "title":
                    if member.value.string() != "a" { faults.append("title") }
                case "location":
                    path.push("location")
                    path.push("coordinate")
                    let latitude = member.value.member("coordinate")?.member("latitude")
                    if latitude?.double() == nil {
                        faults.append(path.appending("latitude").description)
                    }
                    path.pop()
                    path.pop()
                default: faults.append(path.appending(member.name.string()).description)
                }
            }
            path.pop()
            index += 1
        }

        #expect(faults == ["/0/location/coordinate/latitude", "/1/titel"])
    }

    @Test func `is read anew after the memory was given back`() throws {
        var document = JSONDocument()
        let large = Array(("[" + String(repeating: "{},", count: 5000) + "0]").utf8)
        let small = Array("[1]".utf8)

        let before = try document.parse(large.span).count
        document.removeAll(keeping: 100)
        let capacity = document.entries.capacity
        let after = try document.parse(small.span).count

        #expect(before == 5001)
        #expect(capacity <= 100)
        #expect(after == 1)
    }
}
