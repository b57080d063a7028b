import Items
import SQLite
import SQLiteStorage
import TestSupport
import Testing

@Suite struct `A place in the order` {
    @Test func `is not given out again, even when nothing stands there any more`() throws {
        let session = try Connection.migratedInMemory()
        let owner = try session.localOwner()
        let repository = try MemoryStorage(session).repository
        _ = repository.perform(ItemWrite(owner: owner, action: .put(id(1), content("one"))))
        _ = repository.perform(ItemWrite(owner: owner, action: .put(id(2), content("two"))))

        _ = repository.perform(ItemWrite(owner: owner, action: .delete(id(2))))
        try repository.settle()
        try session.execute("DELETE FROM tombstones")
        _ = repository.perform(ItemWrite(owner: owner, action: .put(id(3), content("three"))))

        #expect(try repository.all(of: owner).map(\.place) == [1, 3])
    }
}
