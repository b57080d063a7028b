import Foundation
import Testing
import ToDoClient

@Suite struct `The faults of an item` {
    private static let longest: [ToDoItem] = [
        ToDoItem(title: String(repeating: "ä", count: 500)),
        ToDoItem(title: "x", itemDescription: String(repeating: "ä", count: 32_768)),
        ToDoItem(title: "x", location: Location(name: String(repeating: "ä", count: 500))),
        ToDoItem(title: "x", timestamp: -62_135_596_800),
    ]
    private static let beyond: [(ToDoItem, ItemFault)] = [
        (ToDoItem(title: " \u{200B}\u{3164}\u{E0041}"), .titleIsEmpty),
        (ToDoItem(title: String(repeating: "ä", count: 501)), .titleIsTooLong),
        (
            ToDoItem(title: "x", itemDescription: String(repeating: "x", count: 65_537)),
            .descriptionIsTooLong
        ),
        (
            ToDoItem(title: "x", location: Location(name: String(repeating: "ä", count: 501))),
            .placeNameIsTooLong
        ),
        (ToDoItem(title: "x", timestamp: 253_402_300_800), .timestampIsOutOfRange),
    ]

    @Test(arguments: longest) func `are none at a limit`(item: ToDoItem) {
        #expect(item.faults == [])
    }

    @Test(arguments: beyond) func `name the limit that is exceeded`(
        item: ToDoItem, fault: ItemFault
    ) {
        #expect(item.faults == [fault])
    }
}
