import APITestSupport
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `An id that the server makes` {
    @Test func `is marked as generated to skip its lookup`() throws {
        var document = JSONDocument()
        var decoder = BodyDecoder()
        let text = #"[{"title":"Milk"},{"title":"Tea","id":"\#(uuid(7))"}]"#
        let array = try document.parse(Array(text.utf8).span)

        let items = decoder.newItems(array, .version7(.constant(0)))

        #expect(items?.map(\.hasGeneratedID) == [true, false])
    }
}
