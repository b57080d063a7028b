import Testing

@testable import API

@Suite struct `A JSON Pointer` {
    @Test func `to the whole document is empty`() {
        #expect(JSONPointer().description == "")
    }

    @Test func `lists the path's steps`() {
        let pointer = JSONPointer().appending(3).appending("item").appending("title")

        #expect(pointer.description == "/3/item/title")
    }

    @Test(arguments: [
        ("", "/"), ("a/b", "/a~1b"), ("m~n", "/m~0n"), ("~1", "/~01"), ("/~", "/~1~0"),
        ("c%d", "/c%d"), (" ", "/ "), ("\u{E9}\"\\", "/\u{E9}\"\\"), ("e\u{301}/", "/e\u{301}~1"),
        ("/\u{301}", "/~1\u{301}"),
    ])
    func `escapes its own special characters`(_ name: String, _ text: String) {
        let pointer = JSONPointer().appending(name)

        #expect(pointer.description.utf8.elementsEqual(text.utf8))
    }

    @Test func `grows and shrinks with the decoder's position`() {
        var pointer = JSONPointer()

        pointer.push(12)
        pointer.push("location")
        let below = pointer.appending("name")
        pointer.pop()

        #expect(below.description == "/12/location/name")
        #expect(pointer == JSONPointer().appending(12))
        pointer.pop()
        pointer.pop()
        #expect(pointer == JSONPointer())
    }
}
