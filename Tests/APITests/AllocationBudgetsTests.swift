import Items
import TestSupport
import Testing

// As much memory as each of these may ask for, ours and not SQLite's. Who
// needs more has to say so here.
@Suite(
    .enabled(if: allocationsAreCounted),
    .enabled(if: isOptimized, "Without the optimizer each step over an array asks for memory."))
struct `The allocation budgets` {
    /// What is asked of a hundred items, and what ten answers may ask for.
    private static let reads: [(target: String, fields: [String], budget: Int)] = [
        ("/items?limit=100", [], 12),
        ("/items?limit=10", [], 10),
        ("/items", [], 2),
        ("/items?limit=100", ["If-None-Match: \"{clock}\""], 10),
        ("/screens/list", [], 2),
        ("/items/changes?since={clock}", [], 20),
        ("/items/changes?limit=100", [], 42),
        ("/items?done=true&limit=100", [], 72),
        ("/items?sort=-title&limit=100", [], 1290),
    ]

    @Test(arguments: [ItemWorld.Kind.sqliteInMemory, .sqliteOnDisk], reads.indices)
    func `of reads are kept`(kind: ItemWorld.Kind, index: Int) throws {
        let (target, fields, budget) = Self.reads[index]
        let client = try StoredClient(kind)
        let items = (1...100).map { #"{"title":"Item number \#($0)","done":\#($0 % 2 == 0)}"# }
        _ = client.send("POST", "/items", json: "[\(items.joined(separator: ","))]")
        let clock = "\(client.owner.epoch).1"
        let lines = ["GET \(target) HTTP/1.1", "Host: localhost"] + fields
        let request = PreparedRequest(lines: lines.map { $0.replacing("{clock}", with: clock) })

        let counted = client.allocations(of: request)

        #expect(counted <= budget)
    }

    /// What is written, and what ten such writes may ask for, from the
    /// request up to the answer; only the POST changes something each time.
    private static let writes: [(lines: [String], body: String, budget: Int)] = [
        (["POST /items HTTP/1.1"], #"{"title":"A title of more than fifteen bytes"}"#, 500),
        (
            ["PUT /items/\(uuid(500)) HTTP/1.1"],
            #"{"title":"A title of more than fifteen bytes"}"#, 80
        ),
        (["PATCH /items/\(uuid(500)) HTTP/1.1"], #"{"done":false}"#, 60),
    ]

    @Test(arguments: writes.indices)
    func `of writes are kept`(index: Int) throws {
        let (lines, body, budget) = Self.writes[index]
        let client = try StoredClient(.sqliteInMemory)
        _ = client.send("PUT", "/items/\(uuid(500))", json: #"{"title":"Milk"}"#)
        let request = PreparedRequest(
            lines: lines + [
                "Host: localhost", "Content-Type: application/json",
                "Content-Length: \(body.utf8.count)",
            ], body: body)

        let counted = client.allocations(of: request, isWritten: false)

        #expect(counted <= budget)
        #expect(client.send("GET", "/items").items?.count == (index == 0 ? 14 : 1))
    }
}
