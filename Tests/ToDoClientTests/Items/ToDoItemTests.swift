import Foundation
import Testing
import ToDoClient

@Suite struct `A to-do item of the app` {
    @Test func `has the given members, is not done, and equals an item with the same content`() {
        let location = Location(name: "Shop", coordinate: Coordinate(latitude: 1, longitude: 2))
        let item = ToDoItem(
            title: "Buy milk", itemDescription: "Two", timestamp: 1, location: location)
        let same = ToDoItem(
            id: item.id, title: "Buy milk", itemDescription: "Two", timestamp: 1,
            location: location)
        var others = Array(repeating: item, count: 5)
        others[0].title = "Buy tea"
        others[1].itemDescription = nil
        others[2].timestamp = 2
        others[3].location?.coordinate = nil
        others[4].done = true

        #expect(item.title == "Buy milk")
        #expect(item.itemDescription == "Two")
        #expect(item.timestamp == 1)
        #expect(item.location == location)
        #expect(!item.done)
        #expect(item == same)
        #expect(!others.contains(item))
    }

    @Test func `encodes its present members and no others`() throws {
        let id = try #require(UUID(uuidString: "0f9d7a5e-6b1c-4c59-9f1b-4d4e6a0c2b11"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys

        let json = try encoder.encode(ToDoItem(id: id, title: "Buy milk"))

        #expect(
            String(decoding: json, as: UTF8.self)
                == #"{"done":false,"id":"0F9D7A5E-6B1C-4C59-9F1B-4D4E6A0C2B11","title":"Buy milk"}"#
        )
    }

    @Test func `decodes a response without what the server writes, and keeps unknown members`()
        throws
    {
        let json = """
            {"id":"0f9d7a5e-6b1c-4c59-9f1b-4d4e6a0c2b11","title":"Buy milk","createdAt":1,
             "updatedAt":2,"doneAt":2,"revision":3,"labels":["a",{"b":[null,true]}]}
            """

        let item = try JSONDecoder().decode(ToDoItem.self, from: Data(json.utf8))
        let again = try JSONDecoder().decode(
            [String: JSONValue].self, from: JSONEncoder().encode(item))

        #expect(!item.done)
        #expect(Set(again.keys) == ["id", "title", "done", "labels"])
        #expect(
            again["labels"]
                == .array([.string("a"), .object(["b": .array([.null, .bool(true)])])]))
    }

    @Test(arguments: ["id", "title"])
    func `cannot be decoded without a required member`(name: String) throws {
        let id = "0f9d7a5e-6b1c-4c59-9f1b-4d4e6a0c2b11"
        let members = ["id": "\"\(id)\"", "title": "\"Buy milk\"", "done": "false"]

        let json = members.filter { $0.key != name }.map { "\"\($0.key)\":\($0.value)" }

        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                ToDoItem.self, from: Data("{\(json.joined(separator: ","))}".utf8))
        }
    }
}
