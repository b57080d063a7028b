import Foundation
import Testing
import ToDoClient

@Suite struct `An ascending id` {
    @Test func `is greater than all before it, and of version 7`() {
        let ids = (0..<10_000).map { _ in UUID.ascending().uuidString }

        #expect(ids == ids.sorted())
        #expect(Set(ids).count == ids.count)
        for id in ids {
            #expect(id.dropFirst(14).first == "7")
            #expect("89AB".contains(id.dropFirst(19).first ?? " "))
        }
    }
}
