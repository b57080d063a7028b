import Foundation
import FoundationNetworking
import Testing
import ToDoClient

@Suite struct `A started store with the real server` {
    @Test func `sends and fetches live, over a socket`() async throws {
        try await RunningServer.with(.socket) { server in
            let client = APIClient(baseURL: server.baseURL, session: server.session)
            let first = ToDoItemStore(.inMemory(), client: client)
            let second = ToDoItemStore(.inMemory(), client: client)
            first.start()
            second.start()
            let item = ToDoItem(title: "a")

            try first.add(item)
            for await snapshot in second.snapshots where snapshot[item.id] != nil { break }
            try second.check(item)
            for await snapshot in first.snapshots where snapshot[item.id]?.done == true { break }
            await first.stop()
            await second.stop()

            #expect(try await client.toDoItems().map(\.done) == [true])
            first.close()
            second.close()
        }
    }
}
