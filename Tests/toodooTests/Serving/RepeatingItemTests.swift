import APITestSupport
import Dispatch
import Foundation
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `An item that repeats, on a server` {
    private static let chore = """
        {"title":"Water the plants","timestamp":2553922800,\
        "repeat":{"frequency":"daily","timeZone":"Europe/Berlin"}}
        """
    private static let item = "/items/3f0c2a51-6a0e-4c5b-8d7e-2b9f1c4d5e61"

    @Test func `comes back once when twenty threads complete it`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))
        defer { _ = try? server.stop() }
        let port = server.port
        _ = try server.send("PUT", Self.item, json: Self.chore)

        DispatchQueue.concurrentPerform(iterations: 20) { _ in
            _ = TestClient(port: port).send("PATCH", Self.item, json: #"{"done":true}"#)
        }

        let items = try server.send("GET", "/items").text
        #expect(items.matches(of: /"done":/).count == 2)
        #expect(items.matches(of: /"revision":2/).count == 2)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
    func `keeps its wall time in its zone`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(database: folder.file("items.sqlite"))
        defer { _ = try? server.stop() }
        // 02:30 in Berlin on 26 March 2050, the day before summer time begins.
        let chore = Self.chore.replacing("2553922800", with: "2531871000")
        _ = try server.send("PUT", Self.item, json: chore)

        _ = try server.send("PATCH", Self.item, json: #"{"done":true}"#)

        let open = try server.send("GET", "/items?done=false").text
        #expect(open.contains(#""timestamp":2531955600,"#))
        #expect(open.contains(#""time":"02:30""#))
    }
}
